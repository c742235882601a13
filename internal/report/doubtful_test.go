package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/row"
)

// weighedRow returns the row of a reference whose authors differ from those of a record.
func weighedRow(id string, outcome judge.Outcome, strength judge.Strength, gravity judge.Gravity, p float64) Finding {
	code := judge.H2
	if outcome == judge.Verified {
		code = judge.P3
	}
	flat := biblio.Flat{Type: "article-journal", Title: "On " + id, Authors: []string{"Ann Walker"}, Year: "2015"}
	claimed := flat.Work()
	flat.Authors = []string{"Ann Wang"}
	record := match.Candidate{
		Hit:    answer.Hit{Record: biblio.Record{Source: "registry", LocalID: "7", Work: flat.Work()}, How: answer.ByTitle},
		Source: answer.Info{Name: "corpus"}, Origin: biblio.Origin{Kind: biblio.Publisher},
	}
	return Row(audit.Finding{
		Reference: biblio.Reference{ID: id, Key: id, Claimed: claimed, Place: biblio.Place{File: "a.bib", Line: 1}},
		Evidence:  judge.Evidence{Candidates: []match.Candidate{record}},
		Verdict: judge.Verdict{
			Outcome: outcome, Codes: []judge.Code{code}, Fields: []biblio.Field{biblio.FieldAuthors}, Strength: strength,
			Gravity: gravity, Genuine: p, Best: 0,
			Reasons: []judge.Reason{
				{Rule: "title-agrees", Field: biblio.FieldTitle},
				{Rule: "authors-differs", Status: judge.Refuted, Field: biblio.FieldAuthors,
					Kind: match.KindReplaced, Claimed: "Ann Walker", Recorded: "Ann Wang", Quoted: 1,
					Sources: []string{"corpus"}, Strength: strength, P: 1 - p},
			},
			Items: []judge.Item{{Kind: "authors/replaced", Field: biblio.FieldAuthors, Source: "corpus", Weight: 2.5},
				{Kind: "personal-record", Weight: -1.25}},
		},
	}, "", false)
}

// weighedRows are references of every strength; of the doubtful ones the most likely to be wrong comes last.
func weighedRows() []Finding {
	return []Finding{
		weighedRow("noted", judge.Verified, judge.Note, judge.NoGravity, 0.8),
		weighedRow("mild", judge.Doubtful, judge.Lead, judge.NoGravity, 0.7),
		weighedRow("sure", judge.Discrepant, judge.Certain, judge.Substantive, 0.02),
		weighedRow("odd", judge.Doubtful, judge.Lead, judge.NoGravity, 0.4),
		weighedRow("unsure", judge.Discrepant, judge.Likely, judge.Substantive, 0.2),
	}
}

