package prose

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
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
