package runs

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/report"
)

// doubtful returns a finding to be checked by hand.
func doubtful(key, claims string, p float64) report.Finding {
	f := finding(key, claims, "doubtful", "none")
	f.Strength, f.P, f.Codes = "lead", &p, []string{"H2"}
	f.Reasons = []report.Reason{{Rule: "authors-differs", Field: "authors", Claimed: "Ann Walker", Recorded: "Ann Wang",
		Strength: "lead", P: 1 - p}}
	return f
}

// Rows from before there were strengths keep their order, and get a strength.
func TestDoubtfulMigration(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	id := made(t, s, "", "once", "x.bib", "@misc{x}")
	steps, err := s.migrations()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := steps.DownTo(ctx, 7); err != nil {
		t.Fatal(err)
	}
	old := []struct {
		outcome string
		grave   int // of six outcomes: verified, exempt, inconclusive, ambiguous, discrepant, not-found
		want    report.Finding
	}{
		{"verified", 0, finding("a", "", "verified", "none")},
		{"ambiguous", 3, finding("a", "", "ambiguous", "none")},
		{"discrepant", 2*6 + 4, finding("a", "", "discrepant", "slip")},
		{"not-found", 4*6 + 5, finding("a", "", "not-found", "fabricated")},
	}
	for i, o := range old {
		_, err := s.db.ExecContext(ctx,
			`INSERT INTO report_rows (run, id, number, position, finding, file, outcome, gravity, grave, codes, words, body)
			VALUES ($1, $2, $3, $3, 1, '', $4, 'none', $5, '', '', '{}')`, id, fmt.Sprint(i), i, o.outcome, o.grave)
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := steps.Up(ctx); err != nil {
		t.Fatal(err)
	}
	for i, o := range old {
		var grave int
		var strength string
		if err := s.db.QueryRowContext(ctx, "SELECT grave, strength FROM report_rows WHERE run = $1 AND id = $2", id,
			fmt.Sprint(i)).Scan(&grave, &strength); err != nil {
			t.Fatal(err)
		}
		want := map[bool]string{true: "certain", false: "none"}[i >= 2]
		if grave != o.want.Grave() || strength != want {
			t.Errorf("%s: %d, %s; want %d, %s", o.outcome, grave, strength, o.want.Grave(), want)
		}
	}
	if _, err := steps.DownTo(ctx, 7); err != nil {
		t.Fatal(err)
	}
	for i, o := range old {
		var grave int
		if err := s.db.QueryRowContext(ctx, "SELECT grave FROM report_rows WHERE run = $1 AND id = $2", id,
			fmt.Sprint(i)).Scan(&grave); err != nil || grave != o.grave {
			t.Errorf("%s back: %d, %v", o.outcome, grave, err)
		}
	}
}

// Doubtful findings are counted, filtered and ordered, the most likely errors first; a letter includes them
// once a person has accepted them.
func TestDoubtfulAtADesk(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	d := venue(t, s, "v", "ann")
	p := added(t, s, "v", NewPaper{ID: "1"}, "@misc{a}")
	likely := finding("likely", "On Hills", "discrepant", "substantive")
	likely.Strength, likely.Reasons = "likely",
		[]report.Reason{{Rule: "title-differs", Field: "title", Claimed: "On Hills", Recorded: "On Mills",
			Gravity: "substantive", Strength: "likely"}}
	checked(t, s, p, PaperSettled, finding("open", "d1", "ambiguous", "none"), doubtful("mild", "On Rivers", 0.7),
		doubtful("odd", "On Lakes", 0.4), likely)
	checked(t, s, added(t, s, "v", NewPaper{ID: "2"}, "@misc{b}"), PaperSettled, finding("fine", "d2", "verified", "none"))
	if p = paper(t, d, "1"); p.Doubtful != 2 || p.References != 4 || p.Discrepant != 1 {
		t.Errorf("%+v", p.Tally)
	}
	if list, _, err := d.Papers(ctx, PaperFilter{Having: "doubtful", Order: ByDoubtful}, "", 5); err != nil ||
		len(list) != 1 || list[0].ID != "1" {
		t.Errorf("%v, %v", list, err)
	}
	counts, err := s.Count(ctx, p.Run)
	if err != nil || counts.Outcomes["doubtful"] != 2 || counts.Strengths["lead"] != 2 || counts.Strengths["likely"] != 1 {
		t.Errorf("%+v, %v", counts, err)
	}
	for want, filter := range map[string]Filter{"likely odd mild open": {Gravest: true}, "mild odd": {Strength: "lead"},
		"odd mild": {Outcome: "doubtful", Gravest: true}} {
		list, err := s.Findings(ctx, p.Run, filter, 0, 10)
		var ids []string
		for _, item := range list {
			ids = append(ids, item.ID)
		}
		if got := strings.Join(ids, " "); err != nil || got != want {
			t.Errorf("%+v: %s, %v, want %s", filter, got, err, want)
		}
	}
	letter := func() string {
		var b strings.Builder
		if err := d.RenderPaper(ctx, &p, "letter", &b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if text := letter(); !strings.Contains(text, "No letter is needed") {
		t.Errorf("nobody has confirmed anything:\n%s", text)
	}
	for id, decision := range map[string]Decision{"odd": Confirm, "likely": Confirm, "mild": Dispute} {
		if err := d.Say(ctx, "1", id, 0, decision, ""); err != nil {
			t.Fatal(err)
		}
	}
	if text := letter(); !strings.Contains(text, "For 2 references") || !strings.Contains(text, "On Lakes") ||
		!strings.Contains(text, "On Mills") || strings.Contains(text, "On Rivers") {
		t.Errorf("what ann has confirmed:\n%s", text)
	}
	if err := d.SetMember(ctx, Member{Person: "bob", Role: Chair}); err != nil {
		t.Fatal(err)
	}
	if err := desk(t, s, "bob", "v").Say(ctx, "1", "odd", 0, Dismiss, ""); err != nil {
		t.Fatal(err)
	}
	if text := letter(); strings.Contains(text, "On Lakes") {
		t.Errorf("people disagree about it:\n%s", text)
	}
}

// What a person accepts on the pages of a run is marked as confirmed in its reports.
func TestAcceptedIsConfirmed(t *testing.T) {
	kept := &keeping{}
	m := &reviewed{Writer: kept, reviews: map[string]Review{"odd": {Decision: Confirm, Author: "ann"}},
		summary: report.NewSummary(report.Run{})}
	if err := m.Finding(doubtful("odd", "On Lakes", 0.4)); err != nil || len(kept.list) != 1 ||
		len(kept.list[0].Confirmed) != 1 || kept.list[0].Confirmed[0] != "review ann" || kept.list[0].Suppressed != "" {
		t.Errorf("%+v, %v", kept.list, err)
	}
}

// keeping stores the findings of a report.
type keeping struct {
	report.Discard
	list []report.Finding
}

func (k *keeping) Finding(f report.Finding) error {
	k.list = append(k.list, f)
	return nil
}
