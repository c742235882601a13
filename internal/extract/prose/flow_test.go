package prose

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

const (
	one = "Vaswani, A., Shazeer, N., & Parmar, N. (2017). Attention is all you need. Advances in Neural Information " +
		"Processing Systems, 30, 5998–6008."
	two   = "Kuhn, T. S. (1962). The structure of scientific revolutions. University of Chicago Press."
	three = "LeCun, Y., Bengio, Y., & Hinton, G. (2015). Deep learning. Nature, 521(7553), 436–444."
	prose = "We show in this part that the method works, and that this is so because it was not known in 2019 how it " +
		"does, which is why we have it here."

	terse  = "Knuth, The Art of Computer Programming, vol. 1"
	brief  = "Weber, Wirtschaft und Gesellschaft, Tübingen"
	census = "The data of 2004 and 2008 were taken from the census (Statistical Office, 2009, p. 12)."
)

// inLines breaks a reference after its authors and after its title, as a web page does.
func inLines(ref string) string {
	ref = strings.Replace(ref, " (", "\n(", 1)
	return strings.Replace(ref, "). ", ").\n", 1)
}

func raws(d Document) string {
	var list []string
	for _, ref := range d.Read().References {
		list = append(list, ref.Raw)
	}
	return strings.Join(list, "\n")
}

func TestLists(t *testing.T) {
	p := func(text string) Paragraph { return Paragraph{Text: text} }
	h := func(text string) Paragraph { return Paragraph{Text: text, Heading: 1} }
	all := one + "\n" + two + "\n" + three
	for name, c := range map[string]struct {
		in   []Paragraph
		want string
	}{
		"heading": {[]Paragraph{h("Intro"), p(prose), h("References"), p(one), p(two), p(three),
			h("Appendix"), p(prose)}, all},
		"plain heading": {[]Paragraph{p(prose), p("Literaturverzeichnis"), p(one), p(two), p(three),
			p("Anhang"), p(prose)}, all},
		"mixed marks": {[]Paragraph{h("References"), {Text: one, Listed: true}, p(two), {Text: three, Item: true}},
			all},
		"marked, no heading": {[]Paragraph{p(prose), {Text: one, Listed: true}, {Text: two, Listed: true},
			{Text: three, Listed: true}, p(prose)}, all},
		"subheadings": {[]Paragraph{h("Bibliography"), p("Primary sources"), p(one), {Text: "Books", Heading: 2},
			p(two), p(three)}, all},
		"per chapter": {[]Paragraph{h("One"), p(prose), h("References"), p(one), p(two), h("Two"), p(prose),
			h("References"), p(three), p(two)}, one + "\n" + two + "\n" + three + "\n" + two},
		"no heading":    {[]Paragraph{p(prose), p(prose), p(one), p(two), p(three)}, all},
		"only a list":   {[]Paragraph{p(one), p(two)}, one + "\n" + two},
		"typed numbers": {[]Paragraph{h("References"), p("[1] " + one), p("[2] " + two), p("[3] " + three)}, all},
		"marked and typed": {[]Paragraph{{Text: "1.\t" + one, Listed: true}, {Text: "2.\t" + two, Listed: true},
			{Text: "3.\t" + three, Listed: true}}, all},
		"one paragraph": {[]Paragraph{h("References"), p(one + "\n" + two + "\n" + three + "\n" + one + "\n" + two)},
			all + "\n" + one + "\n" + two},
		"continued": {[]Paragraph{h("References"), p("1. " + one[:60]), p(one[60:]), p("2. " + two),
			p("3. " + three)}, one[:60] + " " + one[60:] + "\n" + two + "\n" + three},
		"misused style": {[]Paragraph{{Text: prose, Listed: true}, {Text: prose, Listed: true}, h("References"), p(one),
			p(two)}, one + "\n" + two},
		"nothing": {[]Paragraph{h("References"), p(prose), p(prose)}, ""},
		"terse works": {[]Paragraph{p("Literatur"), {Text: terse, Item: true}, {Text: terse, Item: true}},
			terse + "\n" + terse},
		"about works": {[]Paragraph{h("References"), p(prose), p(census), p(prose)}, ""},
		"marked, terse": {[]Paragraph{{Text: brief, Listed: true}, {Text: terse, Listed: true},
			{Text: brief, Listed: true}}, brief + "\n" + terse + "\n" + brief},
		"marked, no works": {[]Paragraph{{Text: prose, Listed: true}, {Text: prose, Listed: true},
			{Text: census, Listed: true}, {Text: prose, Listed: true}, {Text: prose, Listed: true}}, ""},
		"terse, no heading": {[]Paragraph{p(prose), p(terse), p(terse), p(terse), p(prose)}, ""},
		"numbered links": {[]Paragraph{h("References"), {Text: "Homepage of the project", Item: true},
			{Text: "Our slides", Item: true}}, ""},
		"numbered works": {[]Paragraph{h("References"), {Text: "Aristoteles, Politik, Berlin: Akademie", Item: true},
			{Text: "Platon, Politeia, Hamburg: Meiner", Item: true}},
			"Aristoteles, Politik, Berlin: Akademie\nPlaton, Politeia, Hamburg: Meiner"},
		"lines of an entry": {[]Paragraph{h("References"), p(inLines(one)), p(inLines(two)), p(inLines(three))}, all},
		"entries in lines": {[]Paragraph{h("References"), p(one + "\n" + one + "\n" + one + "\n" + one)},
			one + "\n" + one + "\n" + one + "\n" + one},
	} {
		if got := raws(Document{Paragraphs: c.in}); strings.ReplaceAll(got, " ", "") != strings.ReplaceAll(c.want, " ", "") {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, c.want)
		}
	}
}

