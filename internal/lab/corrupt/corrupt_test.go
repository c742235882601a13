package corrupt

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
)

// corpus returns an index of n made-up works with all fields.
func corpus(t testing.TB, n int) *index.Index {
	t.Helper()
	venues := []string{"Nature Physics", "Physical Review B", "Journal of Machine Learning Research",
		"Artificial Intelligence", "Bioinformatics", "Information Retrieval Journal"}
	places := []string{"Oslo, Norway", "Lima, Peru", "Vienna, Austria"}
	topics := []string{"Neural Networks", "Magnetic Fields", "Sparse Graphs", "Speech Recognition", "Robust Estimation",
		"Language Models", "Protein Structure"}
	verbs := []string{"Efficient Training of", "Adaptive Inference in", "Optimal Control with", "Large Scale Analysis of",
		"Towards Reliable"}
	var records []biblio.Record
	for i := range n {
		people := []string{"Alexander Moor", "Wilhelmina Sterk", "Christopher Vane", "Josephine Aldous", "Bartholomew Quill",
			"Maximilian Erskine"}
		f := biblio.Flat{
			Type: "article-journal", Title: fmt.Sprintf("%s %s for Problem %s %s", verbs[i%len(verbs)], topics[i%len(topics)],
				strings.Repeat("Alpha ", 1+i%3), ordinalWord(i)),
			Authors: append([]string{"Robert " + surnames[i%len(surnames)] + ordinalWord(i)}, people[i%3:3+i%4]...),
			Venue:   venues[i%len(venues)], Year: biblio.Year(fmt.Sprint(1980 + i%40)),
			DOI: fmt.Sprintf("10.1000/work.%d", i), Volume: fmt.Sprint(200 + i%7), Issue: fmt.Sprint(1 + i%12),
			Pages: fmt.Sprintf("%d-%d", 9100+i, 9110+i), Publisher: "Acme Learned Press", Location: places[i%len(places)],
		}
		if i%2 == 0 {
			f.Location = ""
		}
		r := biblio.Record{Work: f.Work(), Source: "test", LocalID: fmt.Sprint("r", i)}
		records = append(records, r)
	}
	ix, err := index.InMemory(records)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	return ix
}

// ordinalWord returns a word for a number.
func ordinalWord(i int) string {
	word := []rune("Aaaa")
	for k := len(word) - 1; i > 0; k-- {
		word[k] += rune(i % 26)
		i /= 26
	}
	return string(word)
}

func TestEveryOperator(t *testing.T) {
	ix := corpus(t, 600)
	for family, ops := range Families {
		made, err := Make(t.Context(), ix, Options{Family: family, N: 20 * len(ops), Seed: 3})
		if err != nil {
			t.Fatal(err)
		}
		if len(made.Entries) != 20*len(ops) || len(made.Unable) > 0 {
			t.Errorf("%s: %d entries of %d, unable %v", family, len(made.Entries), 20*len(ops), made.Unable)
		}
		works := map[string]bool{}
		for i := range made.Entries {
			e := &made.Entries[i]
			if works[e.Work] {
				t.Errorf("%s: work %s is used twice", e.ID, e.Work)
			}
			works[e.Work] = true
			undone := e.Undo()
			if !same(&undone, &e.Original) {
				t.Errorf("%s (%s): undone it is %+v, not %+v", e.ID, e.Operator, undone, e.Original)
			}
			if e.Class == "HALLUCINATED" && len(e.Fields) == 0 {
				t.Errorf("%s (%s): nothing is wrong with a wrong entry", e.ID, e.Operator)
			}
			if e.Class == "REAL" && len(e.Fields) > 0 {
				t.Errorf("%s (%s): %v wrong in a real entry", e.ID, e.Operator, e.Fields)
			}
			for _, c := range e.Changes {
				if c.From == c.To || c.Operator != e.Operator || Value(&e.Claim, c.Field) != c.To {
					t.Errorf("%s: change %+v", e.ID, c)
				}
			}
		}
	}
}