func TestRowStatesStrength(t *testing.T) {
	line, err := json.Marshal(weighedRow("odd", judge.Doubtful, judge.Lead, judge.NoGravity, 0.4))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"outcome":"doubtful","class":"POTENTIAL","gravity":"none","strength":"lead"`,
		`"strength":"lead","p":0.6,"judged":{"right":0,"pedantic":0,"false":0},"record":{"source":"corpus","from":"registry","origin":"publisher","local_id":"7"}`,
		`"items":[{"kind":"authors/replaced","field":"authors","source":"corpus","weight":2.5},{"kind":"personal-record","weight":-1.25}]`,
		`"record":{"source":"corpus","from":"registry","origin":"publisher"`,
	} {
		if !strings.Contains(string(line), want) {
			t.Errorf("no %s in\n%s", want, line)
		}
	}
	for _, c := range []struct {
		outcome judge.Outcome
		want    string
	}{{judge.Discrepant, "certain"}, {judge.NotFound, "certain"}, {judge.Verified, "none"}, {judge.Inconclusive, "none"}} {
		if got := weighedRow("a", c.outcome, judge.NoStrength, judge.NoGravity, 0.5).Strength; got != c.want {
			t.Errorf("%v that states none: %s, want %s", c.outcome, got, c.want)
		}
	}
}

// reported renders the rows in a format.
func reported(t *testing.T, format string, opt Options, rows []Finding) string {
	t.Helper()
	var out bytes.Buffer
	w, err := New(format, &out, opt)
	if err != nil {
		t.Fatal(err)
	}
	run := Run{Kind: row.KindRun, Schema: row.Schema, Inputs: []string{"a.bib"}, FailOn: DefaultFailOn}
	s := NewSummary(run)
	if err := w.Begin(run); err != nil {
		t.Fatal(err)
	}
	for _, f := range rows {
		s.Add(f)
		if err := w.Finding(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.End(s); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// inOrder reports whether texts follow one another in s.
func inOrder(s string, texts ...string) bool {
	for _, text := range texts {
		_, rest, ok := strings.Cut(s, text)
		if !ok {
			return false
		}
		s = rest
	}
	return true
}

// Every format shows what to check by hand, between what is wrong and what is undecided, and does not call it wrong.
func TestDoubtfulInEveryFormat(t *testing.T) {
	for _, c := range []struct {
		format string
		want   []string // in this order
	}{
		{"text", []string{"Wrong (2)", "sure", "unsure", "Check by hand (2)", "odd", "Wrong author: ", "mild",
			"checked 5 of 5 references: 1 fine, 2 wrong, 2 to check by hand", "errors: 2 major; 1 certain, 1 likely",
			"1 reference differs from one record, which proves little"}},
		{"html",
			[]string{"2 to check by hand", "Errors: 2 major; 1 certain, 1 likely.", "Check by hand (2)",
				`data-outcome="doubtful"`, " odd <", "</article>", " mild <", "</article>\n</section>"}},
		{"markdown", []string{"| ⚐ check by hand | 2 |", "Errors: 2 major; 1 certain, 1 likely.", "### Major errors (2)",
			"### Check by hand (2)", "**odd**", "Wrong author&#58; ", "**mild**"}},
		{"csv", []string{"outcome,gravity,strength", "verified,none,note", "doubtful,none,lead",
			"discrepant,substantive,certain", "doubtful,none,lead", "discrepant,substantive,likely"}},
		{"junit", []string{`tests="5" failures="2" errors="0" skipped="2"`, `name="mild"`, "<skipped message=", `name="sure"`,
			`<failure type="discrepant"`}},
		{"sarif",
			[]string{`"level":"error"`, `"strength":"certain"`, `"level":"note"`, "mild: Wrong author: ", `"strength":"lead"`}},
		{"codequality",
			[]string{"mild: Wrong author: ", `"severity":"info"`, "sure: Wrong author: ", `"severity":"critical"`}},
		{"letter", []string{"sure, line 1", "cited:    Ann Walker"}},
		{"jsonl", []string{`"outcomes":{"discrepant":2,"doubtful":2,"verified":1}`, `"gravities":{"substantive":2}`,
			`"strengths":{"certain":1,"lead":2,"likely":1,"note":1}`, `"worst":"discrepant"`}},
	} {
		if out := reported(t, c.format, Options{}, weighedRows()); !inOrder(out, c.want...) {
			t.Errorf("%s has not %q in this order:\n%s", c.format, c.want, out)
		}
	}
}

// A letter contains what is certain; the rest, doubtful or likely, only once a person confirms it.
func TestLettersNeedCertaintyOrAPerson(t *testing.T) {
	rows := weighedRows()
	if out := reported(t, "letter", Options{}, rows); strings.Contains(out, "odd") || strings.Contains(out, "unsure") ||
		!strings.Contains(out, "For 1 reference ") {
		t.Error(out)
	}
	for i := range rows {
		if rows[i].ID != "mild" {
			rows[i].Confirmed = []string{"a chair"}
		}
	}
	if out := reported(t, "letter", Options{}, rows); !inOrder(out, "For 3 references ", "sure, line 1", "odd, line 1",
		"cited:    Ann Walker", "recorded: Ann Wang", "unsure, line 1") || strings.Contains(out, "mild") ||
		strings.Contains(out, "noted") {
		t.Error(out)
	}
	none := reported(t, "letter", Options{}, weighedRows()[:2])
	if !strings.Contains(none, "No letter is needed") {
		t.Error(none)
	}
}

// A lead beside a difference that accuses is shown, but is neither grave nor in a letter.
func TestLeadBesideAnAccusation(t *testing.T) {
	f := weighedRow("sure", judge.Discrepant, judge.Certain, judge.Slip, 0.02)
	f.Reasons[1].Gravity, f.Reasons[1].Strength = "substantive", "certain"
	f.Reasons = append(f.Reasons,
		Reason{Rule: "year-differs", Field: "year", Claimed: "2015", Recorded: "2014", Strength: "lead", P: 0.4})
	f.Gravity = "substantive"
	list := f.views()
	if len(list) != 2 || list[0].at != substantive || list[1].at != doubtful ||
		!strings.Contains(list[1].Line(), "Year: 2015 → 2014 (lead)") {
		t.Errorf("%+v", list)
	}
	if out := reported(t, "letter", Options{}, []Finding{f}); strings.Contains(out, "2014") ||
		!strings.Contains(out, "Ann Wang") {
		t.Error(out)
	}
}

func TestOnlyTakesStrengths(t *testing.T) {
	for word, want := range map[string]string{"doubtful": "mild odd", "lead": "mild odd", "likely": "unsure",
		"certain": "sure", "note": "noted"} {
		var shown []string
		for _, f := range weighedRows() {
			if f.within([]string{word}) {
				shown = append(shown, f.ID)
			}
		}
		if got := strings.Join(shown, " "); got != want {
			t.Errorf("%s shows %s, not %s", word, got, want)
		}
	}
}

// Of many doubtful findings Markdown keeps those most likely to be wrong.
func TestMarkdownKeepsTheLikeliest(t *testing.T) {
	var rows []Finding
	for i := range 2000 {
		rows = append(rows,
			weighedRow(fmt.Sprintf("key%04d", i), judge.Doubtful, judge.Lead, judge.NoGravity, 0.75-float64(i)/10_000))
	}
	out := reported(t, "markdown", Options{}, rows)
	if !inOrder(out, "**key1999**", "**key1998**", "… and ") || strings.Contains(out, "**key0000**") ||
		len(out) > markdownMost+1000 {
		t.Errorf("%d bytes: %.500s", len(out), out)
	}
}

// A person may accept a doubtful finding, whatever its codes.
func TestDoubtfulIsAccepted(t *testing.T) {
	for _, code := range []judge.Code{judge.H2, judge.P3, judge.U} {
		f := weighedRow("a", judge.Doubtful, judge.Lead, judge.NoGravity, 0.5)
		f.Codes = []string{string(code), "R2"}
		if got := f.CodesQuestioned(); len(got) != 1 || got[0] != string(code) {
			t.Errorf("%s: questions %v", code, got)
		}
		f.Accepted = []Accepted{{Code: string(code)}}
		if !f.AllAccepted() || f.strengthCounted() != judge.NoStrength {
			t.Errorf("%s is not accepted", code)
		}
	}
	f := weighedRow("a", judge.Verified, judge.Note, judge.NoGravity, 0.9)
	if f.Questioned() {
		t.Error("a verified reference with a note is questioned")
	}
}

// Editors and marked PDFs show what to check by hand, without accusing.
func TestDoubtfulIsShownAndAccusesNobody(t *testing.T) {
	f := weighedRow("odd", judge.Doubtful, judge.Lead, judge.NoGravity, 0.4)
	if list := f.Views(); len(list) != 1 || list[0].Level != "note" || list[0].Field != "authors" ||
		list[0].Rule != "authors-differs" {
		t.Errorf("alerts %+v", list)
	}
	if text, accuses := f.Note(); accuses || !strings.HasPrefix(text, "odd: check by hand\nWrong author: ") {
		t.Errorf("note %q, accuses %t", text, accuses)
	}
	grave := func(outcome judge.Outcome, p float64) int {
		f := weighedRow("a", outcome, judge.NoStrength, judge.NoGravity, p)
		return f.Grave()
	}
	if a, b, c, d := grave(judge.Ambiguous, 0), grave(judge.Doubtful, 1), grave(judge.Doubtful,
		0.2), grave(judge.Discrepant, 0.5); a >= b || b >= c || c >= d {
		t.Errorf("not in order: %d, %d, %d, %d", a, b, c, d)
	}
}
