package refstring

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

func work(title, venue string, year int, authors ...string) *biblio.Work {
	w := &biblio.Work{Title: title, Container: biblio.Container{Title: venue}, Issued: biblio.Date{Year: year}}
	w.Contributors, _ = biblio.ParseNames(authors, biblio.Author)
	return w
}

func TestAlign(t *testing.T) {
	detector := work("Advanced Virgo: a second-generation interferometric gravitational wave detector", "Classical and Quantum Gravity", 2015, "F. Acernese")
	for _, c := range []struct {
		name, raw        string
		work             *biblio.Work
		title, container string
		year             int
	}{
		{"a container's first word behind the title", "Acernese F et al 2015 Advanced Virgo: a second-generation interferometric gravitational wave detector Class .Quantum Grav .32 024001", detector,
			"Advanced Virgo: a second-generation interferometric gravitational wave detector", "Class .Quantum Grav", 2015},
		{"words added to a title stay in it", "[3] F. Acernese. Advanced Virgo: a second-generation interferometric gravitational wave detector: a survey. Classical and Quantum Gravity, 32, 2015.", detector,
			"Advanced Virgo: a second-generation interferometric gravitational wave detector: a survey", "Classical and Quantum Gravity", 2015},
		{"a wrong year stays wrong", "F. Acernese. Advanced Virgo: a second-generation interferometric gravitational wave detector. Classical and Quantum Gravity, 32, 2011.", detector,
			"Advanced Virgo: a second-generation interferometric gravitational wave detector", "Classical and Quantum Gravity", 2011},
		{"another container stays", "F. Acernese. Advanced Virgo: a second-generation interferometric gravitational wave detector. Physical Review Letters, 32, 2015.", detector,
			"Advanced Virgo: a second-generation interferometric gravitational wave detector", "Physical Review Letters", 2015},
		{"another work leaves the reading alone", "A. Smith. A note on trees. Journal of Botany, 3, 1990.", detector, "A note on trees", "Journal of Botany", 1990},
	} {
		p := Align(c.raw, c.work)
		if got := strings.TrimRight(p.Work.Container.Title, "."); p.Work.Title != c.title || got != c.container || p.Work.Issued.Year != c.year {
			t.Errorf("%s: title %q, container %q, year %d", c.name, p.Work.Title, got, p.Work.Issued.Year)
		}
		checkSpans(t, c.raw, p)
	}
}

// An invented author stays an author, whatever the record says.
func TestAlignKeepsInventedAuthors(t *testing.T) {
	w := work("A study of many things in the world", "Nature", 2019, "Anna Schmidt", "Bob Jones")
	p := Align("Schmidt, A., Jones, B., and Fabricius, Z. (2019). A study of many things in the world. Nature, 4, 5-6.", w)
	if n := len(p.Work.Authors()); n != 3 {
		t.Errorf("%d authors: %+v", n, p.Work.Authors())
	}
}

func TestApproximate(t *testing.T) {
	for _, c := range []struct {
		text, pattern   string
		from, to, edits int
	}{
		{"xxabcdyy", "abcd", 2, 6, 0}, {"xxabdyy", "abcd", 2, 5, 1}, {"abzcd", "abcd", 0, 5, 1}, {"", "abc", 0, 0, 3},
	} {
		from, to, edits := approximate([]rune(c.text), []rune(c.pattern))
		if from != c.from || to != c.to || edits != c.edits {
			t.Errorf("%q in %q: %d %d %d", c.pattern, c.text, from, to, edits)
		}
	}
}

func FuzzAlign(f *testing.F) {
	f.Add("Smith, J. (2019). Title-\nbroken here and there. Journal, 1(2), 3–4.", "Title broken here and there", "Journal", "J. Smith", "3-4")
	f.Fuzz(func(t *testing.T, raw, title, venue, author, pages string) {
		w := work(title, venue, 2019, author)
		w.Pages = pages
		checkSpans(t, raw, Align(raw, w))
	})
}

func BenchmarkAlign(b *testing.B) {
	w := work("Advanced Virgo: a second-generation interferometric gravitational wave detector", "Classical and Quantum Gravity", 2015, "F. Acernese")
	b.ReportAllocs()
	for b.Loop() {
		Align("Acernese F et al 2015 Advanced Virgo: a second-generation interferometric gravitational wave detector Class .Quantum Grav .32 024001", w)
	}
}
