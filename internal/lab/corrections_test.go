package lab

import (
	"os"
	"path/filepath"
	"testing"
)

// The judgements in the repository can be read, and every change is judged once.
func TestReadCorrections(t *testing.T) {
	list, err := readCorrections(filepath.Join("data", "corrections.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, changes := range list {
		n += len(changes)
	}
	if n < 850 {
		t.Errorf("%d judgements", n)
	}
	bad := filepath.Join(t.TempDir(), "bad.jsonl")
	if err := os.WriteFile(bad, []byte(`{"file":"a.bib","key":"k","field":"year","to":"2001","judgement":"fine"}`),
		0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readCorrections(bad); err == nil {
		t.Error("an unknown judgement is taken")
	}
}

// Changes are counted by people's judgements; unjudged ones are listed.
func TestScoreCorrections(t *testing.T) {
	set := &Set{Gold: []Gold{
		{ID: "a",
			Values: map[string]string{changeOf("year", "2001"): changeBetter, changeOf("title", "Of Gulls"): changeWorse}},
		{ID: "b", Values: map[string]string{changeOf("pages", "1-2"): changeBetter}},
		{ID: "c"},
	}}
	r := scoreCorrections(set, []Prediction{
		{ID: "a", Values: map[string]string{"year": "2001", "title": "of gulls."}},
		{ID: "b", Values: map[string]string{onLeave + "pages": "1–2"}},
		{ID: "c", Values: map[string]string{"doi": "10.1000/1"}},
	})
	for name, want := range map[string]float64{changeBetter: 1, changeWorse: 1, changeNeutral: 0, changeUnjudged: 1,
		"better_kept": 0.5, "better_offered": 1, "worse_offered": 0} {
		if got, ok := r.Value(name); !ok || got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	if len(r.Wrong) != 2 {
		t.Errorf("%+v", r.Wrong)
	}
}
