package labeller

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/refstring"
	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

func record(i int) *Record {
	r := &Record{
		ID: fmt.Sprint(i), Title: fmt.Sprintf("On the study of number %d in groups", i),
		Authors: []string{"Anna Maria Schmidt", "Bob Jones", "Jean-Pierre van der Berg"},
		Year:    "2011", Venue: "Journal of Testing Research", Volume: "12", Issue: "3", Pages: "45-67", DOI: "10.1000/abc",
		ArXiv: "1101.00123", Publisher: "Test Press", URL: "https://example.org/x", Type: "article",
	}
	r.prepare()
	return r
}

// Every style prints every kind of record, and labels the text.
func TestStyles(t *testing.T) {
	r := newRenderer(1, []string{"Springer"})
	for n := range styles {
		for _, kind := range []string{"article", "conference", "book", "preprint", "chapter", "report", "news", "page",
			"korean", "chinese"} {
			rec := *record(n)
			rec.disguise, rec.editors = kind, rec.people[:1]
			out, ok := r.print(&rec, styles[n], styles[n].names)
			if !ok {
				continue
			}
			if len(out.Labels) != len(out.Raw) || strings.ContainsAny(out.Raw, "{}<>") {
				t.Errorf("%s %s: %q", styles[n].name, kind, out.Raw)
			}
		}
		if _, ok := r.print(record(n), styles[n], styles[n].names); !ok {
			t.Errorf("%s does not print an article", styles[n].name)
		}
	}
}

func TestCleanRendering(t *testing.T) {
	r := newRenderer(1, nil)
	out, ok := r.Clean(record(1), 0)
	if want := "Schmidt, A. M., Jones, B., & van der Berg, J.-P. (2011). On the study of number 1 in groups. Journal of " +
		"Testing Research, 12(3), "; !ok || !strings.HasPrefix(out.Raw, want) {
		t.Errorf("%q", out.Raw)
	}
}

// Damage changes text and labels together, always the same way for the same seed.
func TestDamage(t *testing.T) {
	print := func() string {
		r := newRenderer(5, []string{"Springer"})
		r.others = []*Record{record(1), record(2)}
		var b strings.Builder
		for i := range 300 {
			out, ok := r.Varied(record(i))
			if ok && len(out.Labels) != len(out.Raw) {
				t.Fatalf("%d labels for %d bytes", len(out.Labels), len(out.Raw))
			}
			b.WriteString(out.Raw)
		}
		return b.String()
	}
	if first, second := print(), print(); first != second {
		t.Error("two renderers of one seed differ")
	}
}

func TestTidy(t *testing.T) {
	text := func(s string) *string { return &s }
	l := Labelled{Raw: "Doe J. A title. In: J Ecol Vol. 80 (3): pp. 44-50.", Segments: [][2]*string{
		{text("author"), text("Doe J.")}, {text("title"), text("A title.")}, {text("journal"), text("In: J Ecol")},
		{text("volume"), text("Vol. 80 (3):")}, {text("pages"), text("pp. 44-50.")},
	}}
	e, ok := l.Example(1)
	if !ok {
		t.Fatal("segments do not fit")
	}
	want := map[string]tagger.Label{"in": tagger.None, "ecol": tagger.Container, "vol": tagger.None, "80": tagger.Volume,
		"3": tagger.Issue, "pp": tagger.None, "44": tagger.Pages, "doe": tagger.Author, "title": tagger.Title}
	for i := range e.Tokens {
		if l, ok := want[e.word(i)]; ok && l != e.Labels[i] {
			t.Errorf("%s has label %d, want %d", e.word(i), e.Labels[i], l)
		}
	}
}

