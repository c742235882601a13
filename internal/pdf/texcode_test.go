package pdf

import "testing"

// TeX's bitmap fonts leave codes; their context shows what they mean.
func TestRecode(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"Gar\x1cnkel, Geo\x1brey, 379\x15423, \x8aukasz, Stra\xffe, \x8a. Kaiser",
			"Garﬁnkel, Geoﬀrey, 379–423, Łukasz, Straße, Ł. Kaiser"},
		{"Gar\x0cnkel, Geo\x0brey, 379{423, Grundri\x19, in\ruence,\r\nnext",
			"Garﬁnkel, Geoﬀrey, 379–423, Grundriß, inﬂuence,\r\nnext"},
		{"a {plain} text with\r\nlines, 12 | 13", "a {plain} text with\r\nlines, 12 | 13"},
	} {
		var text []rune
		for i := range len(c.in) { // the library returns codes as the characters with that number
			text = append(text, rune(c.in[i]))
		}
		named := append([]rune(nil), text...)
		var votes texVotes
		votes.add(text)
		recode(text, votes.encoding(), func(int) bool { return true })
		if string(text) != c.want {
			t.Errorf("%q\n got %q\nwant %q", c.in, string(text), c.want)
		}
		before := string(named)
		recode(named, votes.encoding(), func(int) bool { return false })
		if string(named) != before {
			t.Errorf("%q: a font with a name was recoded: %q", c.in, string(named))
		}
	}
}

// The library returns characters beyond the Basic Multilingual Plane in halves.
func TestJoinSurrogates(t *testing.T) {
	text := joinSurrogates([]rune{'a', 0xD835, 0xDCAA, 'b', 0xD835, 'c', 0xDCAA})
	if want := []rune{'a', '𝒪', secondHalf, 'b', 0xD835, 'c', 0xDCAA}; string(text) != string(want) ||
		text[2] != secondHalf || blank(secondHalf) {
		t.Errorf("%q", text)
	}
}
