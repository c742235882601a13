package cite

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// What a word of a query may be: a year, a given name, the initials of a title, another form of one of its words.
func TestWordsOfQueries(t *testing.T) {
	for word, want := range map[string]int{"2017": 2017, "1800": 1800, "1799": 0, "2099": 2099, "2100": 0, "017": 0,
		"02017": 0, "deep": 0, "+201": 0} {
		if got := yearIn(word); got != want {
			t.Errorf("the year in %s: %d, want %d", word, got, want)
		}
	}
	for _, c := range []struct {
		years [2]int
		want  bool
	}{{[2]int{2017, 2017}, true}, {[2]int{2017, 2018}, true}, {[2]int{2018, 2017}, true}, {[2]int{2017, 2019}, false},
		{[2]int{2019, 2017}, false}} {
		if nearYear(c.years[0], c.years[1]) != c.want {
			t.Errorf("%v are near: %t", c.years, !c.want)
		}
	}
	given := []string{"ada", "m"}
	for query, want := range map[string]bool{"ada": true, "m": false, "ada m": true, "deep m": false, "ada deep": false} {
		words := strings.Fields(query)
		if isGiven(given, words, len(words)-1) != want {
			t.Errorf("the last of %q is a given name: %t", query, !want)
		}
	}
	title := strings.Fields("measuring massive multitask language understanding")
	for word, want := range map[string]bool{"mmmlu": true, "mmlu": true, "mlu": false, "mmml": false, "": false} {
		if initialsOf(title, word) != want {
			t.Errorf("%q are initials: %t", word, !want)
		}
	}
	short := strings.Fields("the art of war studies") // a, w, s
	for word, want := range map[string]bool{"aws": true, "ws": false, "taows": false} {
		if initialsOf(short, word) != want {
			t.Errorf("%q are initials of %v: %t", word, short, !want)
		}
	}
	for pair, want := range map[string]bool{"optimizer optimization": true, "net net": true, "nets net": false,
		"model models": true, "graph grape": false, "learning learned": true, "networks network": true,
		"transformers transferring": false, "transform transformers": true} {
		a, b, _ := strings.Cut(pair, " ")
		if oneWord(a, b) != want || oneWord(b, a) != want {
			t.Errorf("%s: %t", pair, !want)
		}
	}
	for asked, want := range map[string]float64{"deep learning": 1, "deep": 0.5, "of": 0, "": 0} {
		set := map[string]bool{}
		for _, w := range strings.Fields(asked) {
			set[w] = true
		}
		if got := share([]string{"deep", "learning"}, set); got != want {
			t.Errorf("share of %q: %v, want %v", asked, got, want)
		}
	}
}

// Words claim a title, or a title without each of them as an author; a year is a year unless it is all.
func TestClaimsOf(t *testing.T) {
	for query, want := range map[string]string{
		"he deep learning": "he deep learning||0;deep learning|he|0;he learning|deep|0;he deep|learning|0",
		"he deep 2016":     "he deep||2016;deep|he|2016;he|deep|2016",
		"the deep":         "the deep||0;the|deep|0",
		"deep":             "deep||0",
		"1984":             "1984||0",
	} {
		var got []string
		for _, w := range claimsOf(strings.Fields(query)) {
			family := ""
			if len(w.Contributors) > 0 {
				family = w.Contributors[0].Family
			}
			got = append(got, fmt.Sprintf("%s|%s|%d", w.Title, family, w.Issued.Year))
		}
		if s := strings.Join(got, ";"); s != want {
			t.Errorf("%s: %s, want %s", query, s, want)
		}
	}
}

// A record is rated by the words that it has: it is sure by a name and two words of the title, whole by all unchanged.
func TestRate(t *testing.T) {
	r := biblio.Record{Work: biblio.Work{Title: "Deep residual learning: a survey", Issued: biblio.Date{Year: 2016},
		Contributors: []biblio.Contributor{{Family: "He", Given: "Kaiming", Role: biblio.Author}}}}
	for _, c := range []struct {
		query       string
		has         float64
		whole, sure bool
	}{
		{"he deep residual", 1, true, true},
		{"he deep", 1, true, false},
		{"deep residual", 1, true, false},
		{"kaiming deep residual", 1, true, false},
		{"he deep residual 2017", 1, true, true},
		{"he deep residual 2018", 0.75, false, false},
		{"he deep residuals", (3 - 0.1) / 3, false, true},
		{"he deep residual benchmark", 3 / 3.2, false, true},
		{"he deep residual forests", 0.75, false, false},
	} {
		w := rate(1, r, strings.Fields(c.query))
		if diff := w.has - c.has; diff > 1e-9 || diff < -1e-9 || w.whole != c.whole || w.Sure != c.sure {
			t.Errorf("%s: has %v, whole %t, sure %t", c.query, w.has, w.whole, w.Sure)
		}
	}
	exact := rate(1, r, strings.Fields("he deep residual learning")).Score
	main := rate(1, r, strings.Fields("deep residual learning")).Score
	form := rate(1, r, strings.Fields("he deep residual learner")).Score
	if !(exact > main && main > form) {
		t.Errorf("scores %v, %v, %v", exact, main, form)
	}
}

// A work known by another name is searched for by its title, every word of which is asked once.
func TestKnownIn(t *testing.T) {
	for query, want := range map[string]string{"quiet rivers": "quiet rivers", "": ""} {
		out, titles := knownIn(strings.Fields(query))
		if strings.Join(out, " ") != want || titles != nil {
			t.Errorf("%q: %q, %q", query, out, titles)
		}
	}
	for name, title := range known() {
		if strings.HasPrefix(name, "#") || title == "" {
			t.Errorf("%q is %q", name, title)
		}
		out, titles := knownIn(append([]string{"zzz"}, strings.Fields(name)...))
		if len(titles) == 0 || out[0] != "zzz" || len(slices.Compact(slices.Sorted(slices.Values(out)))) != len(out) {
			t.Errorf("%s: %q, %q", name, out, titles)
		}
	}
}

// A work of a conference's proceedings is a conference paper whatever a list calls it, unless it has a volume.
func TestKindOf(t *testing.T) {
	acl := []ident.ID{{Scheme: ident.ACL, Value: "P19-1001"}}
	in := func(kind biblio.Type, container, volume string, ids []ident.ID) *biblio.Work {
		return &biblio.Work{Type: kind, Container: biblio.Container{Title: container}, Volume: volume, IDs: ids}
	}
	for _, c := range []struct {
		w    *biblio.Work
		want biblio.Type
	}{
		{in(biblio.ArticleJournal, "International Conference on Machine Learning", "", nil), biblio.PaperConference},
		{in(biblio.ArticleJournal, "International Conference on Machine Learning", "97", nil), biblio.ArticleJournal},
		{in(biblio.ArticleJournal, "Journal of Machine Learning Research", "", nil), biblio.ArticleJournal},
		{in(biblio.TypeUnknown, "Treebanks and Probes", "", acl), biblio.PaperConference},
		{in(biblio.TypeUnknown, "Treebanks and Probes", "", nil), biblio.TypeUnknown},
		{in(biblio.TypeUnknown, "", "", acl), biblio.TypeUnknown},
		{in(biblio.Book, "", "", acl), biblio.Book},
	} {
		if got := kindOf(c.w); got != c.want {
			t.Errorf("%+v: %s, want %s", *c.w, got, c.want)
		}
	}
}
