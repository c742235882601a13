package generate

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/lab/fields"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
)

func item() Item {
	return Item{ID: "recent-1", Work: "w1", Tier: Recent, Original: biblio.Flat{
		Type: "article-journal", Title: "Deep Learning of Sheep", Authors: []string{"Ann One", "Bo Two", "Cy Three"},
		Venue: "Nature", Year: "2024", Volume: "5", Pages: "1-9", DOI: "10.1000/sheep",
	}}
}

const wrong = "Here you are: <bibtex>@article{x1, author = {One, Ann and Two, Bo and Three, Cy}, title = {Deep " +
	"Learning of Sheep}, journal = {Nature}, year = {2021}}</bibtex>"

func TestDescription(t *testing.T) {
	for want, names := range map[string][]string{
		"“T” by A B":           {"A B"},
		"“T” by A B and C D":   {"A B", "C D"},
		"“T” by A B et al.":    {"A B", "C D", "E F"},
		"“T” by G H et al.":    {"G H", "et al."},
		"“T”":                  nil,
		"“T” by Q et al.":      {"Q", "W", "E", "R"},
		"“T” by One Body":      {"One Body"},
		"“T” by X Y and Z Ä":   {"X Y", "Z Ä"},
		"“T” by M N and O P Q": {"M N", "O P Q"},
	} {
		it := Item{Original: biblio.Flat{Title: "T", Authors: names}}
		if got := it.Description(); got != want {
			t.Errorf("%v: %s, want %s", names, got, want)
		}
	}
	it := item()
	want := "Give me the BibTeX for “Deep Learning of Sheep” by Ann One et al.. Return the BibTeX entry inside " +
		"<bibtex></bibtex> tags."
	m := &llmtest.Scripted{Usage: llm.Usage{Input: 10, Output: 5}, Answer: func(llm.Request) (string, error) {
		return wrong, nil
	}}
	a := (&Asker{Model: m}).Plain(t.Context(), &it)
	if r := m.Asked()[0]; r.System != "" || r.Turns[0].Parts[0].Text != want || r.Schema != nil {
		t.Errorf("the plain prompt is %+v", r)
	}
	if !strings.HasPrefix(a.BibTeX, "@article{recent-1,") {
		t.Errorf("%q", a.BibTeX)
	}
}

