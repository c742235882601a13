package report

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/bonafide-audit/bonafide/row"
)

// endings are the extensions of the golden files of formats for programs and venues.
var endings = map[string]string{
	"html": "html", "sarif": "sarif", "junit": "xml", "codequality": "json", "markdown": "md", "csv": "csv",
	"letter": "txt", "claims": "claims.txt",
}

// TestFormatOf: the file name determines the format.
func TestFormatOf(t *testing.T) {
	for file, want := range map[string]string{
		"report.html": "html", "R.HTM": "html", "rows.ndjson": "jsonl", "a.json": "json", "notes.md": "markdown",
		"x.csv": "csv", "x.sarif": "sarif", "junit.xml": "junit", "out.txt": "text", "letter": "", "a.pdf": "",
	} {
		if got := FormatOf(file); got != want {
			t.Errorf("%s: %q, not %q", file, got, want)
		}
	}
	if name, media := FileEnding("junit"), MediaType("sarif"); name != "junit.xml" || media != "application/sarif+json" {
		t.Errorf("junit ends in %s, SARIF is %s", name, media)
	}
}

// TestFormats compares every format with its golden file: a folder of papers with accepted and known findings.
func TestFormats(t *testing.T) {
	for _, format := range Formats() {
		if ending := endings[format]; ending != "" {
			golden(t, "formats/folder."+ending, written(t, folder(t, answered(t, saved(t))), format, Options{}))
		} else if !slices.Contains([]string{"text", "json", "jsonl"}, format) {
			t.Errorf("%s has no golden file", format)
		}
	}
}

// TestClaims compares what formats show of claims with golden files.
func TestClaims(t *testing.T) {
	rows, err := os.ReadFile("testdata/claims.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"claims", "text", "html", "markdown", "sarif", "csv"} {
		ending := cmp.Or(endings[format], "txt")
		golden(t, "formats/claims."+ending, written(t, rows, format, Options{All: format == "claims"}))
	}
}

// hostile returns a row in which every word is an attack.
func hostile(bad string) Finding {
	return Finding{row.Finding{
		Kind: row.KindFinding, ID: bad, Key: bad, Outcome: "discrepant", Gravity: "substantive",
		Codes: []string{"H1"}, Raw: bad +
			"\n" + bad, Digest: bad, Label: bad,
		Place: Place{File: bad, Line: 3, Column: 1, EndLine: 4}, Claimed: row.Work{Title: bad, Authors: []string{bad},
			Venue: bad, DOI: bad, Year: "2020"},
		Record: &Record{Source: bad, LocalID: bad, Link: bad,
			Fields: row.Work{Title: bad, Authors: []string{bad}, DOI: bad}},
		Reasons: []Reason{{Rule: "title-differs", Field: "title", Variant: bad, Claimed: bad, Recorded: bad + " b",
			Sources: []string{bad}, Gravity: "substantive", Record: &Quoted{Link: bad}},
			{Rule: bad, Message: bad, Gravity: "slip"}},
		Notices:   []Notice{{Rule: "retracted", Message: bad}},
		Lookups:   []Lookup{{Source: bad, Outcome: "no-match", Coverage: bad, Reason: bad}},
		Accepted:  []Accepted{{Code: "H9", Reason: bad, By: bad, Date: bad}},
		Citations: []Citation{{Place: Place{File: bad, Page: 2}, Context: bad}},
		Claims: []Claim{{Place: Place{File: bad, Page: 2}, Mark: bad, Sentence: bad, Text: bad, Section: bad, Function: bad,
			Parts: []row.ClaimPart{{Kind: bad, Text: bad, Standing: bad, Stated: bad}}, Outcome: "contradicted",
			Reason: bad, Message: bad,
			Read: bad, Source: &row.TextSource{Kind: bad, Where: bad},
			Passages: []row.Passage{{Text: bad, Section: bad,
				Highlights: []biblio.Span{{Start: 0, End: 1}, {Start: -3, End: 900_000}}}},
			Readings: []row.Reading{{Outcome: bad, Quote: bad, Why: bad, Unheard: bad}}}},
	}}
}