func source(key, title, family string, year int) Source {
	return Source{Key: key,
		Claim: reading.Claim{Work: biblio.Work{Title: title, Issued: biblio.Date{Year: year},
			Contributors: []biblio.Contributor{{Family: family}}}}}
}

func TestSources(t *testing.T) {
	d := Document{
		Paragraphs: []Paragraph{{Text: "x", Marks: []Mark{{Keys: []string{"a", "b", "c"}}}}, {Text: "References", Heading: 1},
			{Text: one}, {Text: two}, {Text: three}},
		Sources: []Source{source("a", "Attention Is All You Need", "Vaswani", 2017),
			source("b", "Deep learning", "Goodfellow", 2016), source("c", "Deep Learning", "LeCun", 2015),
			{Key: "q", Quiet: true, Claim: reading.Claim{Work: biblio.Work{Title: "Never cited"}}}},
	}
	r := d.Read()
	var got []string
	for _, ref := range r.References {
		got = append(got, ref.Key+" "+ref.Claimed.FullTitle())
	}
	want := "a Attention Is All You Need; The structure of scientific revolutions;c Deep Learning;b Deep learning"
	if strings.Join(got, ";") != want {
		t.Errorf("%q, want %q", strings.Join(got, ";"), want)
	}
	if len(r.Citations) != 3 {
		t.Errorf("citations %v", r.Citations)
	}
}

// Very many sources and entries with the same words are joined in bounded time.
func TestManySources(t *testing.T) {
	d := Document{Paragraphs: []Paragraph{{Text: "References", Heading: 1}}}
	for range 5000 {
		d.Paragraphs = append(d.Paragraphs, Paragraph{Text: "A b 2001.", Item: true})
		d.Sources = append(d.Sources, source("k", "The same title of all", "Nobody", 2001))
	}
	if r := d.Read(); len(r.References) < 5000 {
		t.Errorf("%d references", len(r.References))
	}
}

// What ends a list under a heading: a heading of its level, another list, an appendix, notes.
func TestEndsOfList(t *testing.T) {
	long := strings.Repeat("Appendix ", 10)
	for _, c := range []struct {
		name          string
		p             Paragraph
		heading       int // level of the list's own heading
		ends, skipped bool
	}{
		{"a heading of its level", Paragraph{Text: "Results", Heading: 1}, 1, true, true},
		{"a heading below it", Paragraph{Text: "Books", Heading: 2}, 1, false, true},
		{"a heading behind one that is only text", Paragraph{Text: "Results", Heading: 2}, 0, true, true},
		{"an item", Paragraph{Text: "Appendix", Item: true}, 1, false, false},
		{"an appendix", Paragraph{Text: "Appendix"}, 1, true, true},
		{"a long line", Paragraph{Text: "Appendix " + long[:81]}, 1, false, false},
		{"another list", Paragraph{Text: "References"}, 1, true, false},
		{"notes", Paragraph{Text: "Anmerkungen"}, 1, true, true},
		{"a reference", Paragraph{Text: two}, 1, false, false},
		{"a part of the list", Paragraph{Text: "Primary sources"}, 1, false, true},
		{"with a stop", Paragraph{Text: "Primary sources."}, 1, false, false},
		{"with a link", Paragraph{Text: "Primary sources", Links: []Link{{}}}, 1, false, false},
		{"with a label", Paragraph{Text: "Primary sources", Label: "1"}, 1, false, false},
		{"with a key", Paragraph{Text: "Primary sources", Keys: []string{"a"}}, 1, false, false},
		{"marked by the file", Paragraph{Text: "Primary sources", Listed: true}, 1, false, false},
	} {
		d := Document{Paragraphs: []Paragraph{{Text: "References", Heading: c.heading}, c.p}}
		if got := d.ends(1, &d.Paragraphs[0]); got != c.ends {
			t.Errorf("%s ends it: %t", c.name, got)
		}
		if got := d.subheading(1); got != c.skipped && c.name != "another list" {
			t.Errorf("%s is no entry: %t", c.name, got)
		}
	}
}

