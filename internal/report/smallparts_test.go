package report

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/row"
)

// TestDismissFields: fields of a finding to check by hand are dismissed one by one; it counts no more when all are.
func TestDismissFields(t *testing.T) {
	doubtful := func() *Finding {
		return &Finding{row.Finding{Key: "k", Digest: "d", Outcome: row.Doubtful, Codes: []string{"U"}, Strength: "lead",
			Reasons: []Reason{{Rule: "contested", Status: "contested", Field: "year", Strength: "lead", Claimed: "2018",
				Recorded: "2019"}, {Rule: "contested", Status: "contested", Field: "pages", Strength: "lead", Claimed: "1-9",
				Recorded: "2-9"}, {Rule: "title-agrees", Field: "title", Status: "confirmed"}}}}
	}
	by := Accepted{By: "ann", Date: "2026-11-22"}
	f := doubtful()
	if f.Marked() || f.AllAccepted() || fmt.Sprint(f.FieldsQuestioned()) != "[year pages]" ||
		fmt.Sprint(f.Said("year")) != "[Year: 2018 → 2019 (lead)]" || f.Said("title") != nil {
		t.Errorf("%v, %q", f.FieldsQuestioned(), f.Said("year"))
	}
	f.Dismiss("year", by)
	if !f.Marked() || f.AllAccepted() || f.Suppressed != "" || !f.AcceptsField("year") || f.AcceptsField("pages") {
		t.Errorf("one of two: %+v", f.Accepted)
	}
	f.Dismiss("pages", by)
	if !f.AllAccepted() || f.Suppressed != ByUser {
		t.Errorf("both: %+v, %q", f.Accepted, f.Suppressed)
	}
	f = doubtful()
	f.Dismiss("", by)
	if !f.AllAccepted() || f.Suppressed != ByUser || len(f.Accepted) != 1 || f.Accepted[0].Code != "U" {
		t.Errorf("the whole: %+v", f.Accepted)
	}
	f = doubtful()
	f.Dismiss("year", by)
	f.Accepted[0].Stale = true
	if f.AcceptsField("year") {
		t.Error("an entry that has changed since is no longer dismissed")
	}
	wrong := &Finding{row.Finding{Outcome: row.Discrepant, Gravity: "substantive", Strength: "certain",
		Codes: []string{"H2", "H4"},
		Reasons: []Reason{{Field: "authors", Status: "refuted", Gravity: "substantive", Strength: "likely"},
			{Field: "year", Status: "refuted", Gravity: "slip", Strength: "certain"}}}}
	wrong.Dismiss("authors", by)
	if got := wrong.counted(); wrong.Suppressed != "" || got.gravity.String() != "slip" ||
		got.strength.String() != "certain" {
		t.Errorf("the year still counts: %+v", got)
	}
	wrong.Dismiss("year", by)
	if got := wrong.counted(); wrong.Suppressed != ByUser || got != (counts{}) {
		t.Errorf("nothing counts: %+v", got)
	}
}

// TestDigestOf: a decision about a field depends on what an entry with a key claims of it, else on the whole claim.
func TestDigestOf(t *testing.T) {
	f := Finding{row.Finding{Key: "k", Digest: "whole", Claimed: row.Work{Title: "Terns", Year: "2015"}}}
	year, title := f.DigestOf("year"), f.DigestOf("title")
	if year == title || year == "whole" || len(year) != 2*digestBytes || f.DigestOf("") != "whole" {
		t.Errorf("%s, %s", year, title)
	}
	f.Claimed.Title = "Gulls"
	if f.DigestOf("year") != year || f.DigestOf("title") == title {
		t.Error("the digest of a field follows that field alone")
	}
	if f.Key = ""; f.DigestOf("year") != "whole" {
		t.Error("an entry without a key cannot be told from another")
	}
	if f.Key, f.Digest = "k", ""; f.DigestOf("year") != "" {
		t.Error("a row without a digest")
	}
}

// TestMarkedValues: two values with what differs marked; of authors, the names that are on one list alone.
func TestMarkedValues(t *testing.T) {
	for _, c := range []struct{ field, from, to, before, after string }{
		{"authors", "Ann Lee; Bo <Wu>", "Cy Fox; Ann Lee", "Ann Lee; <del>Bo &lt;Wu&gt;</del>",
			"<ins>Cy Fox</ins>; Ann Lee"},
		{"title", "On white terns", "On terns", "On <del>white</del> terns", "On terns"},
		{"year", "2015", "2016", "<del>2015</del>", "<ins>2016</ins>"},
		{"pages", "1-9", "1--10", "1–<del>9</del>", "1–<ins>10</ins>"},
		{"pages", "1-9", "3", "<del>1</del>–<del>9</del>", "<ins>3</ins>"},
	} {
		before, after := Marked(c.field, c.from, c.to)
		if string(before) != c.before || string(after) != c.after {
			t.Errorf("%s: %s, %s", c.field, before, after)
		}
	}
}