var attacks = []string{
	`<script>alert(1)</script>`, `"><img src=x onerror=alert(1)>`, `javascript:alert(1)`, `=HYPERLINK("http://x","y")`,
	"@SUM(1+1)", "-2+3", "+1", " =1", "\t=1", "＝1+1",
	"\x1b[2J\x1b]0;title\a", "a\u202eb\u2066c", "]]>", "<!--", "-->", "</style>", "</title>", "one\ntwo\r\nthree",
	"@everyone #1", "see www.evil.example/x and GH-12 in deadbeefcafe0123", "[x](javascript:alert(1))", "| a | b |",
	"```", "&lt;script&gt;",
	"\xff\xfe", "\x00", "{{.}}", "%s%d", strings.Repeat("x", 100_000), strings.Repeat("x ", 5_000),
}

// attackedReport writes a report in which every word is an attack.
func attackedReport(t *testing.T, format, bad string, opt Options) string {
	t.Helper()
	var out bytes.Buffer
	w, err := New(format, &out, opt)
	if err != nil {
		t.Fatal(err)
	}
	run := Run{Kind: row.KindRun, Schema: row.Schema, Inputs: []string{bad}, Notice: bad, Scheme: bad,
		FailOn:  "substantive",
		Sources: []Source{{Name: bad}}, Version: bad}
	s := NewSummary(run)
	other := hostile(bad)
	other.File = "b" + bad
	open := Finding{row.Finding{Outcome: "inconclusive", Codes: []string{"U"}, ID: bad, Raw: bad,
		Reasons: []Reason{{Rule: "not-covered", Message: bad, Recorded: bad}}}}
	right := Finding{row.Finding{Outcome: "verified", Codes: []string{"R1"}, ID: bad, Place: Place{File: bad, Page: 1},
		Claimed: row.Work{Title: bad}}}
	errs := []error{w.Begin(run), w.Problem(Problem{Place: Place{File: bad}, Rule: row.UnreadFile, Message: bad})}
	for _, f := range []Finding{hostile(bad), other, open, right} {
		s.Add(f)
		errs = append(errs, w.Finding(f))
	}
	if err := errors.Join(append(errs, w.End(s))...); err != nil {
		t.Fatalf("%s of %q: %v", format, bad[:min(len(bad), 40)], err)
	}
	return out.String()
}

// TestHostileWords: nothing from a document or a record runs or breaks the structure of a report.
func TestHostileWords(t *testing.T) {
	sound := map[string]func(string) error{
		"sarif": soundJSON, "codequality": soundJSON, "junit": soundXML, "csv": soundCSV, "html": soundHTML,
		"markdown": soundMarkdown, "letter": func(string) error { return nil },
	}
	for format, check := range sound {
		for _, bad := range attacks {
			out := attackedReport(t, format, bad, Options{})
			if err := check(out); err != nil {
				t.Errorf("%s of %.40q: %v", format, bad, err)
			}
			if strings.ContainsAny(out, "\x1b\a\x00\u202e\u2066") && format != "sarif" && format != "codequality" {
				t.Errorf("%s of %.40q has control characters", format, bad)
			}
		}
	}
}

func soundJSON(s string) error {
	var v any
	return json.Unmarshal([]byte(s), &v)
}

func soundXML(s string) error {
	d := xml.NewDecoder(strings.NewReader(s))
	known := []string{"testsuites", "testsuite", "testcase", "failure", "error", "skipped", "system-out"}
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if e, ok := token.(xml.StartElement); ok && !slices.Contains(known, e.Name.Local) {
			return fmt.Errorf("an element %s", e.Name.Local)
		}
	}
}

func soundCSV(s string) error {
	rows, err := csv.NewReader(strings.NewReader(s)).ReadAll()
	if err != nil || len(rows) != 5 {
		return fmt.Errorf("%d rows: %v", len(rows), err)
	}
	for _, row := range rows {
		for _, cell := range row {
			if cell = strings.TrimLeft(cell, " \t"); cell != "" && strings.ContainsRune("=+-@＝", []rune(cell)[0]) {
				return fmt.Errorf("a formula: %.40q", cell)
			}
		}
	}
	return nil
}

