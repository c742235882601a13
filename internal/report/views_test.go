package report

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/row"
)

var update = flag.Bool("update", false, "write the golden files anew")

// views are the reports for people that have golden files in testdata/views.
var views = []struct {
	name    string
	opt     Options
	several bool // two papers in a folder
}{
	{"default", Options{}, false},
	{"all", Options{All: true}, false},
	{"only", Options{Only: []string{"H2", "slip", "published-version"}}, false},
	{"unresolved", Options{Only: []string{"inconclusive"}}, false},
	{"score", Options{Sort: ByScore}, false},
	{"quiet", Options{Quiet: true}, false},
	{"summary", Options{Summary: true}, false},
	{"folder", Options{}, true},
	{"folder-input", Options{Sort: ByInput}, true},
	{"folder-quiet", Options{Quiet: true}, true},
	{"folder-summary", Options{Summary: true}, true},
}

// TestViews compares every view at 80 and 120 columns and without a limit with its golden file; the default one
// in colours too.
func TestViews(t *testing.T) {
	for _, v := range views {
		for _, width := range []int{80, 120, 0} {
			v.opt.Width = width
			golden(t, fmt.Sprintf("views/%s.%d.txt", v.name, width), view(t, v.opt, v.several))
		}
	}
	for _, width := range []int{80, 120, 0} {
		golden(t, fmt.Sprintf("views/answered.%d.txt", width), rendered(t, answered(t, saved(t)), Options{Width: width}))
	}
	golden(t, "views/default.80.color.txt", view(t, Options{Width: 80, Color: true}, false))
}

// TestNothingIsCut: everything in a report is complete, whatever the width, and only lines with an address or a
// long key are wider.
func TestNothingIsCut(t *testing.T) {
	words := func(s string) string { return strings.Join(strings.Fields(s), "") }
	wide := view(t, Options{All: true}, false)
	for _, width := range []int{40, 80, 120} {
		narrow := view(t, Options{All: true, Width: width}, false)
		if strings.Contains(narrow, "…") && !strings.Contains(wide, "…") || words(narrow) != words(wide) {
			t.Errorf("%d columns show something else", width)
		}
		for line := range strings.Lines(narrow) {
			line = strings.TrimRight(line, "\n")
			value := strings.NewReplacer("look: ", "", "cited ", "", "recorded ", "").Replace(line)
			if n := Columns(line); n > width && len(strings.Fields(value)) > 1 {
				t.Errorf("%d columns: a line of %d: %q", width, n, line)
			}
		}
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got\n%s\nwant\n%s(go test ./internal/report -update writes the files anew)", name, got, want)
	}
}

