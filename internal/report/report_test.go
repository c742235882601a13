package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/row"
)

func TestVisible(t *testing.T) {
	for in, want := range map[string]string{
		"plain":                   "plain",
		"a\x1b[31mred":            "a\uFFFD[31mred",
		"two\nlines\tand tab":     "two lines and tab",
		"bidi\u202eevil":          "bidi\uFFFDevil",
		"bell\a":                  "bell\uFFFD",
		"北京 Straße":               "北京 Straße",
		"bad \xff byte":           "bad \uFFFD byte",
		"\u2066isolate\u2069 end": "\uFFFDisolate\uFFFD end",
	} {
		if got := Visible(in); got != want {
			t.Errorf("Visible(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		in   string
		n    int
		want string
	}{
		{"short", 10, "short"}, {"one more than ten", 10, "one more|than ten"}, {"one more than ten", 0, "one more than ten"},
		{"see https://example.org/a/long/address now", 12, "see|https://example.org/a/long/address|now"},
		{"北京大学", 8, "北京大学"}, {"北京大学", 7, "北京大|学"}, {"", 3, ""},
	} {
		if got := strings.Join(wrap(c.in, c.n), "|"); got != c.want {
			t.Errorf("wrap(%q, %d) = %q, want %q", c.in, c.n, got, c.want)
		}
	}
}

func sampleRun() (Run, Problem, Finding) {
	return Run{Kind: row.KindRun, Schema: row.Schema, Inputs: []string{"a.bib"}, Sources: []Source{{Name: "corpus"}},
			Scheme: "taxonomy"},
		Problem{Kind: row.KindProblem, Place: Place{File: "a.bib", Line: 3}, Rule: "missing-comma",
			Message: "a comma is missing"},
		Finding{row.Finding{
			Kind: row.KindFinding, ID: "x<y", Outcome: "discrepant", Class: "HALLUCINATED", Codes: []string{"H4"},
			Fields: []string{"year"},
			Reasons: []Reason{{Rule: "year-differs", Field: "year", Claimed: "2018", Recorded: "2019",
				Message: "no version is of this year"}},
			Lookups: []Lookup{{Source: "corpus", Outcome: "found", Hits: 1}},
			Record:  &Record{Source: "corpus", LocalID: "acl:N19-1423"},
		}}
}

// render writes the sample stream in one format.
func render(t *testing.T, format string) string {
	t.Helper()
	var b bytes.Buffer
	w, err := New(format, &b, Options{})
	if err != nil {
		t.Fatal(err)
	}
	run, problem, finding := sampleRun()
	summary := NewSummary(run)
	summary.Problems++
	summary.Add(finding)
	for _, err := range []error{w.Begin(run), w.Problem(problem), w.Finding(finding), w.End(summary)} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestReplayIsTheSameReport(t *testing.T) {
	saved := render(t, "jsonl")
	for _, format := range Formats() {
		var b bytes.Buffer
		w, _ := New(format, &b, Options{})
		if _, err := Replay(strings.NewReader(saved), w); err != nil {
			t.Fatalf("%s: %v", format, err)
		}
		if want := render(t, format); b.String() != want {
			t.Errorf("%s: replayed\n%s\nwant\n%s", format, b.String(), want)
		}
	}
}

func TestJSONIsOneObject(t *testing.T) {
	var doc struct {
		Schema   string
		Findings []Finding
		Problems []Problem
		Summary  Summary
	}
	if err := json.Unmarshal([]byte(render(t, "json")), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Schema != row.Schema || len(doc.Findings) != 1 || len(doc.Problems) != 1 || doc.Summary.References != 1 {
		t.Errorf("got %+v", doc)
	}
}

func TestReplayRefuses(t *testing.T) {
	for name, in := range map[string]string{
		"empty":             "",
		"no JSON":           "@article{a}\n",
		"not a run first":   `{"kind":"finding","id":"a"}` + "\n",
		"a later schema":    `{"kind":"run","schema":"bonafide/99"}` + "\n",
		"a row that breaks": `{"kind":"run","schema":"bonafide/1"}` + "\n{\"kind\":\n",
	} {
		w, _ := New("text", &bytes.Buffer{}, Options{})
		if _, err := Replay(strings.NewReader(in), w); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestReplayOfACutReport: a truncated report is rendered as far as it goes, and the error counts what is there.
func TestReplayOfACutReport(t *testing.T) {
	head, row := `{"kind":"run","schema":"bonafide/1"}`+"\n", `{"kind":"finding","id":"a","outcome":"verified"}`+"\n"
	for _, c := range []struct {
		name, in string
		findings int
		message  string
	}{
		{"no summary", head + row + row, 2,
			"the report ends after 2 references: the run was interrupted, or the file was cut"},
		{"a row in parts", head + row + row[:20], 1,
			"the report ends after 1 reference: line 3: not a JSON Lines report of bonafide: unexpected end of JSON input"},
		{"rows are missing", head + row + `{"kind":"summary","references":3}` + "\n", 1,
			"the report is incomplete: it has 1 of 3 references"},
		{"the second of two is cut", head + row + `{"kind":"summary","references":1}` + "\n" + head + row, 2,
			"the report ends after 2 references: the run was interrupted, or the file was cut"},
	} {
		var out bytes.Buffer
		w, _ := New("text", &out, Options{})
		s, err := Replay(strings.NewReader(c.in), w)
		var broken *Broken
		if !errors.As(err, &broken) || broken.Findings != c.findings || err.Error() != c.message || s == nil ||
			s.References != c.findings {
			t.Errorf("%s: %v", c.name, err)
		}
		if !strings.Contains(out.String(), "references: ") && !strings.Contains(out.String(), "reference: ") {
			t.Errorf("%s: not rendered: %s", c.name, out.String())
		}
	}
	both := head + row + `{"kind":"summary","references":1}` + "\n"
	w, _ := New("text", &bytes.Buffer{}, Options{})
	if s, err := Replay(strings.NewReader(both+both), w); err != nil || s.References != 2 {
		t.Errorf("two reports joined: %v", err)
	}
}

func FuzzReplay(f *testing.F) {
	f.Add(`{"kind":"run","schema":"bonafide/1"}` + "\n" + `{"kind":"finding","id":"a","reasons":[{"rule":"r"}]}`)
	f.Fuzz(func(t *testing.T, s string) {
		w, _ := New("text", &bytes.Buffer{}, Options{})
		_, _ = Replay(strings.NewReader(s), w)
	})
}

// TestPlaces: rows contain everything that the reader knew about a place, and rows without these keys
// are still read.
func TestPlaces(t *testing.T) {
	p := biblio.Place{File: "a.pdf", Page: 3, Line: 1, Column: 1, EndLine: 2, EndColumn: 9,
		Span:  biblio.Span{Start: 0, End: 40},
		Boxes: []biblio.PageBox{{Page: 3, Box: biblio.Box{X0: 1, Y0: 2, X1: 3, Y1: 4.5}}}}
	row := Row(audit.Finding{Reference: biblio.Reference{ID: "a", Place: p}, Verdict: judge.Verdict{Best: -1}}, "", false)
	text, err := json.Marshal(row)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"end_column":9`, `"span":{"start":0,"end":40}`,
		`"boxes":[{"page":3,"box":{"x0":1,"y0":2,"x1":3,"y1":4.5}}]`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	stream := `{"kind":"run","schema":"bonafide/1"}` + "\n" +
		`{"kind":"finding","id":"a","file":"a.bib","line":1,"end_line":2,"outcome":"verified"}` + "\n" +
		`{"kind":"summary","references":1}` + "\n"
	var out bytes.Buffer
	if s, err := Replay(strings.NewReader(stream), newJSONLines(&out, Options{})); err != nil || s.References != 1 ||
		strings.Contains(out.String(), "span") || strings.Contains(out.String(), "boxes") {
		t.Errorf("%v: %s", err, out.String())
	}
}