// soundHTML walks the page: no script but ours, no handler, no address outside the web.
func soundHTML(s string) error {
	doc, err := html.Parse(strings.NewReader(s))
	if err != nil {
		return err
	}
	scripts, styles, articles := 0, 0, 0
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		switch n.Data {
		case "script":
			scripts++
			if n.FirstChild == nil || n.FirstChild.Data != pageScript {
				return errors.New("another script")
			}
		case "style":
			styles++
			if n.FirstChild.Data != pageStyle {
				return errors.New("another style")
			}
		case "article":
			articles++
		}
		for _, a := range n.Attr {
			if strings.HasPrefix(a.Key, "on") || a.Key == "style" || (a.Key == "href" || a.Key == "src") &&
				!strings.HasPrefix(a.Val, "https://") && !strings.HasPrefix(a.Val, "data:image/png;base64,") &&
				!strings.HasPrefix(a.Val, "#ZgotmplZ") && a.Val != strings.TrimLeft(a.Val, "abcdefghijklmnopqrstuvwxyz:") {
				return fmt.Errorf("%s=%.40q", a.Key, a.Val)
			}
		}
	}
	if scripts != 1 || styles != 1 || articles != 4 {
		return fmt.Errorf("%d scripts, %d styles, %d findings", scripts, styles, articles)
	}
	return nil
}

// targets matches the addresses of links.
var targets = regexp.MustCompile(`\]\(<[^>]*>\)`)

func soundMarkdown(s string) error {
	if len(s) > markdownMost+5_000 {
		return fmt.Errorf("%d bytes", len(s))
	}
	text := strings.ReplaceAll(s, "<!-- -->", "")
	for i := range len(text) {
		if text[i] == '<' && !strings.HasPrefix(text[max(i-1, 0):], "(<") {
			return fmt.Errorf("an element at %.40q", text[i:])
		}
	}
	for _, call := range []string{"@everyone", "#1 ", "](javascript", "www.evil", "GH-12", "deadbeef"} {
		if strings.Contains(targets.ReplaceAllString(s, ""), call) {
			return fmt.Errorf("%q as it is", call)
		}
	}
	return nil
}

// TestManyFindings: a report keeps little of many findings in memory, in every format.
func TestManyFindings(t *testing.T) {
	findings, most := 2_000, int64(32<<20)
	if testenv.Long() {
		findings, most = 20_000, 64<<20
	}
	f := hostile("A title of some length, as titles are")
	for _, format := range Formats() {
		if format == "text" { // waits for the last finding, and keeps what a person reads
			continue
		}
		w, _ := New(format, io.Discard, Options{})
		run := Run{Inputs: []string{"x"}, FailOn: "substantive"}
		s := NewSummary(run)
		if err := w.Begin(run); err != nil {
			t.Fatal(err)
		}
		before := heap()
		for i := range findings {
			f.ID, f.File = fmt.Sprint("key", i), fmt.Sprint("paper", i/50, ".bib")
			f.Key = f.ID
			if err := w.Finding(f); err != nil {
				t.Fatal(err)
			}
		}
		if grown := heap() - before; grown > most {
			t.Errorf("%s holds %d MB", format, grown>>20)
		}
		s.Add(f)
		if err := w.End(s); err != nil {
			t.Fatal(err)
		}
	}
}

func heap() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// BenchmarkFormats writes findings and reports rows/s.
func BenchmarkFormats(b *testing.B) {
	f := hostile("A title of some length, as titles are")
	for _, format := range Formats() {
		b.Run(format, func(b *testing.B) {
			w, _ := New(format, io.Discard, Options{})
			run := Run{Inputs: []string{"x"}, FailOn: "substantive"}
			if err := w.Begin(run); err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if err := w.Finding(f); err != nil {
					b.Fatal(err)
				}
			}
			if err := w.End(NewSummary(run)); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "rows/s")
		})
	}
}
