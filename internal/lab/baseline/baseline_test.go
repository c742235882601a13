package baseline

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
)

func set(n int) *lab.Set {
	s := &lab.Set{Gold: []lab.Gold{}}
	for i := range n {
		label := lab.Severities[i%3]
		s.Cases = append(s.Cases,
			lab.Case{Reference: biblio.Reference{ID: fmt.Sprint(i), Raw: fmt.Sprintf("[A, 2020, %s %d](u)", label, i)}})
		s.Gold = append(s.Gold, lab.Gold{ID: fmt.Sprint(i), Cluster: fmt.Sprint("w", i/2), Label: label})
	}
	return s
}

func oracle(r llm.Request) (string, error) {
	text := r.Turns[0].Parts[0].Text
	at := text[strings.LastIndex(text, "itation:"):]
	for label, w := range words {
		if strings.Contains(at, ", "+label+" ") {
			return fmt.Sprintf(`{"label":%q,"score":%g,"reasoning":"r","found_evidence":%t}`, w.label, w.score, w.found), nil
		}
	}
	return "", &llm.Failure{Kind: answer.Refusal}
}

func TestZeroShot(t *testing.T) {
	s, m := set(30), &llmtest.Scripted{Usage: llm.Usage{Input: 1000, Output: 100}, Answer: oracle}
	answers, err := (&Asker{Model: m}).Run(t.Context(), s, 4, nil)
	if err != nil {
		t.Fatal(err)
	}
	suite, err := lab.Find("severity")
	if err != nil {
		t.Fatal(err)
	}
	r := suite.Score(s, Predictions(answers))
	if f1, _ := r.Value("macro_f1"); f1 != 1 {
		t.Errorf("macro F1 %g of an oracle", f1)
	}
	if q := m.Asked()[0]; q.Search || strings.Contains(q.System, "web search") || q.Temperature != 0 ||
		strings.Contains(q.Turns[0].Parts[0].Text, "EXAMPLES") {
		t.Errorf("%+v", q)
	}
	c := CostOf(answers, 3, 15)
	if c.Input != 30000 || c.Dollars < .1349 || c.Dollars > .1351 || c.DollarsPerTen < .0449 || c.DollarsPerTen > .0451 {
		t.Errorf("%+v", c)
	}
}

func TestFewShot(t *testing.T) {
	pool := set(120)
	judged := map[string]bool{"w0": true, "w1": true}
	examples, err := Choose(pool, judged, Shots, 1)
	if err != nil || len(examples) != Shots {
		t.Fatal(len(examples), err)
	}
	n := map[string]int{}
	for _, e := range examples {
		n[e.Label]++
		for i := range 4 {
			if e.Text == pool.Cases[i].Reference.Raw {
				t.Errorf("an example is of a work to be judged: %s", e.Text)
			}
		}
	}
	if n["exact"] != 9 || n["minor"] != 9 || n["major"] != 9 {
		t.Errorf("%v", n)
	}
	m := &llmtest.Scripted{Usage: llm.Usage{Input: 1000, Output: 100}, Answer: oracle}
	a := &Asker{Model: m, Search: true, Examples: examples}
	if got := a.ask(t.Context(), "x", "[A, 2020, minor 7](u)"); got.Label != "minor" {
		t.Errorf("%+v", got)
	}
	q := m.Asked()[0]
	if !q.Search || !strings.Contains(q.System, "web search") ||
		strings.Count(q.Turns[0].Parts[0].Text, "Decision:") != Shots {
		t.Errorf("search %t, %d examples", q.Search, strings.Count(q.Turns[0].Parts[0].Text, "Decision:"))
	}
	if _, err := Choose(set(9), nil, Shots, 1); err == nil {
		t.Error("too few examples pass")
	}
}

func TestUnverifiableIsMajor(t *testing.T) {
	for name, c := range map[string]struct {
		answer string
		search bool
		label  string
		failed bool
	}{
		"no evidence with search": {`{"label":"exact_match","score":9,"reasoning":"","found_evidence":false}`,
			true, "major", false},
		"no evidence without search": {`{"label":"exact_match","score":9,"reasoning":"","found_evidence":false}`,
			false, "exact", false},
		"no such label":       {`{"label":"fine","score":9,"reasoning":"","found_evidence":true}`, false, "", true},
		"score out of bounds": {`{"label":"exact_match","score":90,"reasoning":"","found_evidence":true}`, false, "", true},
		"no JSON":             {`It looks real to me.`, false, "", true},
	} {
		a := &Asker{Model: &llmtest.Scripted{Usage: llm.Usage{Input: 1000, Output: 100},
			Answer: func(llm.Request) (string, error) { return c.answer, nil }}, Search: c.search}
		got := a.ask(t.Context(), "x", "[A, 2020, T](u)")
		if got.Label != c.label || (got.Failed != "") != c.failed {
			t.Errorf("%s: %+v", name, got)
		}
		if p := Predictions([]Answer{got})[0]; p.Unanswered != c.failed || c.failed && p.Outcome != "inconclusive" {
			t.Errorf("%s: %+v", name, p)
		}
	}
}