func TestSame(t *testing.T) {
	for _, c := range []struct {
		field, predicted, gold string
		want                   bool
	}{
		{"title", "A Title: of things", "a title of things.", true}, {"title", "A title", "A title of", false},
		{"container", "Nature", "In Nature", true},
		{"pages", "12-14", "pp. 12–14", true}, {"author", "Smith\nJones", "Jones, B., & Smith, A.", true},
		{"author", "Smith", "Jones, B., & Smith, A.", false},
		{"doi", "10.1000/x", "https://doi.org/10.1000/X", true}, {"year", "2019", "2018", false},
	} {
		if got := Same(c.field, c.predicted, c.gold); got != c.want {
			t.Errorf("Same(%s, %q, %q) = %v", c.field, c.predicted, c.gold, got)
		}
	}
}

func TestConventions(t *testing.T) {
	raw := "Doe J. A title. J Ecol 2008;31(3):491–514."
	at := func(s string) biblio.Span { i := strings.Index(raw, s); return biblio.Span{Start: i, End: i + len(s)} }
	p := refstring.Parsed{Spans: map[biblio.Field]biblio.Span{biblio.FieldYear: at("2008"), biblio.FieldVolume: at("31"),
		biblio.FieldIssue: at("3"), biblio.FieldPages: at("491–514")}}
	p.Spans[biblio.FieldIssue] = biblio.Span{Start: at("(3)").Start + 1, End: at("(3)").End - 1}
	p.Work = biblio.Work{Volume: "31", Issue: "3", Pages: "491–514", Issued: biblio.Date{Year: 2008}}
	if f := Predicted(raw, &p, conventionOf("anystyle_gold")); !Same("volume", f["volume"], "2008;31(3):491–514") ||
		f["pages"] != "" || f["year"] != "" {
		t.Errorf("whole words: %q", f)
	}
	if f := Predicted(raw, &p, conventionOf("grobid_citation_corpus")); f["volume"] != "31" || f["pages"] != "491–514" ||
		f["year"] != "2008" {
		t.Errorf("fields alone: %q", f)
	}
}

// The same examples and options result in the same bytes, and the weights can parse what they were trained on.
func TestFitIsRepeatable(t *testing.T) {
	r := newRenderer(3, []string{"Springer"})
	r.others = []*Record{record(1)}
	var examples []Example
	for i := range 150 {
		if out, ok := r.Clean(record(i), i); ok {
			examples = append(examples, newExample(out.Raw, out.Labels, 1))
		}
	}
	o := DefaultOptions()
	o.Epochs = 4
	fit := func() []byte { return fit(examples, &tagger.Weights{}, o).Encode() }
	a := fit()
	if !bytes.Equal(a, fit()) {
		t.Error("two runs differ")
	}
	w, err := tagger.Decode(a)
	if err != nil {
		t.Fatal(err)
	}
	p := refstring.NewParser(tagger.NewModel(w)).Parse(examples[0].Raw)
	if p.Work.Title != "On the study of number 0 in groups" {
		t.Errorf("title %q of %q", p.Work.Title, examples[0].Raw)
	}
}

func TestLogistic(t *testing.T) {
	var list []observation
	for i := range 1000 { // confidence .9, right in 60 of 100
		list = append(list, observation{0.9, i%10 < 6}, observation{0.2, i%10 < 1})
	}
	a, b := logistic(list)
	if b < 0.3 || b > 1.5 || a > 0 {
		t.Errorf("a %v b %v", a, b)
	}
}