// TestFormatsByName: what is known of a format by its name, and the format of a file.
func TestFormatsByName(t *testing.T) {
	for name, want := range map[string]string{"text": "txt text/plain; charset=utf-8 true",
		"jsonl": "jsonl application/jsonl false",
		"csv":   "csv text/csv; charset=utf-8 false", "sarif": "sarif.json application/sarif+json true",
		"nonsense": "nonsense text/plain; charset=utf-8 false"} {
		if got := fmt.Sprint(FileEnding(name), " ", MediaType(name), " ", Waits(name)); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	for file, want := range map[string]string{"a/B.HTML": "html", "x.ndjson": "jsonl", "x.sarif": "sarif",
		"x.pdf": "", "x": ""} {
		if got := FormatOf(file); got != want {
			t.Errorf("%s: %q", file, got)
		}
	}
	if list := Endings(); !slices.Contains(list, ".md") || slices.Contains(list, "") {
		t.Errorf("%q", list)
	}
	if _, err := New("nonsense", nil, Options{}); err == nil || !strings.Contains(err.Error(), "codequality") {
		t.Errorf("%v", err)
	}
}

// TestFixesInSARIF: the edits of an entry are one fix of its first result.
func TestFixesInSARIF(t *testing.T) {
	rows := tellings()[:1]
	rows[0].Edits = []Edit{{Line: 3, Column: 5, EndLine: 3, EndColumn: 9, Text: "2001"}, {Line: 4, Column: 1,
		EndLine: 5, EndColumn: 1}}
	var log struct {
		Runs []struct {
			Results []struct {
				Fixes []struct {
					ArtifactChanges []struct {
						Replacements []struct {
							DeletedRegion   map[string]int
							InsertedContent *struct{ Text string }
						}
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(reported(t, "sarif", Options{}, rows)), &log); err != nil {
		t.Fatal(err)
	}
	list := log.Runs[0].Results[0].Fixes[0].ArtifactChanges[0].Replacements
	if len(list) != 2 || list[0].InsertedContent.Text != "2001" || list[1].InsertedContent != nil ||
		fmt.Sprint(list[0].DeletedRegion) != "map[endColumn:9 endLine:3 startColumn:5 startLine:3]" {
		t.Errorf("%+v", list)
	}
}

// TestProblems: what could not be read comes first and whole; of the other problems the first few are told.
func TestProblems(t *testing.T) {
	report := func(opt Options, files, others, kinds int) (n int, text string) {
		var b strings.Builder
		w, err := New("text", &b, opt)
		if err != nil {
			t.Fatal(err)
		}
		run := Run{}
		if err := w.Begin(run); err != nil {
			t.Fatal(err)
		}
		for i := range files + others { // the files last
			p := Problem{Rule: fmt.Sprint("kind-", i%kinds), Message: fmt.Sprint("problem ", i), Place: Place{File: "a.bib",
				Line: i + 1}}
			if i >= others {
				p.Rule = row.UnreadFile
			}
			if err := w.Problem(p); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.End(NewSummary(run)); err != nil {
			t.Fatal(err)
		}
		return strings.Count(b.String(), "! a.bib:"), b.String()
	}
	for _, c := range []struct {
		opt           Options
		files, others int
		kinds         int
		told          int
		left          string
	}{
		{Options{}, 0, shortList, 5, shortList, ""}, {Options{}, 0, shortList + 1, 5, shortList, "… and 1 more problem:"},
		{Options{}, 2, shortList, 5, shortList, "… and 2 more problems:"},
		{Options{}, shortList + 3, 0, 5, shortList + 3, ""},
		{Options{}, shortList + 3, 2, 5, shortList + 3, "… and 2 more problems:"},
		{Options{}, 2, shortList, 1, 2 + alikeMost, "… and 7 more problems:"},
		{Options{All: true}, 2, shortList, 1, shortList + 2, ""}, {Options{Quiet: true}, 2, 2, 1, 0, ""},
	} {
		n, text := report(c.opt, c.files, c.others, c.kinds)
		if n != c.told || !strings.Contains(text, c.left) || c.left == "" && strings.Contains(text, "more problem") ||
			c.files > 0 && c.told > 0 && !strings.Contains(strings.SplitN(text, "! a.bib:", 2)[1], "("+row.UnreadFile+")") {
			t.Errorf("%+v: %d told:\n%s", c, n, text)
		}
		if answer, _, _ := strings.Cut(text, "\n"); strings.Contains(answer, "could not be read") != (c.files > 0) {
			t.Errorf("%+v: the answer is %q", c, answer)
		}
	}
}

// TestWhereabouts: where a reference is in its paper: a page, or a line, but never the number of a paragraph.
func TestWhereabouts(t *testing.T) {
	w := &text{headed: headed{Run{Inputs: []string{"papers"}}}}
	for _, c := range []struct {
		p     Place
		named bool
		want  string
	}{
		{Place{File: "papers/a.bib", Line: 3, Column: 2}, false, "line 3"},
		{Place{File: "papers/a.bib", Line: 3, Column: 2}, true, "a.bib:3"},
		{Place{File: "papers/a.pdf", Page: 4, Line: 3}, false, "page 4"},
		{Place{File: "papers/a.docx", Paragraph: 77}, false, ""},
		{Place{File: "papers/a.docx", Paragraph: 77}, true, "a.docx"},
	} {
		if got := w.whereabouts(c.p, c.named); got != c.want {
			t.Errorf("%+v: %q", c, got)
		}
	}
}

// TestRemarksOnce: that an identifier belongs to another work is said by its reason alone.
func TestRemarksOnce(t *testing.T) {
	for _, c := range []struct {
		name   string
		reason Reason
		want   int
	}{
		{"the same", Reason{Field: "doi", Status: "refuted", Claimed: "10.1000/A", Recorded: "Terns"}, 1},
		{"another identifier", Reason{Field: "doi", Status: "refuted", Claimed: "10.1000/b", Recorded: "Terns"}, 2},
		{"not proved", Reason{Field: "doi", Status: "contested", Claimed: "10.1000/a", Recorded: "Terns"}, 2},
		{"of no work", Reason{Field: "doi", Status: "refuted", Claimed: "10.1000/a"}, 2},
	} {
		f := Finding{row.Finding{Reasons: []Reason{c.reason}, Notices: []Notice{{Rule: "identifier-elsewhere",
			ID: "doi:10.1000/a"},
			{Rule: "uncited"}}}}
		if got := len(f.remarks()); got != c.want {
			t.Errorf("%s: %d remarks", c.name, got)
		}
	}
}

// TestClaimsOfAFinding: a claim that accuses becomes a notice, with what the work says; its note has the passages.
func TestClaimsOfAFinding(t *testing.T) {
	claim := row.Claim{Place: Place{Page: 3}, Outcome: "contradicted", Sentence: "They report 93 %.",
		Message:  "another number",
		Parts:    []row.ClaimPart{{Text: "they report"}, {Text: "93 %", Stated: "83 %"}},
		Passages: []row.Passage{{Text: "We reach 83 %.", Page: 7, Section: "results"}}}
	fine := row.Claim{Outcome: "supported", Sentence: "It works.", Passages: []row.Passage{{Text: "It does.",
		Section: "other"}}}
	var f Finding
	f.TakeClaims([]Claim{claim, fine})
	const told = "the text says (page 3): “They report 93 %.”; another number: “93 %” is “83 %” there; " +
		"the work (page 7, results): “We reach 83 %.”"
	if len(f.Claims) != 2 || len(f.Notices) != 1 || f.Notices[0].Rule != "claim-contradicted" ||
		f.Notices[0].Message != told {
		t.Errorf("%+v", f.Notices)
	}
	if got := ClaimNote(&claim); got != "contradicted: another number\n“93 %” is “83 %” there\n"+
		"the work (page 7, results): “We reach 83 %.”" {
		t.Errorf("%q", got)
	}
	if got := ClaimNote(&fine); got != "supported: \nthe work: “It does.”" {
		t.Errorf("%q", got)
	}
	if got := ClaimNote(&row.Claim{Outcome: "supported"}); got != "" {
		t.Errorf("%q", got)
	}
}

// TestOrderOfGravity: invented before wrong before retracted details; doubtful ones by how likely they are wrong.
func TestOrderOfGravity(t *testing.T) {
	of := func(outcome row.Outcome, gravity string, p float64) *Finding {
		f := &Finding{row.Finding{Outcome: outcome, Gravity: gravity}}
		f.P = &p
		return f
	}
	list := []*Finding{of(row.Verified, "none", .9), of(row.Doubtful, "none", .9), of(row.Doubtful, "none", .2),
		of(row.Discrepant, "slip", .1), of(row.Discrepant, "substantive", .1), of(row.NotFound, "fabricated", .1)}
	for i := range list[1:] {
		if list[i].Grave() >= list[i+1].Grave() {
			t.Errorf("%d: %d is graver than %d", i, list[i].Grave(), list[i+1].Grave())
		}
		if list[i].Order() < list[i+1].Order() {
			t.Errorf("%d: place %d before %d", i, list[i].Order(), list[i+1].Order())
		}
	}
}

// TestUnrecorded: the fields that no record states are told in one sentence.
func TestUnrecorded(t *testing.T) {
	for fields, want := range map[string]string{"": "", "title": "The title could not be checked: no record states it.",
		"authors":           "The authors could not be checked: no record states them.",
		"volume pages":      "The volume and pages could not be checked: no record states them.",
		"year volume pages": "The year, volume and pages could not be checked: no record states them.",
		"doi":               ""} {
		f := Finding{row.Finding{Reasons: []Reason{{Field: "venue", Status: "confirmed"}}}}
		for _, field := range strings.Fields(fields) {
			f.Reasons = append(f.Reasons, Reason{Field: field, Status: "unrecorded"})
		}
		if got := f.unrecorded(); got != want {
			t.Errorf("%s: %q", fields, got)
		}
	}
}

// TestLabelOf: labels begin sentences, but arXiv keeps its small letter.
func TestLabelOf(t *testing.T) {
	for field, want := range map[string]string{"": "", "year": "Year", "arxiv_id": "arXiv number", "doi": "DOI"} {
		if got := labelOf(&Reason{Field: field}); got != want {
			t.Errorf("%s: %q", field, got)
		}
	}
}

// TestLetterOfAbsent: of a work that was not found a letter names the sources that have no such work.
func TestLetterOfAbsent(t *testing.T) {
	f := Finding{row.Finding{Key: "k", ID: "k", Outcome: row.NotFound, Gravity: "fabricated", Strength: "certain",
		Codes: []string{"H0"}, Claimed: row.Work{Title: "On nothing", DOI: "10.1000/1"}, Place: Place{File: "a.bib"},
		Lookups: []Lookup{{Source: "crossref", Outcome: "no-match"}, {Source: "dblp", Outcome: "found"},
			{Source: "openalex", Outcome: "failed"}, {Source: "arxiv", Outcome: "no-match"}},
		Reasons: []Reason{{Rule: "not-found", Message: "nobody has it", Gravity: "fabricated", Strength: "certain"}}}}
	letter := reported(t, "letter", Options{}, []Finding{f})
	for _, want := range []string{"   - looked for in: crossref, arxiv\n",
		"   - look for it: https://doi.org/10.1000/1\n",
		"possible for 1 of 1."} {
		if !strings.Contains(letter, want) {
			t.Errorf("the letter does not say %q:\n%s", want, letter)
		}
	}
	f.Outcome, f.Gravity, f.Codes = row.Discrepant, "substantive", []string{"H1"}
	if letter := reported(t, "letter", Options{}, []Finding{f}); strings.Contains(letter, "looked for in") {
		t.Errorf("a work that was found:\n%s", letter)
	}
	if n := notification("error", "x"); n["locations"] != nil {
		t.Errorf("%v", n)
	}
}

// TestTodoOfDocuments: nothing is written into a document, so no command is named that would.
func TestTodoOfDocuments(t *testing.T) {
	for _, c := range []struct {
		file string
		pen  judge.Pen
		want string
	}{
		{"refs.bib", judge.Write, "fix corrects it"}, {"thesis.DOCX", judge.Write, "correct it in the document"},
		{"refs.bib", judge.Offer, "fix --likely corrects it"}, {"paper.pdf", judge.Offer, "correct it in the document"},
		{"list.txt", judge.Choose, "if the record is right, run fix --take record a"},
		{"paper.pdf", judge.Choose, "if the record is right, correct it in the document"},
	} {
		f := Finding{Finding: row.Finding{ID: "a", Key: "a", Outcome: row.Discrepant, Place: Place{File: c.file},
			Reasons: []Reason{{Field: "year", Pen: string(c.pen)}}}}
		if got := f.Todo(); got != c.want {
			t.Errorf("%s, %s: %s", c.file, c.pen, got)
		}
	}
}

// TestLookElsewhere: the DOI of another work leads nobody to the cited one.
func TestLookElsewhere(t *testing.T) {
	f := Finding{Finding: row.Finding{ID: "a", Claimed: row.Work{Title: "Denoising Models", DOI: "10.1000/1"},
		Reasons: []Reason{{Field: "doi", Status: "refuted", Claimed: "10.1000/2"}}}}
	if got := f.Look(); got != "https://doi.org/10.1000/1" {
		t.Error(got)
	}
	f.Reasons[0].Claimed = "10.1000/1"
	if got := f.Look(); got != scholar+"Denoising+Models" {
		t.Error(got)
	}
}