func TestExtract(t *testing.T) {
	for text, want := range map[string]string{
		"<bibtex>@misc{a, title={T}}</bibtex>":                            "@misc{k, title={T}}\n",
		"Sure!\n```bibtex\n@misc{a,\n title={T}\n}\n```":                  "@misc{k,\n title={T}\n}\n",
		"@misc{title={T}}":                                                "@misc{k,\ntitle={T}}\n",
		"I could not find this paper.":                                    "",
		"In <bibtex></bibtex> tags: <bibtex>@misc{a, title={T}}</bibtex>": "@misc{k, title={T}}\n",
		"<bibtex>@article{a, title={never closed</bibtex>":                "",
		"@comment{x} @string{y={z}} @book{b, title={U}, year=2000}":       "@book{k, title={U}, year=2000}\n",
	} {
		if got := Extract(text, "k"); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestToolLoopEndsAfterThreeRounds(t *testing.T) {
	it := item()
	looked := 0
	lookup := func(_ context.Context, q string) Found {
		looked++
		return Found{BibTeX: "@article{f, title={Deep Learning of Sheep}}", Title: "Deep Learning of Sheep",
			OK: q == "10.1000/sheep"}
	}
	m := &llmtest.Scripted{Usage: llm.Usage{Input: 10, Output: 5}, Answer: func(r llm.Request) (string, error) {
		if r.Schema == nil {
			return wrong, nil
		}
		return `{"action":"lookup","query":"10.1000/sheep","bibtex":""}`, nil
	}}
	a := (&Asker{Model: m, Lookup: lookup, Search: true}).Tool(t.Context(), &it)
	if len(m.Asked()) != rounds+1 || looked != rounds || a.Found != rounds || a.BibTeX == "" {
		t.Errorf("%d requests, %d look-ups: %+v", len(m.Asked()), looked, a)
	}
	last := m.Asked()[rounds]
	if last.Schema != nil || !last.Search || len(last.Turns) != 2*rounds+1 {
		t.Errorf("the forced request: schema %s, search %t, %d turns", last.Schema, last.Search, len(last.Turns))
	}
	for i, turn := range last.Turns {
		if turn.Assistant != (i%2 == 1) {
			t.Errorf("turn %d is of the side of the one before it", i)
		}
	}
	m = &llmtest.Scripted{Usage: llm.Usage{Input: 10, Output: 5}, Answer: func(llm.Request) (string, error) {
		return `{"action":"answer","query":"","bibtex":"@misc{q, title={Deep Learning of Sheep}}"}`, nil
	}}
	if a := (&Asker{Model: m, Lookup: lookup}).Tool(t.Context(), &it); len(m.Asked()) != 1 ||
		!strings.HasPrefix(a.BibTeX, "@misc{recent-1,") {
		t.Errorf("%+v", a)
	}
}

func TestTwoStageGate(t *testing.T) {
	it := item()
	plain := Answer{ID: it.ID, BibTeX: Extract(wrong, it.ID)}
	fixed := "<bibtex>@article{x, title={Deep Learning of Sheep}, year={2024}}</bibtex>"
	for name, c := range map[string]struct {
		found Found
		calls int
		want  string
	}{
		"found":      {Found{"@article{f, year={2024}}", "Deep learning of sheep", true}, 1, "2024"},
		"not found":  {Found{}, 0, "2021"},
		"other work": {Found{"@article{f, year={1900}}", "A History of Wool", true}, 0, "2021"},
	} {
		query := ""
		m := &llmtest.Scripted{Usage: llm.Usage{Input: 10, Output: 5}, Answer: func(llm.Request) (string, error) {
			return fixed, nil
		}}
		a := (&Asker{Model: m, Lookup: func(_ context.Context, q string) Found { query = q; return c.found }}).TwoStage(
			t.Context(), &it, plain)
		if len(m.Asked()) != c.calls || !strings.Contains(a.BibTeX, c.want) || query != "10.1000/sheep" {
			t.Errorf("%s: %d calls, asked for %q: %s", name, len(m.Asked()), query, a.BibTeX)
		}
	}
	m := &llmtest.Scripted{Usage: llm.Usage{Input: 10, Output: 5}, Answer: func(llm.Request) (string, error) {
		return "no", &llm.Failure{Kind: answer.Timeout}
	}}
	a := (&Asker{Model: m, Lookup: func(context.Context, string) Found {
		return Found{"@x{a,b={c}}", it.Original.Title, true}
	}}).TwoStage(t.Context(), &it, plain)
	if a.BibTeX != plain.BibTeX || a.Failed == "" {
		t.Errorf("a failed revision: %+v", a)
	}
}

// A run over a corpus: what the model gets wrong on its own, the second stage fixes.
func TestRun(t *testing.T) {
	var records []biblio.Record
	for i := range 40 {
		year := 2000 + i%26
		f := biblio.Flat{Type: "article-journal",
			Title:   fmt.Sprintf("Deep Learning of Sheep Number Q%c%c", 'a'+i%26, 'a'+i/26),
			Authors: []string{"Ann One", fmt.Sprintf("Bo Tw%c", 'a'+i%26)}, Venue: "Nature", Year: biblio.Year(fmt.Sprint(year)),
			DOI: fmt.Sprintf("10.1000/sheep.%d", i)}
		r := biblio.Record{Work: f.Work(), Source: "test", LocalID: fmt.Sprint(i),
			Extra: map[string]string{"cited_by_count": fmt.Sprint(i * 10)}}
		records = append(records, r)
	}
	ix, err := index.InMemory(records)
	if err != nil {
		t.Fatal(err)
	}
	items, err := Draw(ix, map[string]int{Popular: 3, Low: 3, Recent: 3}, Bounds{RecentFrom: 2022, Popular: 250, Low: 50},
		1)
	if err != nil || len(items) != 9 {
		t.Fatalf("%d items, %v", len(items), err)
	}
	m := &llmtest.Scripted{Usage: llm.Usage{Input: 10, Output: 5}, Answer: func(r llm.Request) (string, error) {
		text := r.Turns[len(r.Turns)-1].Parts[0].Text
		if _, found, ok := strings.Cut(text, "Entry of the database:\n"); ok {
			return "<bibtex>" + found + "</bibtex>", nil
		}
		if strings.Contains(text, "Qa") {
			return "I do not know it.", nil
		}
		title, _, _ := strings.Cut(strings.TrimPrefix(text, "Give me the BibTeX for “"), "”")
		return "<bibtex>@article{z, title={" + title + "}, author={Ann One}, journal={Science}, year={1999}}</bibtex>", nil
	}}
	out, err := (&Asker{Model: m, Lookup: InCorpus(ix)}).Run(t.Context(), items, []string{Plain, TwoStage}, 4, nil)
	if err != nil {
		t.Fatal(err)
	}
	before, err := fields.ParseBib([]byte(Bib(out[Plain])))
	if err != nil {
		t.Fatal(err)
	}
	after, err := fields.ParseBib([]byte(Bib(out[TwoStage])))
	if err != nil {
		t.Fatal(err)
	}
	r := fields.Examine(Truth(items), before, after, fields.Options{By: "tier"}).Result()
	was, _ := r.Value("fields_accuracy_before")
	is, _ := r.Value("fields_accuracy")
	if was > .5 || is < .99 {
		t.Errorf("accuracy %.3f before, %.3f after", was, is)
	}
	if len(Tables(out).Rows) != 2 {
		t.Errorf("%+v", Tables(out))
	}
}

func FuzzExtract(f *testing.F) {
	f.Add("<bibtex>@misc{a, title={T}}</bibtex>", "k")
	f.Add("@misc{a, title={<bibtex>}}", "")
	f.Fuzz(func(t *testing.T, text, key string) {
		if entry := Extract(text, "key"); entry != "" && !strings.HasPrefix(entry, "@") {
			t.Errorf("%q gives %q", text, entry)
		}
	})
}
