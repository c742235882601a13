package online

import (
	"context"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
)

func TestPlainAndWords(t *testing.T) {
	for _, c := range []struct{ in, plain, words string }{
		{"{BERT}: Pre-training of {D}eep", "BERT: Pre-training of Deep", "bert pre training of deep"},
		{`The \emph{Art} of $n$-grams \& more~text`, "The Art of n-grams & more text", "the art of n grams more text"},
		{`Schr{\"o}dinger's cat, 10:1 | "x"`, `Schrodinger's cat, 10:1 | "x"`, "schrodinger s cat 10 1 x"},
		{"大規模言語モデル", "大規模言語モデル", "大規模言語モデル"},
		{`\LaTeX{}: A Guide`, ": A Guide", "a guide"}, {"हिन्दी कविता", "हिन्दी कविता", "हिन्दी कविता"},
		{"", "", ""}, {`\`, "", ""}, {"!?", "!?", ""},
	} {
		if got := Plain(c.in); got != c.plain {
			t.Errorf("Plain(%q) = %q, want %q", c.in, got, c.plain)
		}
		if got := Words(Plain(c.in)); got != c.words {
			t.Errorf("Words(%q) = %q, want %q", c.in, got, c.words)
		}
	}
}

func TestAlike(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Deep Learning", "Deep learning.", true}, {"Deep Learning", "Deep Sleep", false},
		{"BERT", "BERT: Pre-training of Deep Bidirectional Transformers", false},
		{"Attention is all you need", "Attention Is All You Need: A Survey", true}, // saves a search, judges nothing
		{"Deep residual learning for image recognition", "Very deep convolutional networks for large-scale image recognition",
			false},
		{"", "x", false}, {"x", "", false},
	} {
		if got := Alike(c.a, c.b); got != c.want || Alike(c.b, c.a) != c.want {
			t.Errorf("Alike(%q, %q) = %v", c.a, c.b, got)
		}
	}
}

func TestTelling(t *testing.T) {
	if got := DistinctiveWords("the art of of computer programming", 3); !reflect.DeepEqual(got,
		[]string{"programming", "computer", "the"}) {
		t.Error(got)
	}
	if got := DistinctiveWords("graph by graph", 3); !reflect.DeepEqual(got, []string{"graph", "by"}) {
		t.Error(got)
	}
	if Has("The Art of Computer Programming", nil) ||
		!Has("The Art of Computer Programming", []string{"computer", "art"}) {
		t.Error("Has")
	}
}

// A search is long enough for any title.
func TestWordsLongest(t *testing.T) {
	if got := strings.Count(Words(strings.Repeat("word ", 100)), " "); got != 39 {
		t.Errorf("%d words", got+1)
	}
}

// The first author is the first contributor who is an author and has a name.
func TestAuthor(t *testing.T) {
	for _, c := range []struct {
		people []biblio.Contributor
		want   string
	}{
		{[]biblio.Contributor{{Family: "Guyon", Role: biblio.Editor}, {Family: "LeCun", Role: biblio.Author}}, "lecun"},
		{[]biblio.Contributor{{Given: "Ada"}, {Literal: "The ATLAS Collaboration"}}, "the atlas collaboration"},
		{[]biblio.Contributor{{Family: "van den Oord"}, {Family: "LeCun"}}, "van den oord"},
		{nil, ""},
	} {
		if got := (Search{Query: source.Query{Claimed: biblio.Work{Contributors: c.people}}}).Author(); got != c.want {
			t.Errorf("%+v: %q", c.people, got)
		}
	}
}

// A full answer of works by others with the claimed title may hide the claimed work.
func TestCrowded(t *testing.T) {
	by := func(title string, families ...string) (list []biblio.Record) {
		for _, family := range families {
			list = append(list, registered(family, title, 2015, family))
		}
		return list
	}
	const long = "A Survey of Methods for the Detection of Invented References"
	for _, c := range []struct {
		name, title, author string
		records             []biblio.Record
		want                bool
	}{
		{"others have a short title", "Deep learning", "LeCun", by("Deep Learning", "Smith", "Jones", "Wang"), true},
		{"one other has a short title", "Deep learning", "LeCun",
			append(by("Shallow water", "Smith", "Jones"), by("Deep learning", "Wang")...), true},
		{"the author is there", "Deep learning", "LeCun", by("Deep learning", "Smith", "LeCun", "Wang"), false},
		{"the author is there with another title", "Deep learning", "LeCun",
			append(by("Deep learning", "Smith", "Jones"), by("Shallow water", "LeCun")...), true},
		{"nobody has the title", "Deep learning", "LeCun", by("Shallow water", "Smith", "Jones", "Wang"), false},
		{"there is room left", "Deep learning", "LeCun", by("Deep learning", "Smith", "Jones"), false},
		{"no author is claimed", "Deep learning", "", by("Deep learning", "Smith", "Jones", "Wang"), false},
		{"all have a long title", long, "LeCun", by(long, "Smith", "Jones", "Wang"), true},
		{"one has a long title", long, "LeCun", append(by("Shallow water", "Smith", "Jones"), by(long, "Wang")...), false},
	} {
		s := searches(c.title)[0]
		if c.author != "" {
			s.Query.Claimed.Contributors = []biblio.Contributor{{Family: c.author}}
		}
		if got := s.Crowded(c.records, 3); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

// TestGroupedDoesNotDependOnOrder checks that the groups are the same whatever the order of the references.
func TestGroupedDoesNotDependOnOrder(t *testing.T) {
	titles := []string{"zebra stripes explained", "apple orchards mapped", "middle kingdoms compared",
		"boring proofs shortened", "candid cameras hidden"}
	run := func(order []int) (asked map[string]int, found []int) {
		asked = map[string]int{}
		var mu sync.Mutex // groups are searched concurrently
		search := Grouped(2, 3, func(_ context.Context, groups [][]string) ([]biblio.Record, error) {
			var list []biblio.Record
			key := ""
			for _, g := range groups {
				key += g[0] + " "
			}
			mu.Lock()
			asked[key]++
			mu.Unlock()
			for _, title := range titles {
				rec := biblio.Record{}
				rec.Title = title
				list = append(list, rec)
			}
			return list, nil
		})
		var searches []Search
		for _, i := range order {
			searches = append(searches, Search{Query: source.Query{}, Title: titles[i], Words: titles[i]})
		}
		for _, f := range search.Ask(context.Background(), searches) {
			found = append(found, len(f.Records))
		}
		return asked, found
	}
	a, found := run([]int{0, 1, 2, 3, 4})
	b, _ := run([]int{4, 2, 0, 3, 1})
	if !reflect.DeepEqual(a, b) || len(a) != 3 {
		t.Errorf("%v and %v", a, b)
	}
	if !reflect.DeepEqual(found, []int{1, 1, 1, 1, 1}) {
		t.Error(found)
	}
}

func FuzzTitle(f *testing.F) {
	f.Add("a {b} \\c", "d")
	f.Fuzz(func(t *testing.T, a, b string) {
		DistinctiveWords(Plain(a), 5)
		if Alike(a, b) != Alike(b, a) {
			t.Errorf("Alike(%q, %q) depends on the order", a, b)
		}
	})
}

func BenchmarkAlike(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Alike("BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding",
			"BERT: Pre-training of deep bidirectional transformers for language understanding")
	}
}