// Three paragraphs in a row that are no references end a list, behind its first ones.
func TestSentencesEndList(t *testing.T) {
	p := func(texts ...string) (list []Paragraph) {
		for _, text := range texts {
			list = append(list, Paragraph{Text: text})
		}
		return list
	}
	const heading = "References"
	for _, c := range []struct {
		name string
		in   []Paragraph
		want int
	}{
		{"three behind two", p(heading, one, two, prose, prose, prose, three), 2},
		{"two behind two", p(heading, one, two, prose, prose, three), 5},
		{"three that the file numbers", append(p(heading, one, two, three), Paragraph{Text: prose, Label: "4"},
			Paragraph{Text: prose, Label: "5"}, Paragraph{Text: prose, Label: "6"}), 6},
		{"blank ones are not counted", p(heading, one, "", two, " ", three), 3},
	} {
		d := Document{Paragraphs: c.in}
		if got := d.under(0); len(got) != c.want {
			t.Errorf("%s: %v, want %d", c.name, got, c.want)
		}
	}
}

// Without a heading the longest stretch of references is the list; one other paragraph in between is part of it.
func TestBare(t *testing.T) {
	for _, c := range []struct{ name, kinds, want string }{ // r: a reference, t: text, h: a heading, n: a note
		{"three in a row", "ttrrrt", "[2 3 4]"},
		{"two in a row", "ttrrt", "[]"},
		{"only two", "rr", "[0 1]"},
		{"one text in between", "trrtrt", "[1 2 3 4]"},
		{"two texts in between", "trrttrt", "[]"},
		{"a heading in between", "trrhrt", "[]"},
		{"a note in between", "trrnrt", "[1 2 4]"},
		{"the longer one", "rrrttrrrrt", "[5 6 7 8]"},
	} {
		var d Document
		for _, kind := range c.kinds {
			d.Paragraphs = append(d.Paragraphs, map[rune]Paragraph{'r': {Text: two}, 't': {Text: prose},
				'h': {Text: "Results", Heading: 1}, 'n': {Text: two, Note: "1"}}[kind])
		}
		if got := fmt.Sprint(d.bare()); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A list that the file numbers or marks has an entry in each paragraph, unless these have many lines.
func TestWholeParagraphs(t *testing.T) {
	lines := strings.TrimSpace(strings.Repeat(two+"\n", 5))
	for _, c := range []struct {
		name             string
		marked, unmarked int
		text             string
		want, many       bool
	}{
		{"all", 3, 0, two, true, false}, {"nine of ten", 9, 1, two, true, false}, {"eight of nine", 8, 1, two, false, false},
		{"none", 0, 2, two, false, false}, {"with many lines", 3, 0, lines, false, true},
	} {
		var d Document
		var region []int
		for i := range c.marked + c.unmarked {
			p := Paragraph{Text: c.text, Item: i < c.marked}
			d.Paragraphs, region = append(d.Paragraphs, p), append(region, i)
		}
		if got := d.whole(region); got != c.want {
			t.Errorf("%s: whole: %t", c.name, got)
		}
		if got := d.manyInside(region); got != c.many {
			t.Errorf("%s: many: %t", c.name, got)
		}
	}
	for _, c := range []struct {
		labels string
		want   bool
	}{
		{"1 2 3", true}, {"1 2 3 4 x", true}, {"1 2 3 x", false}, {"1", false}, {"2 3 4", false},
	} {
		var d Document
		var region []int
		for i, label := range strings.Fields(c.labels) {
			d.Paragraphs, region = append(d.Paragraphs, Paragraph{Text: label + ". " + two}), append(region, i)
		}
		if d.counted(region) != c.want {
			t.Errorf("%s are counted: %t", c.labels, !c.want)
		}
	}
}

// An entry takes from the work that the file describes what it does not print otherwise.
func TestTake(t *testing.T) {
	described := biblio.Work{Title: "Deep learning", Volume: "521", Pages: "436-444", Issued: biblio.Date{Year: 2015},
		IDs: []ident.ID{{Scheme: ident.DOI, Value: "10.1038/nature14539"}},
		URL: "https://www.nature.com/articles/nature14539"}
	for _, c := range []struct {
		name    string
		raw     string
		printed biblio.Work
		want    string // year, volume, pages, DOI and address
	}{
		{"printed alike", three, biblio.Work{Volume: "521", Pages: "436–444", Issued: biblio.Date{Year: 2015}},
			"2015 521 436-444 10.1038/nature14539 https://www.nature.com/articles/nature14539"},
		{"another year, volume and page", "LeCun, Y. (2014). Deep learning. Nature, 512, 463–444.",
			biblio.Work{Volume: "512", Pages: "463–444", Issued: biblio.Date{Year: 2014}},
			"2014 512 463–444 10.1038/nature14539 https://www.nature.com/articles/nature14539"},
		{"nothing printed", "LeCun, Deep learning.", biblio.Work{},
			"2015 521 436-444 10.1038/nature14539 https://www.nature.com/articles/nature14539"},
		{"another DOI", three + " doi:10.1038/nature99999",
			biblio.Work{IDs: []ident.ID{{Scheme: ident.DOI, Value: "10.1038/nature99999"}}},
			"2015 521 436-444 10.1038/nature99999 https://www.nature.com/articles/nature14539"},
	} {
		ref := biblio.Reference{Raw: c.raw, Claimed: c.printed}
		take(&ref, &Source{Claim: reading.Claim{Work: described}})
		w := &ref.Claimed
		got := strings.Join([]string{w.YearString(), w.Volume, w.Pages, w.ID(ident.DOI).Value, w.URL}, " ")
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
	for s, want := range map[string]string{"436-444": "436", "436–44": "436", "e12": "e12", "": ""} {
		if got := leadingNumber(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
	raw := "LeCun, Y. (2015). Deep learning."
	spans := keptSpans(map[biblio.Field]biblio.Span{biblio.FieldTitle: {Start: 18, End: 31},
		biblio.FieldYear: {Start: 11, End: 15}, biblio.FieldAuthors: {End: 9}, biblio.FieldPages: {Start: 20, End: 99}},
		raw, &biblio.Work{Title: "Deep learning", Issued: biblio.Date{Year: 2016}})
	if len(spans) != 2 || spans[biblio.FieldTitle].End != 31 || spans[biblio.FieldAuthors].End != 9 {
		t.Errorf("spans %v", spans)
	}
}

// A described work is printed where its title is, or most of its words with its first author.
func TestFind(t *testing.T) {
	for _, c := range []struct {
		name, title, family string
		year, want          int
	}{
		{"title and author", "Deep learning", "LeCun", 2015, 2},
		{"a title of four words by somebody else", "The structure of scientific revolutions", "Miller", 1970, 1},
		{"a short title by somebody else", "Deep learning", "Miller", 2015, -1},
		{"three words of five", "The structure of scientific progress", "Kuhn", 1962, 1},
		{"two words of four", "Structure of quantum revolutions", "Kuhn", 1962, 1}, // by author and year
		{"another work", "Sand and dunes", "Berg", 1999, -1},
	} {
		x := indexEntries([]biblio.Reference{{Raw: one}, {Raw: two}, {Raw: three}})
		w := source("k", c.title, c.family, c.year).Claim.Work
		if at, ok := x.find(&w); at != c.want || ok != (c.want >= 0) {
			t.Errorf("%s: %d, want %d", c.name, at, c.want)
		}
	}
}

// The paragraphs of a note belong together; several references of a note have keys of their own.
func TestNotesRead(t *testing.T) {
	note := func(label, text string, keys ...string) Paragraph {
		return Paragraph{Text: text, Note: label, Keys: keys}
	}
	d := Document{Paragraphs: []Paragraph{{Text: prose},
		note("1", "Weber, Max: Wirtschaft und Gesellschaft,", "n1"), note("1", "Tübingen 1972, S. 28."),
		note("2", "Kuhn, Thomas S.: The Structure of Scientific Revolutions, Chicago 1962, S. 10; LeCun, Yann: Deep "+
			"Learning for All of Us, New York 2015, S. 4.", "n2"),
		note("3", "Luhmann, Niklas: Soziale Systeme, Frankfurt 1984, S. 22.", "n3")}}
	var got []string
	for _, ref := range d.Read().References {
		got = append(got, ref.Key+" "+ref.Extra["note"]+" "+strings.Fields(ref.Raw)[0])
	}
	if want := "n1 1 Weber,|n2 2 Kuhn,|n2.2 2 LeCun,|n3 3 Luhmann,"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %s", got, want)
	}
	if first := d.Read().References[0].Raw; first != "Weber, Max: Wirtschaft und Gesellschaft, Tübingen 1972, S. 28." {
		t.Errorf("the first is %q", first)
	}
}
