package reading

import (
	"bytes"
	"strings"
	"testing"
	"unicode/utf16"
)

// utf16Of returns a text in UTF-16, with the most or the least significant byte first.
func utf16Of(text string, big bool) []byte {
	var src []byte
	for _, u := range utf16.Encode([]rune(text)) {
		if big {
			src = append(src, byte(u>>8), byte(u))
		} else {
			src = append(src, byte(u), byte(u>>8))
		}
	}
	return src
}

// What a text is decoded from, and what it then says.
func TestEncodings(t *testing.T) {
	plain := strings.Repeat("Abel, N. Sand. 1999. ", 12)
	for name, tt := range map[string]struct {
		src        []byte
		want, from string
	}{
		"ASCII":                     {[]byte(plain), plain, ""},
		"with a mark":               {[]byte("\xef\xbb\xbf" + plain), plain, ""},
		"UTF-16 with a mark":        {append([]byte{0xfe, 0xff}, utf16Of(plain, true)...), plain, "UTF-16"},
		"the other order":           {append([]byte{0xff, 0xfe}, utf16Of(plain, false)...), plain, "UTF-16"},
		"UTF-16 without a mark":     {utf16Of(plain, true), plain, "UTF-16"},
		"the other, without a mark": {utf16Of(plain, false), plain, "UTF-16"},
		"two letters":               {utf16Of("Ab", false), "Ab", "UTF-16"},
		"one letter is not enough":  {[]byte("A\x00"), "A\x00", ""},
		"cut in a letter":           {[]byte("Müller, M\xc3"), "Müller, M\xc3", ""},
		"single bytes among UTF-8": {[]byte("Müller, Gödel, Erd\xf6s"), "Müller, Gödel, Erdös",
			"UTF-8 with single bytes of Latin-1"},
		"bytes of Latin-1": {[]byte("M\xfcller, G\xf6del, Erdös"), "Müller, Gödel, ErdÃ¶s", "Latin-1"},
		"as many of each":  {[]byte("Müller, Erd\xf6s"), "MÃ¼ller, Erdös", "Latin-1"},
	} {
		text, from := ToUTF8(tt.src)
		if from != tt.from || tt.want != "" && string(text) != tt.want {
			t.Errorf("%s: %.60q from %q, want %.60q from %q", name, text, from, tt.want, tt.from)
		}
	}
}

// Zero bytes in every other place are UTF-16, others are no text.
func TestZeroBytesInPlaces(t *testing.T) {
	for name, tt := range map[string]struct {
		src    []byte
		utf16  bool
		binary bool
	}{
		"nothing":              {nil, false, false},
		"odd":                  {[]byte{0xff, 0xfe, 'A'}, false, false},
		"odd and longer":       {[]byte{0xff, 0xfe, 'A', 0, 'B'}, false, true},
		"three of four":        {[]byte("\x00A\x00B\x00CDE"), false, true},
		"four of four":         {[]byte("\x00A\x00B\x00C\x00D"), true, false},
		"in both places":       {[]byte("\x00A\x00B\x00C\x00D\x00\x00"), false, true},
		"four of four, second": {[]byte("A\x00B\x00C\x00D\x00"), true, false},
		"both, second":         {[]byte("A\x00B\x00C\x00\x00\x00"), false, true},
		"controls":             {[]byte(strings.Repeat("a", 98) + "\x01\x02"), false, false},
		"more controls":        {[]byte(strings.Repeat("a", 97) + "\x01\x02\x03"), false, true},
		"white space":          {[]byte("\n\r\t\f\x1b\n\r\t\f\x1b"), false, false},
		"a zero in a hundred":  {[]byte(strings.Repeat("a", 99) + "\x00"), false, false},
		"and in ninety-nine":   {[]byte(strings.Repeat("a", 98) + "\x00"), false, true},
	} {
		if got := IsUTF16(tt.src); got != tt.utf16 {
			t.Errorf("%s: UTF-16 is %v", name, got)
		}
		if got := IsBinary(tt.src); got != tt.binary {
			t.Errorf("%s: binary is %v", name, got)
		}
	}
}

// Words and bytes of a text whose UTF-8 is damaged in places.
func TestMultibyte(t *testing.T) {
	for src, want := range map[string][3]any{
		"":             {0, 0, ""},
		"abc":          {0, 0, "abc"},
		"ü":            {1, 0, "ü"},
		"\xfc":         {0, 1, "ü"},
		"ü\xfc\xe9ß�a": {3, 2, "üüéß�a"},
	} {
		if valid, invalid := multibyte([]byte(src)); valid != want[0] || invalid != want[1] {
			t.Errorf("%q: %d and %d", src, valid, invalid)
		}
		if got := mend([]byte(src)); string(got) != want[2] {
			t.Errorf("%q: %q", src, got)
		}
	}
	for src, want := range map[string]bool{"aü": true, "a\xc3": true, "a\xe2\x82": true, "a\xf0\x9f\x98": true,
		"\xc3a": false, "a\xfc": false, "a\xe2\x82\xfc": false, "\xc3": false, "a\xbf\xbf\xbf\xbf": false} {
		if got := validUTF8([]byte(src)); got != want {
			t.Errorf("%q: %v", src, got)
		}
	}
	if !bytes.Equal(mend([]byte("a\x80")), []byte("a€")) {
		t.Error("Windows-1252 has the euro at 0x80")
	}
}
