package runs

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// A decision about one field leaves the others as they are; the finding no longer counts once all are
// dismissed, one by one or as a whole, except for confirmed ones.
func TestReviewMarks(t *testing.T) {
	two := func() report.Finding {
		f := finding("wrong", "On Rivers", "discrepant", "substantive")
		f.Codes, f.Strength = []string{"H2", "H4", "H6"}, "certain"
		for field, gravity := range map[string]string{"authors": "substantive", "year": "slip", "pages": "peripheral",
			"volume": "peripheral"} {
			f.Reasons = append(f.Reasons,
				report.Reason{Rule: field + "-differs", Field: field, Gravity: gravity, Strength: "certain"})
		}
		return f
	}
	of := func(pairs ...string) map[biblio.Field]Review {
		list := map[biblio.Field]Review{}
		for i := 0; i < len(pairs); i += 2 {
			list[biblio.Field(pairs[i])] = Review{Decision: Decision(pairs[i+1]), Author: "ann"}
		}
		return list
	}
	for name, c := range map[string]struct {
		review             Review
		stays              string // fields that still count
		confirmed, dropped bool
	}{
		"nothing":       {Review{}, "authors year pages volume", false, false},
		"one field":     {Review{Fields: of("year", "dismiss")}, "authors pages volume", false, false},
		"one of a code": {Review{Fields: of("pages", "dismiss")}, "authors year volume", false, false},
		"unsure":        {Review{Fields: of("pages", "unsure")}, "authors year pages volume", false, false},
		"all":           {Review{Decision: Dismiss}, "", false, true},
		"all, one by one": {
			Review{Fields: of("authors", "dismiss", "year", "dismiss", "pages", "dismiss", "volume", "dismiss")}, "", false,
			true},
		"all but one": {Review{Decision: Dismiss, Fields: of("authors", "confirm")}, "authors", true, false},
		"confirmed but one": {Review{Decision: Confirm, Fields: of("authors", "dismiss")},
			"year pages volume", true, false},
		"confirmed, one field": {Review{Fields: of("authors", "confirm")}, "authors year pages volume", true, false},
	} {
		f := two()
		c.review.Mark(&f)
		for _, field := range []string{"authors", "year", "pages", "volume"} {
			if f.AcceptsField(biblio.Field(field)) == strings.Contains(c.stays, field) {
				t.Errorf("%s: %s is dismissed: %v", name, field, f.AcceptsField(biblio.Field(field)))
			}
		}
		if (f.Suppressed == report.ByUser) != c.dropped || (len(f.Confirmed) > 0) != c.confirmed {
			t.Errorf("%s: suppressed %q, confirmed %v", name, f.Suppressed, f.Confirmed)
		}
	}
}

// Decisions of the first version are read in today's words, are converted back to those words, and can concern
// a field since then.
func TestWordsMigration(t *testing.T) {
	s := open(t, t.TempDir())
	ctx := t.Context()
	id := made(t, s, "", "once", "x.bib", "@misc{x}")
	steps, err := s.migrations()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := steps.DownTo(ctx, 8); err != nil {
		t.Fatal(err)
	}
	words := [][2]string{{"accept", "confirm"}, {"reject", "dismiss"}, {"dispute", "unsure"}}
	for _, w := range words {
		_, err := s.db.ExecContext(ctx, `INSERT INTO reviews (run, finding, decision, reason, author, at)
			VALUES ($1, $2, $2, 'why', 'ann', 7)`, id, w[0])
		if err != nil {
			t.Fatal(err)
		}
	}
	if _, err := steps.Up(ctx); err != nil {
		t.Fatal(err)
	}
	got, err := s.Reviews(ctx, id)
	if err != nil || len(got) != len(words) {
		t.Fatal(got, err)
	}
	for _, w := range words {
		one := got[w[0]]
		if string(one.Decision) != w[1] || one.Reason != "why" || one.Author != "ann" || one.At.UnixMilli() != 7 ||
			len(one.Fields) != 0 {
			t.Errorf("%s is %+v", w[0], one)
		}
	}
	_, err = s.db.ExecContext(ctx, `INSERT INTO reviews (run, finding, field, decision, reason, author, at)
		VALUES ($1, 'accept', 'year', 'dismiss', '', '', 8)`, id)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := steps.DownTo(ctx, 8); err != nil {
		t.Fatal(err)
	}
	for _, w := range words { // decisions about fields are lost: the old version had no place for them
		var decision string
		err := s.db.QueryRowContext(ctx, "SELECT decision FROM reviews WHERE run = $1 AND finding = $2", id,
			w[0]).Scan(&decision)
		if err != nil || decision != w[0] {
			t.Errorf("%s went back to %q, %v", w[0], decision, err)
		}
	}
	if _, err := steps.Up(ctx); err != nil {
		t.Fatal(err)
	}
}
