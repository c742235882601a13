package style

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// ownWords are the words that styles add to what a work states.
var ownWords = words.Set(
	`in ed eds edn edited by editor editors and et al vol no pp p art article thesis computer software data set version n d doi https org online available from
	at preprint internet arxiv abs st nd rd th january february march april may june july august september october november december
	jan feb mar apr jun jul aug sep sept oct nov dec`)

// broken is punctuation that a missing part leaves over.
var broken = regexp.MustCompile(
	`\(\s*\)|\[\s*\]|“\s*”|\*\*\*|,,|\.\.|;;|::|,\.|;\.|:\.|, ,| [.,;:]|  |\( |\(,| \)|,\)|^[ .,;:)]|[,;:]$|“[,.]`)

func anyWork(t *rapid.T) biblio.Work {
	word := func(name string, some ...string) string {
		return rapid.SampledFrom(append(some, "")).Draw(t, name)
	}
	w := biblio.Work{
		Type: rapid.SampledFrom([]biblio.Type{"", biblio.ArticleJournal, biblio.PaperConference, biblio.Chapter, biblio.Book,
			biblio.Thesis, biblio.Report, biblio.Preprint, biblio.WebPage, biblio.Software, biblio.Dataset,
			biblio.Legal}).Draw(t, "type"),
		Title: word("title", "Quiet rivers", "Do Rivers Sleep?", "Quiet Rivers of the North: A Long Story",
			"R."), Subtitle: word("subtitle", "part two"),
		Container: biblio.Container{Title: word("container", "Annals of Water", "Proc. Wat. Soc."),
			Short: word("short", "Ann. Wat.", "AW"), Series: word("series", "Wet Notes")},
		Issued: biblio.Date{Year: rapid.SampledFrom([]int{0, 1999}).Draw(t, "year"),
			Month: rapid.IntRange(0, 12).Draw(t, "month"), Day: rapid.IntRange(0, 28).Draw(t, "day")},
		Volume: word("volume", "12"), Issue: word("issue", "3"), Pages: word("pages", "1-9", "77", "e1003456"),
		Publisher: word("publisher", "Wet Press", "Water Inc."),
		Place:     word("place", "Oslo"), Edition: word("edition", "2", "Third ed."),
		URL:        word("url", "https://example.org/x"),
		AuthorsCut: rapid.Bool().Draw(t, "cut"),
	}
	for i := range rapid.IntRange(0, 8).Draw(t, "people") {
		c := biblio.Contributor{Family: []string{"Ash", "Birch", "Cedar", "Dogwood", "Elm", "Fir", "Gum", "Hazel"}[i],
			Given: word("given", "Jo", "K. L.", "Ann-Marie"), Particle: word("particle", "van"), Suffix: word("suffix", "Jr.")}
		if rapid.IntRange(0, 5).Draw(t, "body") == 0 {
			c = biblio.Contributor{Literal: "Water Board"}
		}
		c.Role = rapid.SampledFrom([]biblio.Role{"", biblio.Editor}).Draw(t, "role")
		w.Contributors = append(w.Contributors, c)
	}
	if rapid.Bool().Draw(t, "doi") {
		w.AddID(ident.ID{Scheme: ident.DOI, Value: "10.1000/xyz"})
	}
	if rapid.Bool().Draw(t, "arxiv") {
		w.AddID(ident.ID{Scheme: ident.ArXiv, Value: "1706.03762"})
	}
	return w
}

// Whatever a work states, a reference has no empty brackets and no colliding marks, and says nothing that the work
// does not.
func TestNothingLeftOverNothingInvented(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := anyWork(t)
		name := rapid.SampledFrom(Names()).Draw(t, "style")
		text, err := Render(&w, name)
		if err != nil {
			t.Fatal(err)
		}
		printed := text.String()
		if bad := broken.FindString(printed); bad != "" {
			t.Fatalf("%s: %q in %q", name, bad, printed)
		}
		if strings.Count(printed, "(") != strings.Count(printed, ")") ||
			strings.Count(printed, "“") != strings.Count(printed, "”") {
			t.Fatalf("%s: brackets in %q", name, printed)
		}
		stated := stated(&w)
		for _, word := range tokens(printed) {
			if !ownWords[word] && !stated[word] {
				t.Fatalf("%s: the work does not state %q: %q", name, word, printed)
			}
		}
	})
}

// stated returns the words of a work, its initials and the ends of its pages.
func stated(w *biblio.Work) map[string]bool {
	m := map[string]bool{}
	f := w.Flat()
	texts := []string{f.Title, f.Venue, w.Container.Short, w.Container.Series, f.Volume, f.Issue, f.Pages, f.Publisher,
		f.Location, w.Edition, f.URL, f.DOI, f.ArXivID, string(f.Year), digits(w.Issued.Day)}
	for _, c := range w.Contributors {
		texts = append(texts, c.String())
		m[strings.ToLower(Initials(c.Given, Bare))] = true
	}
	for _, word := range tokens(strings.Join(texts, " ")) {
		m[word] = true
		m[word[:1]] = true
		m[word+"nd"] = true
	}
	return m
}

func tokens(s string) []string {
	return strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func FuzzRender(f *testing.F) {
	f.Add("A Title: Of Things", "van der Berg, J.-P., Jr.", "Proc. X.", "1--9", "3rd ed.")
	f.Add("?", "{Team}", "", "–", "")
	f.Fuzz(func(t *testing.T, title, name, container, pages, edition string) {
		w := biblio.Work{Title: title, Contributors: []biblio.Contributor{biblio.ParseName(name)},
			Container: biblio.Container{Title: container, Short: title}, Pages: pages, Edition: edition, Volume: pages}
		for i, style := range Names() {
			w.Type = []biblio.Type{"", biblio.ArticleJournal, biblio.Chapter, biblio.Book, biblio.Thesis, biblio.Preprint,
				biblio.WebPage}[i%7]
			if _, err := Render(&w, style); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func BenchmarkRender(b *testing.B) {
	w := works["article"]
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Render(&w, "apa"); err != nil {
			b.Fatal(err)
		}
	}
}
