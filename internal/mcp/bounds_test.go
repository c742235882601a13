package mcp

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cite"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/row"
)

// Text of others is shown in one line, up to a bound and no further; what only a model would read is replaced.
func TestShownText(t *testing.T) {
	for text, want := range map[string]string{"abcd": "abcd", "abcde": "abc…", " a\n b ": "a b", "äöüß": "äöüß"} {
		if got := clipped(text, 4); got != want {
			t.Errorf("%q became %q", text, got)
		}
	}
	most := strings.Repeat("ä", maxString)
	if got := plain(most); got != most {
		t.Errorf("a text of the most characters became %d bytes", len(got))
	}
	if got := plain(most + "b"); got != most+" … (cut)" {
		t.Errorf("a text of one more became %d bytes", len(got))
	}
	for r, hidden := range map[rune]bool{'a': false, 0xAD: false, 0x200B: true, 0x200C: false, 0x200D: false,
		0xDFFFF: false, 0xE0000: true, 0xE0041: true, 0xE0FFF: true, 0xE1000: false} {
		if got := shownRune(r) != r; got != hidden {
			t.Errorf("%x is hidden: %t", r, got)
		}
	}
}

// A work is named by its DOI, else its arXiv number, else where it can be read, else its fields.
func TestNamesOfRecords(t *testing.T) {
	both := row.Work{Title: "Terns", DOI: "10.1000/a", ArXivID: "1501.00001"}
	for _, c := range []struct {
		r    report.Record
		want string
	}{
		{report.Record{Fields: both, Link: "https://a.example"}, "doi:10.1000/a"},
		{report.Record{Fields: row.Work{ArXivID: "1501.00001"}, Link: "https://a.example"}, "arXiv:1501.00001"},
		{report.Record{Fields: row.Work{Title: "Terns"}, Link: "https://a.example"}, "https://a.example"},
		{report.Record{Fields: row.Work{Title: "Terns", Venue: "Birds", Year: "2015"}}, "Terns, Birds 2015"},
	} {
		if got := recorded(&c.r); got != c.want {
			t.Errorf("%q, not %q", got, c.want)
		}
	}
	for want, authors := range map[string][]string{"doi:10.1000/a · Terns": nil,
		"doi:10.1000/a · Terns · A. Walker": {"A. Walker"}, "doi:10.1000/a · Terns · A. Walker and others": {"A. Walker",
			"C. Sagan"}} {
		both.Authors = authors
		if got := workLine(report.Record{Fields: both}); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// Without a filter the findings are listed for which there is something to do, or that are withdrawn, or at least
// leads.
func TestWorthListing(t *testing.T) {
	for name, c := range map[string]struct {
		f    row.Finding
		want bool
	}{
		"verified":  {row.Finding{Outcome: "verified", Strength: "none"}, false},
		"a note":    {row.Finding{Outcome: "verified", Strength: "note"}, false},
		"a lead":    {row.Finding{Outcome: "verified", Strength: "lead"}, true},
		"withdrawn": {row.Finding{Outcome: "verified", Notices: []row.Notice{{Rule: "retracted"}}}, true},
		"to do":     {row.Finding{Outcome: "ambiguous", Strength: "none"}, true},
	} {
		b := briefOf(&report.Finding{Finding: c.f})
		if b.worth != c.want || b.Strength == "none" {
			t.Errorf("%s: %+v", name, b)
		}
	}
}

// A filter takes each finding that it names, by id or key; no filter takes what is worth it.
func TestFilters(t *testing.T) {
	one := brief{ID: "refs.bib#1", Key: "walker", Outcome: "verified"}
	for _, c := range []struct {
		in   bibliographyIn
		want bool
	}{
		{bibliographyIn{}, false}, {bibliographyIn{Detail: true}, true},
		{bibliographyIn{Keys: []string{"walker"}}, true}, {bibliographyIn{Keys: []string{"refs.bib#1"}}, true},
		{bibliographyIn{Keys: []string{"sagan"}}, false}, {bibliographyIn{Outcome: []string{"verified"}}, true},
		{bibliographyIn{Outcome: []string{"discrepant"}}, false}, {bibliographyIn{Strength: []string{"none"}}, true},
		{bibliographyIn{Strength: []string{"lead"}}, false},
		{bibliographyIn{Strength: []string{"none"}, Keys: []string{"sagan"}}, false},
	} {
		wanted, err := c.in.wanted()
		if err != nil || wanted(&one) != c.want {
			t.Errorf("%+v: %v", c.in, err)
		}
		filtered := len(c.in.Keys)+len(c.in.Outcome)+len(c.in.Strength) > 0 || c.in.Detail
		if got := c.in.listed(0); (got == "0 findings match") != filtered {
			t.Errorf("%+v: %s", c.in, got)
		}
	}
	for n, refused := range map[int]bool{maxKeys: false, maxKeys + 1: true} {
		if _, err := (&bibliographyIn{Keys: make([]string, n)}).wanted(); (err != nil) != refused {
			t.Errorf("%d keys: %v", n, err)
		}
	}
	for n, refused := range map[int]bool{maxMany: false, maxMany + 1: true} {
		if _, err := oneOrMore("query", "", make([]string, n)); (err != nil) != refused {
			t.Errorf("%d queries: %v", n, err)
		}
	}
	if _, err := oneOrMore("query", "a", []string{"b"}); err == nil {
		t.Error("one and more are taken")
	}
	if got, err := oneOrMore("query", "a", nil); err != nil || len(got) != 1 {
		t.Error(got, err)
	}
}

// An address names findings of a check from 1: all from one on, or a single one.
func TestAddresses(t *testing.T) {
	id := strings.Repeat("0a", len(runID{}))
	for address, want := range map[string][2]int{
		id + "/findings": {0, perResource}, id + "/findings?from=7": {6, perResource}, id + "/findings/3": {2, 1},
		id + "/findings/1": {0, 1}, id + "/findings/0": {}, id + "/findings?from=0": {}, id + "/findings/3/4": {},
		id: {}, id + "/works": {}, id + "/works/3": {}, id + "/findings/x": {}, id[2:] + "/findings": {},
		"zz" + id[2:] + "/findings": {}, id + "0a/findings": {},
	} {
		_, from, limit, err := readAddress(runsScheme + address)
		if (err != nil) != (want[1] == 0) || from != want[0] || limit != want[1] {
			t.Errorf("%s: %d %d %v", address, from, limit, err)
		}
	}
	if _, _, _, err := readAddress("https://a.example/" + id + "/findings"); err == nil {
		t.Error("another scheme is read")
	}
}

// What is exactly as large, as many or as old as may be is kept and taken, and one more is not.
func TestExactBounds(t *testing.T) {
	now := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	sized := func(n byte, size int) *result {
		r := &result{id: runID{n}, of: digest{n}, findings: []json.RawMessage{make([]byte, size-4096-600)}}
		if r.size() != size {
			t.Errorf("size %d, not %d", r.size(), size)
		}
		return r
	}
	var k results
	k.keep(sized(1, maxKeptBytes), now)
	if k.byID(runID{1}, now.Add(keptFor)) == nil {
		t.Error("the largest result is not kept for its time")
	}
	k = results{}
	k.keep(sized(1, maxKeptBytes/2), now)
	k.keep(sized(2, maxKeptBytes/2), now)
	if len(k.list) != 2 {
		t.Errorf("%d of two results are kept that have room", len(k.list))
	}
	if got := (&result{problems: make([]object, 2)}).size(); got != 3*4096 {
		t.Errorf("size %d", got)
	}
	c := collected{findings: make([]report.Finding, maxReferences-1)}
	if c.Finding(report.Finding{}) != nil || c.Finding(report.Finding{}) == nil {
		t.Error("the bound of references")
	}
	for range maxProblems + 1 {
		if err := c.Problem(report.Problem{}); err != nil {
			t.Fatal(err)
		}
	}
	if len(c.problems) != maxProblems {
		t.Errorf("%d problems", len(c.problems))
	}
	line := strings.Repeat("ä", leftMost/2-4)
	if first, more := shortened([]string{line, line}); len(first) != 2 || more != 0 {
		t.Errorf("%d lines and %d more", len(first), more)
	}
	if first, more := shortened([]string{line, line + "ä", "a"}); len(first) != 1 || more != 2 {
		t.Errorf("%d lines and %d more", len(first), more)
	}
}

// A text has the name of its format, which is recognised only when it is not said, and a bound of its bytes.
func TestInputs(t *testing.T) {
	dir := t.TempDir()
	s := newServer(opened(t, dir))
	for name, size := range map[string]int64{"large.bib": biblio.MaxAgentFile, "larger.bib": biblio.MaxAgentFile + 1} {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Truncate(file, size)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		in   given
		name string
	}{
		{given{Text: "@book{a}"}, "text.bib"}, {given{Text: "% b\n@book{a}"}, "text.bib"},
		{given{Text: "TY  - BOOK"}, "text.ris"},
		{given{Text: " {}"}, "text.json"}, {given{Text: "[]"}, "text.json"}, {given{Text: "A. Walker"}, "text.txt"},
		{given{Text: "@book{a}", Format: "text"}, "text.txt"}, {given{Text: "a", Format: "markdown"}, "text.md"},
		{given{Text: strings.Repeat("a", biblio.MaxAgentText)}, "text.txt"},
		{given{Text: strings.Repeat("a", biblio.MaxAgentText+1)}, ""}, {given{}, ""}, {given{Text: "a", Path: "b"}, ""},
		{given{Text: "a", Format: "docx"}, ""}, {given{Path: "none.bib"}, ""}, {given{Path: "."}, ""},
		{given{Path: "-"}, ""},
		{given{Path: "large.bib"}, "large.bib"}, {given{Path: "larger.bib"}, ""},
	} {
		if name, _, err := s.input(c.in); name != c.name || (err == nil) != (c.name != "") {
			t.Errorf("%.40q %s %s: %q %v", c.in.Text, c.in.Format, c.in.Path, name, err)
		}
	}
}

// A key is taken up to 200 bytes; of several queries one that is found is enough to have found something.
func TestCiteBounds(t *testing.T) {
	s := newServer(opened(t, ""))
	for n, refused := range map[int]bool{200: false, 201: true} {
		_, err := s.cite(t.Context(), nil, citeIn{Query: "10.1038/nature14539", Key: strings.Repeat("k", n)})
		if (err != nil) != refused {
			t.Errorf("a key of %d bytes: %v", n, err)
		}
	}
	const none = "10.5555/there-is-no-such-work"
	for _, c := range []struct {
		more []string
		want bool
	}{{[]string{"10.1038/nature14539", none}, true}, {[]string{none, "10.1038/nature14539"}, true},
		{[]string{none, none}, false}} {
		cited, err := s.cite(t.Context(), nil, citeIn{More: c.more})
		if err != nil || cited.Found != c.want || len(cited.Entries) != 2 {
			t.Errorf("cite %q: %+v %v", c.more, cited, err)
		}
		found, err := s.findWork(t.Context(), nil, queryIn{More: c.more})
		if err != nil || found.Found != c.want || len(found.Answers) != 2 || found.Unanswered {
			t.Errorf("find %q: %+v %v", c.more, found, err)
		}
	}
}

// The first and the last limit that may be asked for are taken.
func TestLimits(t *testing.T) {
	s := newServer(opened(t, ""))
	text := given{Text: "@book{a, title={A}}"}
	for n, refused := range map[int]bool{499: true, 500: false, 100_000: false, 100_001: true} {
		if _, err := s.fix(t.Context(), nil, fixIn{given: text, Limit: n}); (err != nil) != refused {
			t.Errorf("fix, %d: %v", n, err)
		}
	}
	req := &sdk.CallToolRequest{Params: &sdk.CallToolParamsRaw{}}
	for n, refused := range map[int]bool{-1: true, 1: false, findingsMost: false, findingsMost + 1: true} {
		if _, err := s.bibliography(t.Context(), req, bibliographyIn{given: text, Limit: n}); (err != nil) != refused {
			t.Errorf("bibliography, %d: %v", n, err)
		}
	}
}

// Of the entries that were asked for, what is left alone is said with its reason, and which are not there.
func TestUnchanged(t *testing.T) {
	left := fix.Unactionable{Field: "year", Why: "no proof", Pen: judge.Offer, Hold: fix.Likely}
	plainly := fix.Unactionable{Field: "title", Why: "another work"}
	verified, wrong := judge.Verified.String(), judge.Discrepant.String()
	got := &run.Fixed{Result: fix.Result{Entries: []fix.Entry{
		{ID: "good", Outcome: verified}, {ID: "fixed", Outcome: wrong, Patches: []fix.Patch{{Field: "year"}}},
		{ID: "open", Outcome: wrong, Unactionable: []fix.Unactionable{left, plainly}}, {ID: "silent", Outcome: wrong},
	}}}
	const (
		year, title = "open: year (offer): no proof", "open: title: another work"
		silent      = "silent: (wrong): no record says what to write, or the finding was dismissed"
		taken       = "(take): the record differs in nothing, or may be of another work"
	)
	for name, c := range map[string]struct {
		in     fixIn
		likely int
		want   []string
	}{
		"all": {fixIn{}, 1, []string{year, title, silent}}, "one": {fixIn{Keys: []string{"open"}}, 1, []string{year, title}},
		"good":    {fixIn{Keys: []string{"good", "fixed"}}, 0, nil},
		"missing": {fixIn{Keys: []string{"silent", "none", "none"}}, 0, []string{silent, "none: no entry has this key"}},
		"take": {fixIn{Take: []string{"good", "fixed", "open"}}, 1, []string{"good: " + taken, year, title, "open: " +
			taken}},
	} {
		p := &diffParts{}
		if p.unchanged(got, &c.in); p.likely != c.likely || !slices.Equal(p.left, c.want) {
			t.Errorf("%s: %d likely, %q", name, p.likely, p.left)
		}
	}
}

// What is told beside works says why none was chosen only where there is none to name, and that one may be picked only
// where there are several.
func TestTold(t *testing.T) {
	record := func(title string) *match.Candidate {
		return &match.Candidate{Hit: answer.Hit{Record: biblio.Record{Work: biblio.Work{Title: title}}}}
	}
	form, err := cite.NewForm("bibtex", "")
	if err != nil {
		t.Fatal(err)
	}
	one := record("Drifting buoys")
	for name, c := range map[string]struct {
		a          cite.Answer
		told, pick bool
	}{
		"none": {cite.Answer{}, true, false},
		"several": {cite.Answer{Choice: cite.Choice{Others: []*match.Candidate{one, record("Drifting buoys again")}}},
			false, true},
		"one": {cite.Answer{Choice: cite.Choice{Work: one}}, false, false},
	} {
		found, err := foundFor(&c.a, false, 3)
		if err != nil || (found.Told != "") != c.told || len(found.Works) != len(c.a.Works()) {
			t.Errorf("%s: %+v, %v", name, found, err)
		}
		cited, err := citedFor(&c.a, form, "")
		if err != nil || strings.Contains(cited.Told, "pick one") != c.pick || cited.Found != (name == "one") ||
			(cited.Entry != "") != cited.Found {
			t.Errorf("%s: %+v, %v", name, cited, err)
		}
	}
}
