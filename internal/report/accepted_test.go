package report

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/row"
)

// TestAcceptedNeverHides: a person accepts codes; a retraction, or a flag, is never accepted with them.
func TestAcceptedNeverHides(t *testing.T) {
	for rule, want := range map[string]section{"retracted": retracted, "withdrawn": retracted, "concern": retracted,
		"future-date": flagged, "duplicate": accepted} {
		f := Finding{row.Finding{
			ID: "a", Outcome: "discrepant", Codes: []string{"H4"}, Gravity: "slip", Suppressed: ByUser,
			Accepted: []Accepted{{Code: "H4", By: "comment"}}, Notices: []Notice{{Rule: rule, Message: "look at this"}},
		}}
		if got := f.section(); got != want {
			t.Errorf("%s stands under %q", rule, headings[got].title)
		}
		if text := told(t, Options{}, f); !strings.Contains(text, "look at this") {
			t.Errorf("%s is not told:\n%s", rule, text)
		}
	}
}

// told returns the report for people on some findings.
func told(t *testing.T, opt Options, list ...Finding) string {
	t.Helper()
	var b bytes.Buffer
	w, err := New("text", &b, opt)
	if err != nil {
		t.Fatal(err)
	}
	run := Run{Inputs: []string{"."}}
	s := NewSummary(run)
	if err := w.Begin(run); err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		s.Add(f)
		if err := w.Finding(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.End(s); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestWhatIsLeftOut: findings that are not listed are counted, and flags are always listed.
func TestWhatIsLeftOut(t *testing.T) {
	var open []Finding
	for i := range shortList + 3 {
		open = append(open,
			Finding{row.Finding{ID: fmt.Sprint("k", i), Key: fmt.Sprint("k", i), Outcome: "inconclusive", Codes: []string{"U"},
				Place: Place{File: "a.bib"}}})
	}
	for _, order := range Orders {
		if text := told(t, Options{Sort: order, Details: true}, open...); strings.Count(text, "… and 3 more") != 1 {
			t.Errorf("--sort %s:\n%s", order, text)
		}
	}
	if text := told(t, Options{}, open...); !strings.Contains(text, fmt.Sprintf("%d works: no corpus", len(open))) {
		t.Errorf("in short:\n%s", text)
	}
	flag := open[0]
	flag.ID, flag.File, flag.Notices = "flag", "b.bib", []Notice{{Rule: "placeholder-author", Message: "m"}}
	if text := told(t, Options{}, append(slices.Clone(open), flag)...); !strings.Contains(text,
		"? flag") || strings.Contains(text, "? k1") {
		t.Errorf("in a folder:\n%s", text)
	}
}

// TestNoStringEscapes: no string in a row can control the terminal.
func TestNoStringEscapes(t *testing.T) {
	const evil = "\x1b]0;x\a\u202e\u061c"
	var fill func(v reflect.Value)
	fill = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				if v.Type().Field(i).IsExported() {
					fill(v.Field(i))
				}
			}
		case reflect.Pointer:
			v.Set(reflect.New(v.Type().Elem()))
			fill(v.Elem())
		case reflect.Slice:
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
			fill(v.Index(0))
		case reflect.String:
			v.SetString(evil)
		case reflect.Int, reflect.Int64:
			v.SetInt(3)
		}
	}
	var run Run
	var f Finding
	var p Problem
	for _, v := range []any{&run, &f, &p} {
		fill(reflect.ValueOf(v).Elem())
	}
	for _, suppressed := range []string{"", ByUser, evil} {
		for _, outcome := range []string{"failed", "found"} {
			for _, moved := range []string{evil, "discrepant", "inconclusive"} {
				f.Suppressed, f.Outcome, f.Lookups[0].Outcome, f.Lookups[0].Missed = suppressed, row.Outcome(moved), outcome, true
				var b bytes.Buffer
				for _, opt := range []Options{{}, {All: true, Width: 40}, {All: true}, {Sort: ByKey}} {
					w := newText(&b, opt)
					s := NewSummary(run)
					s.Add(f)
					skipped := f
					skipped.Lookups = []Lookup{{Source: evil, Outcome: "failed", Reason: skippedReason}}
					s.Add(skipped)
					for _, err := range []error{w.Begin(run), w.Problem(p), w.Finding(f), w.End(s), WriteEvidence(&b, run, f, opt)} {
						if err != nil {
							t.Fatal(err)
						}
					}
				}
				for line := range strings.Lines(b.String()) {
					if strings.ContainsAny(line, "\x1b\a\u202e\u061c") {
						t.Errorf("%q", line)
					}
				}
			}
		}
	}
}