// saved returns the saved run of the demo bibliography.
func saved(t *testing.T) []byte {
	t.Helper()
	rows, err := os.ReadFile(filepath.Join("testdata", "demo.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// view renders the saved run, as one bibliography or as several.
func view(t *testing.T, opt Options, several bool) string {
	t.Helper()
	rows := saved(t)
	if several {
		rows = folder(t, rows)
	}
	return rendered(t, rows, opt)
}

func rendered(t *testing.T, rows []byte, opt Options) string {
	t.Helper()
	return written(t, rows, "text", opt)
}

// written renders rows in a format.
func written(t *testing.T, rows []byte, format string, opt Options) string {
	t.Helper()
	var b bytes.Buffer
	w, err := New(format, &b, opt)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Replay(bytes.NewReader(rows), w); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// answered accepts two findings, one of them for an earlier version, and marks a third as known.
func answered(t *testing.T, saved []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	for line := range bytes.Lines(saved) {
		var one map[string]any
		if err := json.Unmarshal(line, &one); err != nil {
			t.Fatal(err)
		}
		a := Accepted{Code: "H4", Reason: "the year online is meant", Date: "2026-11-22", By: ".bonafide.toml:4"}
		switch one["key"] {
		case "wrong-year":
			one["accepted"], one["suppressed"] = []Accepted{a}, "accepted"
		case "wrong-title":
			a.Code, a.Stale = "H1", true
			one["accepted"] = []Accepted{a}
		case "wrong-venue":
			one["suppressed"] = "baseline"
		}
		if err := json.NewEncoder(&out).Encode(one); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

// folder distributes the rows of a run to papers in one folder, one of which could not be read.
func folder(t *testing.T, saved []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	n := 0
	for line := range bytes.Lines(saved) {
		var one map[string]any
		if err := json.Unmarshal(line, &one); err != nil {
			t.Fatal(err)
		}
		switch one["kind"] {
		case row.KindRun:
			one["inputs"] = []string{"papers"}
		case row.KindFinding:
			one["file"] = fmt.Sprintf("papers/%c.bib", "abc"[n*3/28])
			n++
		case row.KindSummary:
			p := Problem{Kind: row.KindProblem, Place: Place{File: "papers/d.pdf"}, Rule: row.UnreadFile,
				Message: "the PDF is protected by a password"}
			if err := json.NewEncoder(&out).Encode(p); err != nil {
				t.Fatal(err)
			}
		}
		if err := json.NewEncoder(&out).Encode(one); err != nil {
			t.Fatal(err)
		}
	}
	return out.Bytes()
}

// TestReadme: the sample in the README is what the program prints.
func TestReadme(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, sample, _ := strings.Cut(string(readme), "bonafide check examples/demo.bib\n")
	sample, _, _ = strings.Cut(sample, "```")
	printed := strings.Split(view(t, Options{Width: 80}, false), "\n")
	n := 0
	for line := range strings.Lines(sample) {
		if line = strings.TrimSuffix(line, "\n"); line != "…" && !slices.Contains(printed, line) {
			t.Errorf("the README shows a line that is not printed: %q", line)
		}
		n++
	}
	if n < 20 {
		t.Errorf("a sample of %d lines", n)
	}
}

// TestNothingEscapes: whatever a saved report contains, no view writes a control character to the terminal.
func TestNothingEscapes(t *testing.T) {
	const bad = "bad\x1b[2J\u202e"
	f := Finding{row.Finding{ID: bad, Key: bad, Outcome: bad, Codes: []string{bad, "U"}, Label: bad, Raw: bad,
		Place:   Place{File: bad, Note: bad},
		Claimed: row.Work{Title: bad, Authors: []string{bad}, DOI: bad},
		Record:  &Record{Source: bad, LocalID: bad, Link: bad, FoundBy: bad, Mark: bad, Fields: row.Work{Title: bad}},
		Reasons: []Reason{{Rule: bad, Field: "title", Variant: bad, Claimed: bad, Recorded: bad, Sources: []string{bad},
			Gravity: bad}, {Rule: bad, Message: bad, Field: bad}},
		Comparison: []Field{{Field: bad, Agreement: bad, Variant: bad}}, Notices: []Notice{{Rule: bad, Message: bad}},
		Lookups: []Lookup{{Source: bad, Outcome: bad, Coverage: bad, Reason: bad}},
		Moved:   []Moved{{Feature: bad}}, Advice: []Advice{{Role: bad, Effect: bad, Reasoning: bad}},
		Citations: []Citation{{Place: Place{File: bad}, Context: bad}},
		Accepted:  []Accepted{{Code: bad, Reason: bad, Date: bad, By: bad}}, Rules: bad,
	}}
	for _, opt := range []Options{{All: true}, {All: true, Width: 60}, {All: true, Sort: ByKey}} {
		var out bytes.Buffer
		w, _ := New("text", &out, opt)
		run := Run{Scheme: bad, Notice: bad, Inputs: []string{"x"}}
		s := NewSummary(run)
		s.Add(f)
		for _, err := range []error{w.Begin(run), w.Problem(Problem{Place: Place{File: bad}, Rule: bad, Message: bad}),
			w.Finding(f), w.End(s), WriteEvidence(&out, run, f, opt)} {
			if err != nil {
				t.Fatal(err)
			}
		}
		if strings.ContainsAny(out.String(), "\x1b\u202e") || strings.Count(out.String(), "bad") < 40 {
			t.Errorf("%+v: %q", opt, out.String())
		}
	}
}
