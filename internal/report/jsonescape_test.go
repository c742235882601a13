package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/row"
)

// TestRowsEscape: no JSON format contains characters that a terminal interprets; rows contain them as escapes
// and are read back unchanged.
func TestRowsEscape(t *testing.T) {
	const raw = "é 深 a\x7fb\u0085c\u009b31m\u202ed\u2066e\u200ff\u061cg"
	finding := Finding{row.Finding{Kind: row.KindFinding, ID: raw, Raw: raw, Outcome: "not-found", Gravity: "fabricated",
		Codes: []string{"F1"}, Claimed: row.Work{Title: raw},
		Reasons: []Reason{{Rule: "not-found", Message: raw, Gravity: "fabricated"}}}}
	for _, format := range []string{"jsonl", "json", "sarif", "codequality"} {
		var out bytes.Buffer
		w, err := New(format, &out, Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := NewSummary(Run{})
		s.Add(finding)
		for _, err := range []error{w.Begin(Run{Kind: row.KindRun, Schema: row.Schema, Inputs: []string{raw}}),
			w.Problem(Problem{Kind: row.KindProblem, Message: raw}), w.Finding(finding), w.End(s)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if i := strings.IndexAny(out.String(), "\x7f\u0085\u009b\u202e\u2066\u200f\u061c"); i >= 0 {
			t.Errorf("%s: %+q is not escaped", format, out.String()[i:min(i+8, out.Len())])
		}
		if strings.HasPrefix(format, "json") && !strings.Contains(out.String(), `é 深 a\u007fb\u0085c`) {
			t.Errorf("%s lacks the text: %s", format, out.String())
		}
		if format != "jsonl" {
			continue
		}
		var got Finding
		if err := json.Unmarshal(bytes.Split(out.Bytes(), []byte("\n"))[2], &got); err != nil || got.Raw != raw {
			t.Errorf("read back %q: %v", got.Raw, err)
		}
	}
}