// The shipped weights meet the goals on records that were not used in training.
func TestShippedOnHeldOutRecords(t *testing.T) {
	testenv.NotShort(t, "reads the whole corpus of works")
	z := testenv.OpenShared(t, "corpora", "works.jsonl.zst")
	var held []*Record
	err := readRecords(z, 40, nil, func(r *Record) {
		if r.HeldOut() && r.usable() && len(held) < 2000 {
			held = append(held, r)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	packed, err := os.ReadFile("../../refstring/weights.zst")
	if err != nil {
		t.Fatal(err)
	}
	model, err := refstring.LoadModel(packed)
	if err != nil {
		t.Fatal(err)
	}
	var all Score
	for _, s := range MeasureRendered(refstring.NewParser(model), held, 23, nil) {
		all.Merge(*s)
	}
	t.Logf("n %d title %.4f year %.4f container %.4f", all.N, all.TitleExact(), all.Field["year"].F1(),
		all.Field["container"].F1())
	if all.TitleExact() < 0.98 || all.Field["year"].F1() < 0.995 || all.Field["container"].F1() < 0.95 {
		t.Errorf("title %.4f year %.4f container %.4f", all.TitleExact(), all.Field["year"].F1(), all.Field["container"].F1())
	}
}

// Titles of stand-alone works are distinguished from those of parts.
func TestTitlesAlone(t *testing.T) {
	text := func(s string) *string { return &s }
	label := func(set string, segments ...[2]*string) tagger.Label {
		l := Labelled{Set: set, Raw: "Doe. Trees. Nature.", Segments: segments}
		e, ok := l.Example(1)
		if !ok {
			t.Fatal("segments do not fit")
		}
		return e.Labels[1]
	}
	title, journal, book := [2]*string{text("title"), text("Trees.")}, [2]*string{text("journal"), text("Nature.")},
		[2]*string{text("booktitle"), text("Trees.")}
	for _, c := range []struct {
		got, want tagger.Label
	}{
		{label("anystyle_core", title, journal), tagger.Title}, {label("anystyle_core", title), tagger.Book},
		{label("grobid_citation_corpus", title), tagger.Title}, {label("grobid_citation_corpus", book), tagger.Book},
	} {
		if c.got != c.want {
			t.Errorf("label %d, want %d", c.got, c.want)
		}
	}
}

// A mark that occurs with right labellings gets a greater weight than one with wrong ones, the same way each
// time.
func TestFitWhole(t *testing.T) {
	var list []Contest
	for range 20 {
		list = append(list,
			Contest{Rivals: []tagger.Rival{{Score: 0, Marks: []uint32{1, 3}}, {Score: -1, Marks: []uint32{2, 3}}},
				Loss: []float64{2, 0}})
	}
	w := fitWhole(list)
	weight := map[uint32]int8{}
	for i, h := range w.Marks {
		weight[h] = w.Weights[i]
	}
	if weight[2] <= 0 || weight[1] >= 0 || weight[3] != 0 {
		t.Errorf("weights %v", weight)
	}
	if again := fitWhole(list); fmt.Sprint(again) != fmt.Sprint(w) {
		t.Error("two fits of the same contests differ")
	}
}

func TestLoss(t *testing.T) {
	truth := []tagger.Label{tagger.Author, tagger.Title, tagger.Container}
	for _, c := range []struct {
		labels []tagger.Label
		books  bool
		want   float64
	}{
		{truth, true, 0}, {[]tagger.Label{tagger.Author, tagger.Book, tagger.Container}, false, 0},
		{[]tagger.Label{tagger.Author, tagger.Book, tagger.Container}, true, 2 + lostTitle},
		{[]tagger.Label{tagger.Author, tagger.Title, tagger.Title}, true, 3 + lostTitle},
	} {
		if got := loss(c.labels, truth, c.books); got != c.want {
			t.Errorf("loss of %v is %v, want %v", c.labels, got, c.want)
		}
	}
}

// TestLogisticOfSureReadings fits confident readings of which nearly all are right: there full steps of
// Newton's method lead to a threshold instead of a slope.
func TestLogisticOfSureReadings(t *testing.T) {
	var list []observation
	for i := range 4000 {
		list = append(list, observation{0.999, i%80 != 0}, observation{0.9999, true})
	}
	for i := range 60 {
		list = append(list, observation{0.3, i%2 == 0})
	}
	a, b := logistic(list)
	if !(b > 0.2 && b < 3 && math.Abs(a) < 3) {
		t.Errorf("a %.2f, b %.2f", a, b)
	}
	p := func(p float64) float64 { return 1 / (1 + math.Exp(-a-b*logit(p))) }
	if low, high := p(0.3), p(0.999); math.Abs(low-0.5) > 0.15 || math.Abs(high-0.99) > 0.02 {
		t.Errorf("0.3 is %.3f, 0.999 is %.3f", low, high)
	}
}
