package index

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Marks, markup, commands and entities of a title fold as what they mean; markup that is none stays words.
func TestFoldMarks(t *testing.T) {
	long := strings.Repeat("a", maxTokenBytes)
	for _, c := range [][2]string{
		{"a — b", "a b"}, {"a–b", "a b"}, {"wide：next", "wide next"}, {"a―b", "a b"}, {"what？next", "what next"},
		{"x < y", "x y"}, {"<i>x</i>y", "xy"}, {"<mml:mi>x</mml:mi>", "x"}, {"<jats:p>x", "x"}, {"<other>x", "other x"},
		{"<b", "b"}, {"<i <b>x", "i x"}, {"<i class='" + strings.Repeat("a", 300) + "'>x", "i class " + long + " x"},
		{"a_b", "a b"}, {"$a_b$", "ab"}, {"$a$_b", "a b"},
		{`\o re`, "ore"}, {`$\alpha x$`, "α x"}, {`\textbf {x}`, "x"}, {`a\%b`, "a b"}, {`a\&b`, "a and b"}, {`\'e`, "e"},
		{`a\`, "a"}, {`a\Foo b`, "a foo b"}, {`\alpha`, "α"}, {`\zeta`, "ζ"}, {`\ss`, "ss"}, {`x\ss`, "xss"},
		{"a&b", "a and b"}, {"a&amp;b", "a and b"}, {"a&eacute;b", "aeb"}, {"a&#x41;b", "aab"}, {"a&lt;b", "a b"},
		{"a&apos;b", "ab"}, {"a&nosuch;b", "a and nosuch b"}, {"&;x", "and x"}, {"a&frac12;b", "a1 2b"},
		{"a\u00ADb", "ab"}, {"a’b", "ab"}, {"aʹb", "ab"}, {"a＇b", "ab"}, {"a\u05BEb", "a b"}, {"ｓ́", "s"},
		{"कि", "कि"}, {"กิ ข", "กิ ข"}, {"漢a字", "漢 a 字"}, {"ßa", "ssa"}, {"aß", "ass"}, {"ΑΒ", "αβ"}, {"½", "1 2"},
		{long + "b", long}, {long[1:] + "é", long[1:] + "e"}, {long[1:] + "α", long[1:]}, {long, long},
		{"«»", "«»"}, {" « » ", "«»"}, {strings.Repeat("«", 30), strings.Repeat("«", maxTokenBytes/2)},
	} {
		var f folded
		f.fold(c[0])
		if string(f.text) != c[1] {
			t.Errorf("%.60q: %q, not %q", c[0], f.text, c[1])
		}
	}
}

// What only decorates a letter, or has no width, is dropped within a word, also beside the next block of characters.
func TestFoldDropped(t *testing.T) {
	for _, r := range "\u0300\u036F\u0591\u05C7\u0640\u064B\u065F\u0670\u1AB0\u1DC0\u1DFF\u20D0\u20F0\uFE20\uFE2F" +
		"\u00AD\u200B\u200F\u2060\uFEFF\uFFFD’‘ʹʼ′" {
		var f folded
		if f.fold("a" + string(r) + "b"); string(f.text) != "ab" {
			t.Errorf("%U: %q", r, f.text)
		}
	}
}

// Each character of a script without spaces is a word, from the first character of its block on.
func TestFoldWithoutSpaces(t *testing.T) {
	for _, r := range "一\u9FFF㐀\u4DBF\U00020000\uFA0Eぁヾㇰㇿ々〇กကកឳༀ" {
		var f folded
		if f.fold(string([]rune{r, r, 'a'})); f.len() != 3 {
			t.Errorf("%U: %q", r, f.text)
		}
	}
}

// A subtitle may start after a colon, a dash, or another mark before a space; not at the beginning, and at most at four
// places.
func TestSubtitleStarts(t *testing.T) {
	for title, want := range map[string][]int32{
		"a: b": {1}, "a:b": {1}, "a? b": {1}, "a?b": nil, "a. b c": {1}, "a-b": nil, "a - b": {1}, "a- b": nil, "a -b": nil,
		"a--b": {1}, "a—b": {1}, "a–b": {1}, "a―b": {1}, "a：b": {1}, ": a": nil, "a: : b": {1},
		"-- a": nil, "a. b. c. d. e. f": {1, 2, 3, 4}, "a": nil, "a; b": {1}, "a! b": {1}, "a.": nil,
	} {
		var f folded
		f.fold(title)
		if !slices.Equal(f.breaks, want) {
			t.Errorf("%q: %v", title, f.breaks)
		}
	}
}

// The first tokens of a text end where the last of them ends.
func TestUpTo(t *testing.T) {
	var f folded
	f.fold("deep learning now")
	for n, want := range []string{"", "deep", "deep learning", "deep learning now"} {
		if got := string(f.upTo(n)); got != want {
			t.Errorf("%d: %q", n, got)
		}
	}
}

// A word broken at a hyphen goes on behind white space; a hyphen between digits, or within a word, breaks none.
func TestHyphenBreak(t *testing.T) {
	for s, want := range map[string]int{"learn-\ning": 5, "learn- ing": 5, "learn-\ring": 5, "learn-ing": -1, "12- 14": -1,
		"é- t": 2, "- a": -1, "a-": -1, "a-b- c": 3, "Z- z": 1, "a- a": 1, "z- z": 1, "{- z": -1, "@- z": -1, "": -1} {
		if got := hyphenBreak(s); got != want {
			t.Errorf("%q: %d", s, got)
		}
	}
}

// Four digits between 1500 and 2100 are a year, perhaps with one letter behind it.
func TestYearOf(t *testing.T) {
	for s, want := range map[string]uint16{"1500": 1500, "2100": 2100, "1499": 0, "2101": 0, "2017a": 2017, "2017z": 2017,
		"2017{": 0, "20171": 0, "201": 0, "201a": 0, "0999": 0, "": 0} {
		if got := yearOf([]byte(s)); got != want {
			t.Errorf("%q: %d", s, got)
		}
	}
}

// The first page keeps its letters, in lower case, and nothing before them.
func TestFirstPage(t *testing.T) {
	for s, want := range map[string]string{"12-19": "12", "e1003456": "e1003456", "A194–A199": "a194", "pp. 3": "pp",
		"": "", "--": "", "(9)": "9", "0z:1": "0z", "Z@": "z", "90": "90", "[12]": "12"} {
		if got := firstPage(s); got != want {
			t.Errorf("%q: %q", s, got)
		}
	}
}

// Numbers have up to 17 digits, and zeros before them only where they are allowed.
func TestDecimal(t *testing.T) {
	for _, c := range []struct {
		s     string
		zeros bool
		n     uint64
		ok    bool
	}{{"", true, 0, false}, {"09", false, 0, false}, {"09", true, 9, true}, {"90", false, 90, true},
		{"1a", true, 0, false},
		{"1:", true, 0, false}, {"1/", true, 0, false}, {strings.Repeat("1", 17), false, 11111111111111111, true},
		{strings.Repeat("1", 18), false, 0, false}} {
		if n, ok := decimal(c.s, c.zeros); ok != c.ok || ok && n != c.n {
			t.Errorf("%+v: %d %t", c, n, ok)
		}
	}
}

// The years that have keys fit into two bytes.
func TestYearOfMeta(t *testing.T) {
	for year, want := range map[int]uint16{-5: 0, 0: 0, 1: 1, 2016: 2016, math.MaxUint16: math.MaxUint16,
		math.MaxUint16 + 1: 0, math.MaxUint16 + 2: 0} {
		var m keyMaker
		var k keys
		r := work("Ice", year)
		if m.make(&r, &k); k.meta.year != want {
			t.Errorf("%d: %d", year, k.meta.year)
		}
	}
}

// A place in print is keyed by volume and page with the first author and with the container, without a volume by the
// year; a title has a key without its subtitle only where it has one.
func TestKeysOfRecord(t *testing.T) {
	for _, c := range []struct {
		title, subtitle, author, container, volume, pages string
		year, places                                      int
		head                                              bool
	}{
		{"Ice", "", "Ann Frost", "Journal of Seas", "3", "7", 2016, 2, false},
		{"Ice", "", "", "Journal of Seas", "3", "7", 2016, 1, false}, {"Ice", "", "Ann Frost", "", "3", "7", 2016, 1, false},
		{"Ice", "", "Ann Frost", "Journal of Seas", "", "7", 2016, 1, false},
		{"Ice", "", "Ann Frost", "Journal of Seas", "", "7", 0, 0, false},
		{"Ice", "", "", "Journal of Seas", "", "7", 2016, 0, false},
		{"Ice", "", "Ann Frost", "Journal of Seas", "3", "", 2016, 0, false},
		{"Ice: now", "", "", "", "", "", 0, 0, true}, {"Ice", "Now", "", "", "", "", 0, 0, true},
		{"Ice:", "", "", "", "", "", 0, 0, false}, {"", "Now", "", "", "", "", 0, 0, false},
	} {
		r := work(c.title, c.year)
		if c.author != "" {
			r = work(c.title, c.year, c.author)
		}
		r.Subtitle, r.Container.Title, r.Volume, r.Pages = c.subtitle, c.container, c.volume, c.pages
		var m keyMaker
		var k keys
		m.make(&r, &k)
		if len(k.places) != c.places || (k.head != 0) != c.head || (k.meta.family == 0) != (c.author == "") {
			t.Errorf("%+v: %d places, head %x, meta %+v", c, len(k.places), k.head, k.meta)
		}
	}
}

// The key of an author is the last word of the family name and the first letter of the given name, in any script.
func TestPersonHash(t *testing.T) {
	var m keyMaker
	frost := m.personHash("Frost", "Ann")
	for _, c := range []struct {
		family, given string
		same          bool
	}{{"frost", "A.", true}, {"van Frost", "Anna", true}, {"Frost", "Åsa", true}, {"Frost", "Bo", false},
		{"Snow", "Ann", false}, {"Frost", "", false}, {"", "Ann", false}, {"Frost", "–", false}, {"Frost", "-A", true}} {
		if got := m.personHash(c.family, c.given); (got == frost) != c.same || c.given == "" && got != 0 {
			t.Errorf("%+v: %x", c, got)
		}
	}
}

// Two names may be one person's if one given name is an initial or the beginning of the other, or the names are
// swapped.
func TestSamePerson(t *testing.T) {
	var m keyMaker
	of := func(family, given string) person {
		p, _ := m.person(&biblio.Contributor{Family: family, Given: given})
		return p
	}
	for _, c := range []struct {
		a, b person
		same bool
	}{
		{of("Frost", "Ann"), of("Frost", "Ann"), true}, {of("Frost", "Ann"), of("Frost", "A."), true},
		{of("Frost", "AB"), of("Frost", "Ann"), true}, {of("Frost", "Bo"), of("Frost", "A."), false},
		{of("Frost", "Rob"), of("Frost", "Robert"), true}, {of("Frost", "Robert"), of("Frost", "Rob"), true},
		{of("Frost", "Yu"), of("Frost", "Yuan"), false}, {of("Frost", "Ann"), of("Ann", "Frost"), true},
		{of("Frost", "Ann"), of("Bo", "Frost"), false}, {of("Frost", "Ann"), of("Snow", "Ann"), false},
	} {
		if c.a.same(c.b) != c.same || c.b.same(c.a) != c.same {
			t.Errorf("%+v", c)
		}
	}
	for _, c := range [][2]string{{"", "Ann"}, {"Frost", ""}} {
		if _, ok := m.person(&biblio.Contributor{Family: c[0], Given: c[1]}); ok {
			t.Errorf("%v is a person", c)
		}
	}
}

// A word with one slip may be the word without it, and two words written together are both: those whose rarer part is
// most frequent. Short and very long words are not tried.
func TestRepair(t *testing.T) {
	long := strings.Repeat("abcdef", 4)
	x, err := InMemory([]biblio.Record{work("learning by the seal, of ice, to be or an ox", 2016),
		work("seal the learning", 2017), work("these al ab cde abc de", 2018), work("b2b "+long+" "+long+"s", 2019)})
	if err != nil {
		t.Fatal(err)
	}
	s, q := x.segments[0], &searcher{}
	for slip, want := range map[string]string{"lerning": "learning", "learnning": "learning", "laerning": "learning",
		"leaxning": "learning", "xlearning": "learning", "learningx": "learning", "earning": "learning",
		"learnin": "learning", "lxearnxing": "", "sel": "seal", "by2": "by", "b2c": "b2b", "tobe": "to be", "ofice": "of ice",
		"theseal": "the seal", "abcde": "ab cde", "thesealing": "", "anoxx": "", "ice": "", "ox": "", "xo": "", "xox": "ox",
		long[:23]: long, long + "x": "", long[:22] + "xf": long} {
		w := &word{}
		q.repair(s, w, []byte(slip))
		var got []string
		for _, a := range w.alts {
			if token := string(s.tokens.item(int(a.id))); token != slip {
				got = append(got, token)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q may be %q, not %q", slip, got, want)
		}
	}
}

// Two neighbouring words may be one, of five letters or more; one broken at the end of a line is that word itself.
func TestJoin(t *testing.T) {
	long := strings.Repeat("abcdef", 8)
	x, err := InMemory([]biblio.Record{work("multiagent online icy "+long+" ofice abcd agent", 2016)})
	if err != nil {
		t.Fatal(err)
	}
	s := x.segments[0]
	for text, alts := range map[string]int{"multi agent": 2, "on line": 2, "of ice": 2, "ab cd": 0, "i cy": 0,
		"multi line": 0, long[:40] + " " + long[40:]: 2, long[:40] + " " + long[40:] + "s": 0} {
		for _, broken := range []bool{false, true} {
			q := &searcher{words: make([]word, 2)}
			q.fold.fold(text)
			q.join(s, 0, broken)
			got := append(q.words[0].alts, q.words[1].alts...)
			if len(got) != alts || alts > 0 && (got[0].like == 1) != broken {
				t.Errorf("%q: %+v", text, got)
			}
		}
	}
}

// The lists of a similar title weigh most of all words, or all but the rarest.
func TestSetLeast(t *testing.T) {
	for _, c := range []struct {
		weights []float32
		want    uint32
	}{{nil, 0}, {[]float32{9}, 0}, {[]float32{1, 9}, 16}, {[]float32{9, 1}, 16}, {[]float32{5, 5, 5, 5}, 224}} {
		q := &searcher{}
		for _, w := range c.weights {
			q.words = append(q.words, word{weight: w})
		}
		if q.setLeast(); q.least != c.want {
			t.Errorf("%v: %d", c.weights, q.least)
		}
	}
}

// The weight of a word is the binary logarithm of how many records there are for each that has it.
func TestLog2(t *testing.T) {
	for n, want := range map[uint32]float32{0: 0, 1: 0, 2: 1, 3: 1.5, 4: 2, 6: 2.5, 1 << 31: 31} {
		if got := log2(n); got != want {
			t.Errorf("%d: %g", n, got)
		}
	}
}

// The lists that name a record are summed by record; later lists may be limited to the records of earlier ones, and a
// list must not name a record that is not there.
func TestAccumulator(t *testing.T) {
	far := []byte{5, 0xAC, 0x02, 0x80, 0x80, 0x01} // records 5, 305 and 16689
	sums := func(a *accumulator) map[uint32]uint32 {
		m := map[uint32]uint32{}
		for _, slot := range a.touched {
			m[a.slots[slot].doc] = a.slots[slot].sum
		}
		return m
	}
	var a accumulator
	for range 2 { // it is cleared
		a.reset(3)
		first := a.add(feature{list: far, weight: 7}, 3, false, 16690)
		second := a.add(feature{list: []byte{4, 1, 1}, weight: 2}, 3, true, 16690)
		full := a.add(feature{list: []byte{4, 1}, weight: 1}, 3, false, 16690) // no room for record 4: the list ends there
		if got := sums(&a); first != 7 || second != 9 || full != 0 ||
			!maps.Equal(got, map[uint32]uint32{5: 9, 305: 7, 16689: 7}) {
			t.Errorf("%d %d %d: %v", first, second, full, got)
		}
	}
	many := slices.Repeat([]byte{1}, 300)
	if a.reset(3); a.add(feature{list: many, weight: 1}, 1000, false, 1000) != 1 || len(a.touched) != len(a.slots)/2 {
		t.Errorf("a table of %d holds %d", len(a.slots), len(a.touched))
	}
	err := func() (err error) {
		defer guard(&err)
		a.reset(3)
		a.add(feature{list: far, weight: 7}, 3, false, 16689)
		return nil
	}()
	if !errors.Is(err, ErrCorrupt) {
		t.Errorf("a record behind the last: %v", err)
	}
}

// How similar a title is depends on its words, their order and its letters; authors, year and container decide among
// equally similar ones, and the number of versions among the rest.
func TestSimilarScores(t *testing.T) {
	first := printed("Journal of Seas", 2016, "Drifting buoys under winter ice", "Ann Frost", "Bo Lind")
	x, err := InMemory([]biblio.Record{first, work("Under winter ice drifting buoys", 2018, "Cy Snow"),
		work("Drifting buoys under winter ice: a long study of the northern channels", 2014, "Di Hail"),
		work("The the", 2000, "Ed Rain"), work("The of the", 2001, "Flo Fog")})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		claim        biblio.Work
		n            int
		score, order float64
	}{
		{first.Work, 0, 1, 1.13}, {biblio.Work{Title: first.Title}, 0, 1, 1},
		{biblio.Work{Title: first.Title, Issued: biblio.Date{Year: 2017}}, 0, 1, 1.01},
		{biblio.Work{Title: first.Title, Issued: biblio.Date{Year: 2015}}, 0, 1, 1.01},
		{biblio.Work{Title: first.Title, Issued: biblio.Date{Year: 2010}}, 0, 1, 1},
		{biblio.Work{Title: "Drifting buoys under ice"}, 0, 0.8236, 0.8236},
		{biblio.Work{Title: "Driftin buoys under winter ice"}, 0, 0.9680, 0.9680},
		{biblio.Work{Title: "Drifting buoys winter under ice"}, 0, 0.8308, 0.8308},
		{biblio.Work{Title: "Under winter ice drifting"}, 1, 0.9056, 0.9056}, {biblio.Work{Title: "the the"}, 3, 1, 1},
	} {
		hits, err := x.Similar(&c.claim, 5)
		if err != nil || len(hits) == 0 {
			t.Fatal(hits, err)
		}
		h := hits[0]
		if h.N != c.n || math.Abs(h.Score-c.score) > 5e-4 || math.Abs(float64(h.order)-c.order) > 5e-4 {
			t.Errorf("%q: %d %.4f %.4f %+v", c.claim.Title, h.N, h.Score, h.order, hits)
		}
	}
}

// Versions of one work make it more popular, up to three; records without a title are never versions by their authors.
func TestPopularity(t *testing.T) {
	for versions, want := range map[int]float32{1: 0, 2: 0.002, 3: 0.004, 4: 0.006, 6: 0.006} {
		for _, title := range []string{"Drifting buoys", ""} {
			x, err := InMemory(slices.Repeat([]biblio.Record{work(title, 2016, "Ann Frost")}, versions))
			if err != nil {
				t.Fatal(err)
			}
			if title == "" {
				want = 0
			}
			if got := x.segments[0].popularity(0); math.Abs(float64(got-want)) > 1e-6 {
				t.Errorf("%d versions of %q: %g", versions, title, got)
			}
		}
	}
}

// Authors, year and container that a claim and a record state alike order works with similar titles.
func TestBonus(t *testing.T) {
	x, err := InMemory([]biblio.Record{printed("Journal of Seas", 2016, "Ice", "Ann Frost", "Bo Lind"), {}})
	if err != nil {
		t.Fatal(err)
	}
	m := x.segments[0].meta(0)
	for _, c := range []struct {
		h           hint
		want, empty float32
	}{{hint{}, 0, 0}, {hint{family: m.family}, 0.06, 0}, {hint{family: m.family ^ 2}, 0, 0},
		{hint{names: m.names}, 0.02, 0}, {hint{names: ^m.names}, 0, 0}, {hint{year: 2016}, 0.03, 0},
		{hint{year: 2017}, 0.01, 0}, {hint{year: 2015}, 0.01, 0},
		{hint{year: 2014}, 0, 0}, {hint{container: m.container}, 0.02, 0}, {hint{container: m.container ^ 2}, 0, 0},
		{hint{2016, m.family, m.names, m.container}, 0.13, 0}} {
		for doc, want := range []float32{c.want, c.empty} {
			if got := c.h.bonus(x.segments[0], uint32(doc)); math.Abs(float64(got-want)) > 1e-6 {
				t.Errorf("%+v: %g", c, got)
			}
		}
	}
}

// The symbols kept are those that save most; among equal ones the longest, then by value.
func TestMostSymbols(t *testing.T) {
	gains := map[candidateSymbol]uint32{{1, 2}: 5, {2, 3}: 5, {3, 3}: 5, {4, 8}: 9000, {5, 8}: 8000, {6, 2}: 1, {7, 2}: 0}
	for n, want := range [][]uint64{{}, {4}, {4, 5}, {4, 5, 2}, {4, 5, 2, 3}, {4, 5, 2, 3, 1}, {4, 5, 2, 3, 1, 6},
		{4, 5, 2, 3, 1, 6}} {
		var got []uint64
		for _, s := range most(gains, n) {
			got = append(got, s.value)
		}
		if !slices.Equal(got, want) {
			t.Errorf("the best %d are %v", n, got)
		}
	}
}

// The people of a claim are its authors with family and given names, each found by the names in both orders.
func TestClaimedPeople(t *testing.T) {
	list := claimedPeople(&biblio.Work{Contributors: []biblio.Contributor{{Family: "Frost", Given: "Ann",
		Role: biblio.Author},
		{Family: "Lind", Given: "Bo", Role: biblio.Editor}, {Family: "Snow", Given: "Cy"}, {Literal: "The Team"},
		{Family: "Yu", Given: "Yu"}}})
	var got []string
	for _, p := range list {
		got = append(got, fmt.Sprintf("%s %s %d", p.given, p.family, len(p.hashes)))
	}
	if strings.Join(got, ", ") != "ann frost 2, cy snow 2, yu yu 1" {
		t.Errorf("%q", got)
	}
	many := make([]biblio.Contributor, eventPeople+2)
	for i := range many {
		many[i] = biblio.Contributor{Family: fmt.Sprint("Frost", i), Given: "Ann"}
	}
	if n := len(claimedPeople(&biblio.Work{Contributors: many})); n != eventPeople {
		t.Errorf("%d people", n)
	}
}

// A chain of words of a title goes on over up to two missing words on either side, with the heavier chain before it.
func TestExtend(t *testing.T) {
	for _, c := range []struct {
		at, token int
		want      float32
	}{{1, 1, 3}, {3, 1, 3}, {4, 1, 1}, {1, 2, 3}, {1, 3, 3}, {1, 4, 1}, {1, 0, 1}} {
		r := rawQuery{chain: make([]chainEnd, 8)}
		r.extend(0, 0, 2)
		if got := r.extend(c.at, int32(c.token), 1); got != c.want {
			t.Errorf("%+v: %g", c, got)
		}
	}
	r := rawQuery{chain: make([]chainEnd, 4)}
	r.extend(0, 0, 5)
	r.extend(0, 1, 2) // lighter: the first token stays there
	if got := r.chain[0]; got != (chainEnd{5, 1}) {
		t.Errorf("the chain ends in %+v", got)
	}
	r.extend(0, 2, 7)
	if got := r.chain[0]; got != (chainEnd{7, 3}) {
		t.Errorf("the chain ends in %+v", got)
	}
}

// A record agrees with a string that has its page, its volume and year if it has any, and its first author or
// container.
func TestAgree(t *testing.T) {
	r := rawQuery{tokens: map[uint16]int{3: 0, 5: 1, 7: 2}, initial: map[uint16]bool{9: true}, years: []uint16{2016}}
	for _, c := range []struct {
		m    meta
		want bool
	}{
		{meta{page: 3, volume: 5, family: 7, container: 9, year: 2016}, true}, {meta{page: 3, family: 7}, true},
		{meta{page: 3, container: 9}, true}, {meta{page: 3}, false}, {meta{family: 7, container: 9}, false},
		{meta{page: 11, family: 7}, false}, {meta{page: 3, volume: 11, family: 7}, false},
		{meta{page: 3, family: 11}, false}, {meta{page: 3, container: 11}, false},
		{meta{page: 3, family: 11, container: 9}, true}, {meta{page: 3, family: 7, container: 11}, true},
		{meta{page: 3, family: 7, year: 2015}, false},
	} {
		if r.agree(c.m) != c.want {
			t.Errorf("%+v", c.m)
		}
	}
	if r.years = nil; !r.agree(meta{page: 3, family: 7, year: 2015}) {
		t.Error("a string without a year contradicts one")
	}
}

// Every part of a record that the string has speaks for it, and another author or year against it.
func TestContext(t *testing.T) {
	r := rawQuery{tokens: map[uint16]int{3: 1, 5: 2, 7: 3, 0: 0}, initial: map[uint16]bool{9: true, 0: true},
		years: []uint16{2016}}
	for _, c := range []struct {
		m    meta
		want float32
	}{
		{meta{}, 0}, {meta{family: 3}, bitsFirst}, {meta{family: 5}, bitsName}, {meta{family: 11}, bitsNoName},
		{meta{year: 2016}, bitsYear}, {meta{year: 2015}, bitsOtherYear}, {meta{page: 7}, bitsPage}, {meta{page: 11}, 0},
		{meta{volume: 7}, bitsVolume}, {meta{volume: 11}, 0}, {meta{container: 9}, bitsContainer}, {meta{container: 11}, 0},
	} {
		if got := r.context(nil, c.m); got != c.want {
			t.Errorf("%+v: %g", c.m, got)
		}
	}
	if r.years = nil; r.context(nil, meta{year: 2015}) != 0 {
		t.Error("a string without a year contradicts one")
	}
}

// Two records with one title are one work if their first authors are equal, and for short titles the years near;
// without
// an author only a long title is enough.
func TestSameAuthors(t *testing.T) {
	for _, c := range []struct {
		x, y   meta
		length byte
		want   bool
	}{
		{meta{family: 1, year: 2000}, meta{family: 1, year: 2010}, 3, true},
		{meta{family: 1, year: 2000}, meta{family: 1, year: 2010}, 2, false},
		{meta{family: 1, year: 2000}, meta{family: 1, year: 2002}, 2, true},
		{meta{family: 1, year: 2002}, meta{family: 1, year: 2000}, 2, true},
		{meta{family: 1, year: 2000}, meta{family: 1, year: 2003}, 2, false},
		{meta{family: 1, year: 2003}, meta{family: 1, year: 2000}, 2, false},
		{meta{family: 1}, meta{family: 1, year: 2000}, 2, true}, {meta{family: 1, year: 2000}, meta{family: 1}, 2, true},
		{meta{family: 1}, meta{family: 3}, 9, false}, {meta{family: 1}, meta{}, 6, true}, {meta{}, meta{family: 1}, 5, false},
		{meta{year: 2000}, meta{family: 1, year: 2003}, 6, false},
	} {
		b := c.y.append(c.x.append(nil))
		k := clusters{metas: b, length: []byte{c.length, c.length}}
		if k.sameAuthors(0, 1) != c.want {
			t.Errorf("%+v", c)
		}
	}
}

// Records that share an identifier are one work unless their authors differ; without authors only with equal lengths.
func TestCompatible(t *testing.T) {
	for _, c := range []struct {
		x, y   meta
		length []byte
		want   bool
	}{
		{meta{family: 1}, meta{family: 1}, []byte{1, 2}, true},
		{meta{family: 1, names: 1}, meta{family: 3, names: 1}, []byte{1, 1}, false},
		{meta{names: 1}, meta{family: 3, names: 3}, []byte{1, 2}, true},
		{meta{family: 3, names: 3}, meta{names: 1}, []byte{1, 2}, true},
		{meta{names: 1}, meta{names: 2}, []byte{1, 1}, false}, {meta{}, meta{names: 2}, []byte{1, 1}, false},
		{meta{names: 2}, meta{}, []byte{1, 1}, false},
		{meta{}, meta{}, []byte{1, 1}, true}, {meta{}, meta{}, []byte{1, 2}, false},
	} {
		k := clusters{metas: c.y.append(c.x.append(nil)), length: c.length}
		if k.compatible(0, 1) != c.want {
			t.Errorf("%+v", c)
		}
	}
}

// The distance of two texts, and of one to the beginnings of another, is that of the plain method, over blocks of 64
// too.
func TestDistances(t *testing.T) {
	plain := func(a, b string) (whole, prefix int) {
		row := make([]int, len(a)+1)
		for i := range row {
			row[i] = i
		}
		prefix = len(a)
		for j := range len(b) {
			left := row[0]
			row[0] = j + 1
			for i := range len(a) {
				next := min(row[i]+1, row[i+1]+1, left+1)
				if a[i] == b[j] {
					next = min(next, left)
				}
				left, row[i+1] = row[i+1], next
			}
			prefix = min(prefix, row[len(a)])
		}
		return row[len(a)], prefix
	}
	long := strings.Repeat("drifting buoys under winter ice ", 5)
	texts := []string{"a", "deep learning", "deep learing", "learning deep", long[:63], long[:64], long[:65], long[:128],
		long[:129], long[3:], long}
	var c comparer
	for _, a := range texts {
		c.pattern([]byte(a))
		for _, b := range append(texts, "") {
			whole, prefix := c.distances([]byte(b))
			if w, p := plain(a, b); whole != w || b != "" && prefix != p {
				t.Errorf("%q and %q: %d %d, not %d %d", a, b, whole, prefix, w, p)
			}
		}
	}
	c.pattern(nil)
	if whole, prefix := c.distances([]byte("abc")); whole != 3 || prefix != 0 {
		t.Errorf("to nothing it is %d %d", whole, prefix)
	}
}

// Those kept are the best, however many have the same value.
func TestKeepBest(t *testing.T) {
	for _, values := range [][]float32{{1}, {3, 1, 2}, {1, 1, 1, 1}, {5, 4, 3, 2, 1, 0}, {0, 1, 2, 3, 4, 5},
		{2, 9, 2, 7, 2, 7, 1, 9, 3}} {
		for n := 1; n <= len(values)+1; n++ {
			var list []rated
			for i, v := range values {
				list = append(list, rated{v, uint32(i)})
			}
			var got []float32
			for _, r := range keepBest(list, n) {
				got = append(got, r.value)
			}
			want := slices.Clone(values)
			slices.Sort(want)
			slices.Sort(got)
			if want = want[max(0, len(want)-n):]; !slices.Equal(got, want) {
				t.Errorf("the %d best of %v are %v", n, values, got)
			}
		}
	}
}

// The limit of a share of misses falls with the witnesses and grows with the misses.
func TestMissBound(t *testing.T) {
	for _, c := range []struct {
		witnesses, missed int
		want              float64
	}{{150, 0, 0.0177}, {30, 0, 0.0827}, {30, 3, 0.2255}, {100, 100, 1}} {
		if got := missBound(c.witnesses, c.missed); math.Abs(got-c.want) > 0.0005 {
			t.Errorf("%+v: %.4f", c, got)
		}
	}
}

// A list counts as complete from a hundred works and thirty witnesses on, if it misses few.
func TestEstimatedRow(t *testing.T) {
	for _, c := range []struct {
		listed, both, others int
		estimated, complete  bool
	}{{100, 29, 0, false, false}, {100, 30, 0, true, false}, {99, 40, 0, false, false}, {200, 150, 0, true, true},
		{200, 100, 50, true, false}, {200, 29, 1, true, false}} {
		k := newCoverageCounter(&scratch{})
		n := 2
		k.names, k.titles = []placeYear{{placeKey{venue: "probes"}, 2016}}, []map[string]*int{{probes: &n}}
		var list []named
		for i := range c.listed {
			list = append(list, named{work: uint32(i), source: 1})
			if i < c.both {
				list = append(list, named{work: uint32(i), source: 2})
			}
		}
		for i := range c.others {
			list = append(list, named{work: uint32(c.listed + i), source: 2})
		}
		row, ok := k.row(list)
		works := 0
		if c.complete {
			works = c.listed + c.others
		}
		if ok != c.estimated || row.Complete != c.complete || row.Works != works || ok && row.Container != probes {
			t.Errorf("%+v: %t %+v", c, ok, row)
		}
	}
}

// The title of a container is the most frequent one, the first in order if several are.
func TestMostOften(t *testing.T) {
	one, two, again := 1, 2, 2
	if got := mostOften(map[string]*int{"a": &one, "c": &two, "b": &again}); got != "b" {
		t.Errorf("%q", got)
	}
}

// Only venues that are known, in years that may be true, are counted; workshops are not.
func TestCountedPlaces(t *testing.T) {
	for _, c := range []struct {
		container string
		year      int
		status    biblio.Status
		counted   bool
	}{{"Proceedings of NAACL", 2016, 0, true}, {"Proceedings of NAACL", 1500, 0, true},
		{"Proceedings of NAACL", 1499, 0, false}, {"Proceedings of NAACL", 2999, 0, true},
		{"Proceedings of NAACL", 3000, 0, false}, {"", 2016, 0, false}, {"arXiv", 2016, 0, false},
		{"Proceedings of NAACL", 2016, biblio.StatusRejected, false}} {
		k := newCoverageCounter(&scratch{})
		r := printed(c.container, c.year, "Ice")
		r.Status = c.status
		k.add(0, &r)
		k.add(1, &r)
		if len(k.count) != 1 || k.count[0] != 2 || (len(k.names) == 1) != c.counted ||
			c.counted && *k.titles[0][c.container] != 2 {
			t.Errorf("%+v: %v %v", c, k.count, k.names)
		}
	}
}

// A row states how many works it lists, or its note does.
func TestWorksOfRow(t *testing.T) {
	for _, c := range []struct {
		works int
		note  string
		want  int
	}{{7, "9 papers", 7}, {0, "569 papers, a list", 569}, {0, "all", 0}, {0, "-3 papers", 0}, {1, "", 1}} {
		r := coverRow{CoverageRow: biblio.CoverageRow{Works: c.works, Note: c.note}}
		if got := r.works(); got != c.want {
			t.Errorf("%+v: %d", c, got)
		}
	}
}

// Nothing is found in an empty index, with no room for it, or for a text without words; the limit counts works.
func TestLimits(t *testing.T) {
	empty, err := InMemory(nil)
	if err != nil {
		t.Fatal(err)
	}
	x, err := InMemory([]biblio.Record{work("Drifting buoys", 2016, "Ann Frost"), work("Drifting buoys", 2019, "Bo Lind")})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		in    *Index
		title string
		limit int
		want  int
	}{{empty, "Drifting buoys", 3, 0}, {x, "Drifting buoys", 0, 0}, {x, "Drifting buoys", -1, 0}, {x, "", 3, 0},
		{x, "Drifting buoys", 1, 1}, {x, "Drifting buoys", 3, 2}} {
		hits, err := c.in.Similar(&biblio.Work{Title: c.title}, c.limit)
		if err != nil || len(hits) != c.want {
			t.Errorf("%+v: %v, %v", c, hits, err)
		}
		if hits, err = c.in.ByRaw(c.title, c.limit); err != nil || len(hits) != c.want {
			t.Errorf("%+v as a string: %v, %v", c, hits, err)
		}
	}
}

// A title is found whole, or without the subtitle of the record; never as the mere beginning of one.
func TestByTitle(t *testing.T) {
	x, err := InMemory([]biblio.Record{work("Drifting buoys: a study", 2016), work("Drifting buoys", 2017),
		work("Drifting buoys under ice", 2018)})
	if err != nil {
		t.Fatal(err)
	}
	for title, want := range map[string][]Hit{"Drifting buoys": {{N: 1, Score: 1}, {N: 0, Score: 0.9}},
		"Drifting buoys: a study": {{N: 0, Score: 1}}, "Drifting": nil, "Drifting buoys under": nil, "": nil} {
		hits, err := x.ByTitle(title)
		for i := range hits {
			hits[i].order = 0
		}
		if err != nil || !slices.Equal(hits, want) {
			t.Errorf("%q: %v, %v", title, hits, err)
		}
	}
	s := x.segments[0]
	drifting, _ := s.token([]byte("drifting"))
	buoys, _ := s.token([]byte("buoys"))
	for _, c := range []struct {
		tokens []uint32
		more   bool
		want   bool
	}{{[]uint32{drifting, buoys}, false, true}, {[]uint32{drifting}, false, false}, {[]uint32{drifting}, true, true},
		{[]uint32{drifting, buoys}, true, true}, {[]uint32{drifting, buoys, buoys}, true, false},
		{[]uint32{buoys}, true, false}} {
		if s.startsWith(1, c.tokens, c.more) != c.want {
			t.Errorf("%+v", c)
		}
	}
}

// A string finds the work that it names by an identifier, by its title, or by its place in print, over broken words and
// with the name in two parts.
func TestRawNames(t *testing.T) {
	target := printed("Journal of Clinical Oncology", 2004, "Drifting buoys under winter ice", "Ann Frostwick")
	target.Volume, target.Pages = "17", "331-339"
	target.IDs = []ident.ID{{Scheme: ident.DOI, Value: "10.1234/ice"}}
	year := work("Salt in coastal waters", 1998, "Bo Lindgren")
	year.Pages = "41-44"
	records := append([]biblio.Record{target, year}, someRecords(50, 3)...)
	x, err := InMemory(records)
	if err != nil {
		t.Fatal(err)
	}
	hits, err := x.ByRaw(target.Title, 1)
	if err != nil || len(hits) != 1 || hits[0].N != 0 || hits[0].Score < 0.999 {
		t.Errorf("a string that is the title: %+v, %v", hits, err)
	}
	for raw, want := range map[string]int{
		"see doi:10.1234/ice": 0, "A. Frostwick. Drifting buoys under winter ice. 2004.": 0,
		"A. Frost. Drif-\nting buoys un-\nder winter ice": 0, "Frostwick A, J. Clin. Oncol. 17, 331 (2004)": 0,
		"Frost-\nwick A, 17, 331 (2004)": 0, "J. Clin. Oncol. 17:331": 0, "J. Clin. Onco-\nlogy 17:331": 0,
		"Lindgren B (1998) 41-44": 1, "Lindgren B (1997) 41-44": -1, "Other A, J. Surg. 17:331": -1,
		"see doi:10.1234/other": -1,
	} {
		hits, err := x.ByRaw(raw, 3)
		if err != nil {
			t.Fatal(err)
		}
		got := slices.IndexFunc(hits, func(h Hit) bool { return h.N < 2 && h.order > 5 })
		if want < 0 && got >= 0 || want >= 0 && (len(hits) == 0 || hits[0].N != want) {
			t.Errorf("%q: %v", raw, hits)
		}
	}
}

// The initials before a number are those of every run of words that ends there, over years and short numbers.
func TestInitialsBefore(t *testing.T) {
	for raw, want := range map[string]string{"Frost J Clin Oncol 17": "o co jco fjco",
		"J of Clin Oncol 2004 17": "o co jco",
		"J Clin Onco- logy 17":    "l o co jco", "J Clin Onco- 17": "o co jco", "17": "",
		"Oncol 1 2 3 4 17": "o", "Oncol 1 2 3 4 5 17": "1 o1",
		"a b c d e f g h i j k l 17": "l kl jkl ijkl hijkl ghijkl fghijkl efghijkl defghijkl cdefghijkl"} {
		q := &searcher{}
		r := q.prepareRaw(raw)
		var got []string
		for _, c := range r.initialsBefore(q, q.fold.len()-1) {
			got = append(got, string(c))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q", raw, got)
		}
	}
}

// A name is stored in reading order where it can be taken apart again.
func TestNamesComeBack(t *testing.T) {
	for _, c := range []biblio.Contributor{
		{Family: "Frost", Given: "Ann"}, {Family: "Frost", Given: "Ann B."}, {Family: "Frost"},
		{Family: "Frost Snow", Given: "A"},
		{Family: "Frost", Given: " "}, {Literal: "The Team"}, {Family: "Frost", Particle: "van"},
		{Family: "Frost", Suffix: "Jr"},
		{Given: "Ann"}, {Family: "Frost", Given: "Ann", Stated: "Frost, Ann"},
		{Family: "Frost", Given: "Ann", Stated: "Frost Ann"},
		{Family: "Frost", Given: "Ann", Stated: "Ann Frost*"}, {Family: "Frost", Given: "Ann", Stated: "other"},
		{Family: "Frost", Given: "Ann", Role: biblio.Editor}, {Family: "Frost", Given: "Ann", Role: "singer"},
	} {
		for _, role := range []biblio.Role{c.Role, biblio.Author} {
			c.Role = role
			r := biblio.Record{Work: biblio.Work{Title: "Ice", Contributors: []biblio.Contributor{c}}}
			x, err := InMemory([]biblio.Record{r})
			if err != nil {
				t.Fatal(err)
			}
			got, err := x.Record(0)
			if err != nil || len(got.Contributors) != 1 || got.Contributors[0] != c {
				t.Errorf("%+v: %+v, %v", c, got.Contributors, err)
			}
		}
	}
	var c biblio.Contributor
	if setReadingOrder(&c, " Frost"); c.Given != "" || c.Family != "Frost" {
		t.Errorf("an empty given name comes back as %+v", c)
	}
}

// A claim is by the record's author if the first family names are equal, or half of all names are.
func TestSameAuthorHint(t *testing.T) {
	for _, c := range []struct {
		h    hint
		m    meta
		want bool
	}{{hint{}, meta{}, false}, {hint{family: 3}, meta{family: 3}, true}, {hint{family: 3}, meta{family: 5}, false},
		{hint{family: 3, names: 3}, meta{family: 5, names: 1}, true}, {hint{names: 7}, meta{names: 1}, false},
		{hint{names: 1}, meta{}, false}} {
		if c.h.sameAuthor(c.m) != c.want {
			t.Errorf("%+v", c)
		}
	}
}

// A record is of an event if its container is another part of it and its year at most one away, or not stated.
func TestHolds(t *testing.T) {
	e := &event{year: 2016, known: map[string]bool{}, names: []normalise.Container{normalise.ParseContainer(probes)}}
	for year, want := range map[int]bool{2016: true, 2015: true, 2017: true, 2014: false, 2018: false, 0: true} {
		r := printed(probes, year, "Ice")
		if e.holds(&r) != want {
			t.Errorf("%d", year)
		}
	}
	r := printed("Journal of Seas", 2016, "Ice")
	if e.holds(&r) {
		t.Error("another container is of the event")
	}
	for year, want := range map[uint16]float32{0: 1, 2016: 0, 2014: 2, 2019: 3} {
		if got := e.distance(meta{year: year}); got != want {
			t.Errorf("%d is %g years away", year, got)
		}
	}
}

// A title that begins another is the same without a subtitle, if it is long enough or the other's subtitle starts
// there.
func TestBeginsAlike(t *testing.T) {
	for _, c := range []struct {
		claim, record string
		want          bool
	}{{"a study of ice", "a study of ice in the sea", true}, {"a study of ice in the sea", "a study of ice", true},
		{"study of ice", "study of ice: the sea", true}, {"study of ice", "study of ice the sea", false},
		{"of ice", "of ice: the sea", false}, {"a study of ice", "a study of ice", false},
		{"a study of ice", "a study of snow in the sea", false}} {
		e := &event{}
		e.title.fold(c.claim)
		r := work(c.record, 2016)
		if e.beginsAlike(&r) != c.want {
			t.Errorf("%+v", c)
		}
	}
}