func TestSameSeedSameSet(t *testing.T) {
	ix := corpus(t, 300)
	set := func(seed uint64) []byte {
		made, err := Make(t.Context(), ix,
			Options{Family: "compound", N: 60, Seed: seed, Splits: []Split{{"dev", .3}, {"test", .7}}})
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(made.Entries)
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	if !bytes.Equal(set(1), set(1)) {
		t.Error("the same seed gave two sets")
	}
	if bytes.Equal(set(1), set(2)) {
		t.Error("two seeds gave the same set")
	}
}

func TestAuditRefuses(t *testing.T) {
	ix := corpus(t, 50)
	l := NewLibrary(ix, 1)
	w, ok, err := l.Draw(nil)
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	original := Claim(&w.Record)
	entry := func(edit func(d *draft)) *Entry {
		d := &draft{work: &w, library: l, random: l.random, claim: original}
		edit(d)
		return &Entry{Claim: d.claim, Original: original, Changes: d.changes, Class: "HALLUCINATED"}
	}
	for name, c := range map[string]struct {
		edit func(*draft)
		want string
	}{
		"a change without a note": {func(d *draft) { d.claim.Year = "1900" }, "the changes do not undo"},
		"no change":               {func(*draft) {}, "nothing is changed"},
		"another form of the title": {func(d *draft) { d.set("x", "title", strings.ToUpper(d.claim.Title)) },
			"a version of the work states the new title"},
		"initials": {func(d *draft) { d.setAuthors("x", initialsOnly(d.claim.Authors)) },
			"a version of the work states the new authors"},
		"a wrong year": {func(d *draft) { d.set("x", "year", "1951") }, ""},
	} {
		why, err := l.Audit(entry(c.edit), &w)
		if err != nil || !strings.HasPrefix(why, c.want) || why != "" && c.want == "" {
			t.Errorf("%s: %q (%v), want %q", name, why, err, c.want)
		}
	}
}

func TestWrite(t *testing.T) {
	made, err := Make(t.Context(), corpus(t, 300),
		Options{Family: "citecheck", N: 40, Seed: 1, Splits: []Split{{"dev", .5}, {"test", .5}}})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	tex, err := made.Write(dir, Styles)
	if err != nil || len(tex) != len(Styles) {
		t.Fatal(tex, err)
	}
	for _, name := range []string{"citations.jsonl", "gold.jsonl", "citations_dev.jsonl", "gold_test.jsonl",
		"records.jsonl", "corrupted.bib", "original.bib", "references/apa.txt", "references/plain.tex"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || len(data) == 0 {
			t.Errorf("%s: %d bytes, %v", name, len(data), err)
		}
		if strings.HasPrefix(name, "citations") && bytes.Contains(data, []byte("mutation")) {
			t.Errorf("%s tells what was done", name)
		}
	}
	if !strings.HasPrefix(made.Entries[0].Raw(), "[") {
		t.Errorf("not a linked citation: %s", made.Entries[0].Raw())
	}
}

// scripted returns a model played by a function.
func scripted(answer func(llm.Request) (string, error)) llm.Model {
	return &llmtest.Scripted{Answer: answer}
}

// edited returns a model that answers with the given reference after an edit.
func edited(t *testing.T, edit func(map[string]any)) llm.Model {
	return scripted(func(r llm.Request) (string, error) {
		_, data, _ := strings.Cut(r.Turns[0].Parts[0].Text, "\n")
		o := map[string]any{}
		if err := json.Unmarshal([]byte(data), &o); err != nil {
			t.Fatal(err)
		}
		edit(o)
		out, err := json.Marshal(o)
		return string(out), err
	})
}

func TestModelWrites(t *testing.T) {
	ix := corpus(t, 300)
	run := func(op string, m llm.Model) *Made {
		t.Helper()
		made, err := Make(t.Context(), ix,
			Options{Family: "citecheck", N: 6, Seed: 5, Only: []string{op}, Writer: &Writer{Model: m}})
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
	made := run("minor_metadata",
		edited(t, func(o map[string]any) { o["year"] = "1949"; o["venue"] = "Annals of Nothing" }))
	for _, e := range made.Entries {
		if e.Label != Minor || !slices.Equal(e.Fields, []string{"venue", "year"}) || e.Writer != "scripted-1" {
			t.Errorf("minor: %s %v by %s", e.Label, e.Fields, e.Writer)
		}
	}
	made = run("major", edited(t, func(o map[string]any) {
		o["title"], o["authors"], o["doi"], o["venue"] = "QuarulaBench: Tensor Rheology of Woven Attention",
			[]string{"Una Invented", "Otto Madeup"}, "10.4321/none.7", "Annals of Nothing"
		year := 0
		fmt.Sscan(o["year"].(string), &year)
		o["year"] = fmt.Sprint(year - 5)
	}))
	if made.Kept > 0 || made.Entries[0].Label != Major || made.Entries[0].Codes[0] != "H0" {
		t.Errorf("major: %d kept, %+v", made.Kept, made.Entries[0].Label)
	}
	for name, m := range map[string]llm.Model{
		"a failed call": scripted(func(llm.Request) (string, error) {
			return "", &llm.Failure{Kind: answer.RateLimited}
		}),
		"no JSON": scripted(func(llm.Request) (string, error) { return "I cannot do that", nil }),
		"too many changes": edited(t, func(o map[string]any) {
			o["year"], o["venue"], o["volume"], o["pages"] = "1949", "x", "1", "2"
		}),
		"another title at all": edited(t, func(o map[string]any) { o["year"], o["title"] = "1949", "Herding Cats in Space" }),
	} {
		made := run("minor_metadata", m)
		if made.Kept != 6 {
			t.Errorf("%s: %d entries left valid, want 6", name, made.Kept)
		}
		for _, e := range made.Entries {
			if e.Label != Valid || e.Class != "REAL" || len(e.Changes) > 0 {
				t.Errorf("%s: a failed call left %s %s %v", name, e.Label, e.Class, e.Changes)
			}
		}
	}
}

// A prompt has the paper's temperature and no text of the reference in its instructions.
func TestPrompts(t *testing.T) {
	for family, ops := range Families {
		for _, op := range ops {
			if op.Prompt == "" {
				continue
			}
			task, ok := tasks[op.Prompt]
			data, err := prompts.ReadFile("prompts/" + op.Prompt + ".1.txt")
			if !ok || err != nil || len(data) < 200 {
				t.Errorf("%s/%s: prompt %q %v", family, op.Name, op.Prompt, err)
			}
			if op.Prompt == "minor" && task.temperature != .7 || op.Prompt == "major" && task.temperature != .9 {
				t.Errorf("%s: temperature %g", op.Prompt, task.temperature)
			}
		}
	}
}

func BenchmarkMake(b *testing.B) {
	ix := corpus(b, 2000)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Make(b.Context(), ix, Options{Family: "citetracer", N: 200, Seed: 1}); err != nil {
			b.Fatal(err)
		}
	}
}
