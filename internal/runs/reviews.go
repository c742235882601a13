package runs

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// Decision is a person's decision about a finding.
type Decision string

// The decisions.
const (
	Confirm Decision = "confirm" // the finding is right, and its corrections are wanted
	Dismiss Decision = "dismiss" // the finding is wrong, or does not matter
	Unsure  Decision = "unsure"  // it stays undecided
	Take    Decision = "take"    // the entry takes the record's values
	Dispute Decision = "dispute" // for papers of venues: another person must look at it
)

// formerly are the words for decisions in v0.1.0.
var formerly = map[string]Decision{"accept": Confirm, "reject": Dismiss}

// ReadDecision reads the word for a decision about a finding, "" for none.
func ReadDecision(word string) (Decision, error) {
	if d, ok := formerly[word]; ok {
		return d, nil
	}
	d := Decision(word)
	if !slices.Contains([]Decision{"", Confirm, Dismiss, Unsure, Take, Dispute}, d) {
		return "", fmt.Errorf("%w: a decision is confirm, dismiss, unsure, take or dispute", ErrRefused)
	}
	return d, nil
}

// Review is a decision about a finding, or about one of its fields.
type Review struct {
	Finding  string       `json:"finding" db:"finding"`
	Field    biblio.Field `json:"field,omitempty" db:"field"` // "" for the whole finding
	Decision Decision     `json:"decision" db:"decision"`
	Reason   string       `json:"reason,omitempty" db:"reason"`
	Author   string       `json:"author,omitempty" db:"author"`
	At       time.Time    `json:"at" db:"at"`
	// Fields are the decisions about single fields, which override that about the whole.
	Fields map[biblio.Field]Review `json:"-"`

	stale bool // the finding has changed since
}

// Of returns the decision that applies to a field.
func (r *Review) Of(field biblio.Field) Decision {
	if one, ok := r.Fields[field]; ok {
		return one.Decision
	}
	return r.Decision
}

// settles reports whether anything was confirmed or dismissed.
func (r *Review) settles() bool {
	for _, one := range r.Fields {
		if one.Decision == Confirm || one.Decision == Dismiss {
			return true
		}
	}
	return r.Decision == Confirm || r.Decision == Dismiss
}

// Wants reports whether a correction, or what caused it, may be made: not if dismissed; with only, if confirmed.
func (r *Review) Wants(field, cause biblio.Field, only bool) bool {
	decisions := []Decision{r.Of(field)}
	if cause != "" {
		decisions = append(decisions, r.Of(cause))
	}
	return !slices.Contains(decisions, Dismiss) && (!only || slices.Contains(decisions, Confirm))
}

// Mark marks on a row what was dismissed and confirmed.
func (r *Review) Mark(f *report.Finding) { r.mark(f, "review") }

// mark marks on a row what was dismissed and confirmed, and where.
func (r *Review) mark(f *report.Finding, where string) {
	if len(r.Fields) == 0 {
		if r.Decision == Dismiss {
			f.Dismiss("", r.acceptance(where))
		}
	}
	if r.Decision == Confirm && !r.stale {
		f.Confirmed = []string{r.by(where)}
	}
	if len(r.Fields) == 0 {
		return
	}
	for _, field := range f.FieldsQuestioned() {
		one, own := r.Fields[field]
		if !own {
			one = *r
		}
		switch {
		case one.Decision == Dismiss:
			f.Dismiss(field, one.acceptance(where))
		case own && one.Decision == Confirm && r.Decision != Confirm && !one.stale:
			f.ConfirmedFields = append(f.ConfirmedFields, string(field))
			if by := one.by(where); !slices.Contains(f.Confirmed, by) {
				f.Confirmed = append(f.Confirmed, by)
			}
		}
	}
}

func (r *Review) by(where string) string { return strings.TrimSpace(where + " " + r.Author) }

func (r *Review) acceptance(where string) report.Accepted {
	return report.Accepted{Reason: r.Reason, Date: r.At.Format(time.DateOnly), By: r.by(where), Stale: r.stale}
}

// Decide stores a decision in place of earlier ones about the field or the whole finding; "" removes them.
func (s *Store) Decide(ctx context.Context, run string, r Review) error {
	defer s.changes.happened(run)
	r.Finding, r.Field = database.Plain(r.Finding), biblio.Field(database.Plain(string(r.Field)))
	if r.Decision != "" {
		_, f, err := s.Finding(ctx, run, r.Finding)
		if err != nil {
			return err
		}
		if err := decidable(&f, r.Field); err != nil {
			return err
		}
	}
	return s.within(ctx, func(tx *sql.Tx) error {
		// Locks the run, so that two who decide about a finding and its fields wait for each other in one order.
		if err := change(ctx, tx, ErrNone, "UPDATE runs SET owner = owner WHERE id = $1", run); err != nil {
			return err
		}
		if err := decide(ctx, tx, run, r); err != nil {
			return err
		}
		return refile(ctx, tx, run, r.Finding)
	})
}

// decide stores a decision.
func decide(ctx context.Context, tx *sql.Tx, run string, r Review) error {
	gone := "DELETE FROM reviews WHERE run = $1 AND finding = $2 AND field = $3"
	args := []any{run, r.Finding, r.Field}
	if r.Field == "" {
		gone, args = "DELETE FROM reviews WHERE run = $1 AND finding = $2", args[:2]
	}
	if err := exec(ctx, tx, gone, args...); err != nil || r.Decision == "" {
		return err
	}
	return exec(ctx, tx, `INSERT INTO reviews (run, finding, field, decision, reason, author, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (run, finding, field) DO UPDATE SET
		decision = excluded.decision, reason = excluded.reason, author = excluded.author, at = excluded.at`,
		run, r.Finding, r.Field, r.Decision, database.Plain(r.Reason), r.Author, now())
}

// refile lists a finding under its topic, which decisions may have changed.
func refile(ctx context.Context, tx *sql.Tx, run, finding string) error {
	f, err := decoded[report.Finding](tx.QueryRowContext(ctx,
		"SELECT body FROM report_rows WHERE run = $1 AND id = $2", run, finding))
	if errors.Is(err, sql.ErrNoRows) { // a decision about a row that is gone was taken back
		return nil
	}
	if err != nil {
		return err
	}
	var head []byte
	if err := tx.QueryRowContext(ctx, "SELECT head FROM runs WHERE id = $1", run).Scan(&head); err != nil {
		return err
	}
	var of report.Run
	_ = json.Unmarshal(head, &of) // "" before the run has one
	reviews, err := reviewsOf(ctx, tx, run, finding)
	if review, ok := reviews[finding]; ok {
		review.Mark(&f)
	}
	return cmp.Or(err, exec(ctx, tx, "UPDATE report_rows SET topic = $1 WHERE run = $2 AND id = $3",
		f.Topic(asks(&of)), run, finding))
}

// decidable returns an error for a field that the finding does not question; "" is the whole finding.
func decidable(f *report.Finding, field biblio.Field) error {
	if field == "" || slices.Contains(f.FieldsQuestioned(), field) {
		return nil
	}
	return fmt.Errorf("%w: the finding says nothing of a field %q to decide about", ErrRefused,
		report.Visible(string(field)))
}

// Reviews returns the decisions about the findings of a run.
func (s *Store) Reviews(ctx context.Context, run string) (map[string]Review, error) {
	return reviewsOf(ctx, s.db, run, "")
}

// reviewsOf returns the decisions about a finding, "" for all of the run.
func reviewsOf(ctx context.Context, db database.Querier, run, finding string) (map[string]Review, error) {
	list := map[string]Review{}
	err := database.Each(ctx, db, func(row database.Row) error {
		r, err := database.Scan[Review](row)
		whole := list[r.Finding]
		if r.Field == "" { // which comes first
			whole = r
		} else {
			if whole.Fields == nil {
				whole.Finding, whole.Fields = r.Finding, map[biblio.Field]Review{}
			}
			whole.Fields[r.Field] = r
		}
		list[r.Finding] = whole
		return err
	}, "SELECT "+database.Columns[Review]()+" FROM reviews WHERE run = $1 AND ($2 = '' OR finding = $2) "+
		"ORDER BY finding, field", run, finding)
	return list, err
}

// lookedBack is among how many runs of an owner the one before is looked for.
const lookedBack = 100

// carryOver repeats the decisions of the owner's run of the same file before this one, where an entry and what is said
// of it are unchanged, and says what is new.
func (s *Store) carryOver(ctx context.Context, r *Record) error {
	if r.Since != "" { // this was done before services were asked
		return nil
	}
	list, err := s.List(ctx, r.Owner, "", r.Created, lookedBack)
	at := slices.IndexFunc(list, func(one Record) bool { return one.State == Done && one.File() == r.File() })
	if err != nil || at < 0 {
		return err
	}
	reviews, err := s.Reviews(ctx, list[at].ID)
	if err != nil {
		return err
	}
	before, gone, added := map[string]Review{}, map[string]bool{}, 0
	said := func(f *report.Finding) string { return EntryOf(f) + "\n" + Gist(f, "") }
	if err := s.EachFinding(ctx, list[at].ID, Filter{}, func(f *report.Finding) {
		gone[EntryOf(f)], before[said(f)] = true, reviews[f.ID]
	}); err != nil {
		return err
	}
	total, decided := len(gone), []Review(nil)
	if err := s.EachFinding(ctx, r.ID, Filter{}, func(f *report.Finding) {
		if !gone[EntryOf(f)] {
			added++
		}
		delete(gone, EntryOf(f))
		was := before[said(f)]
		for _, one := range append([]Review{was}, slices.Collect(maps.Values(was.Fields))...) {
			if one.Finding = f.ID; one.Decision != "" {
				decided = append(decided, one)
			}
		}
	}); err != nil {
		return err
	}
	for _, one := range decided {
		err = cmp.Or(err, s.Decide(ctx, r.ID, one))
	}
	if len(gone) == total { // another paper of that name
		return err
	}
	return cmp.Or(err, exec(ctx, s.db, "UPDATE runs SET since = $1 WHERE id = $2", fmt.Sprintf(
		"%d new, %d gone, %d unchanged since %s", added, len(gone), total-len(gone),
		list[at].Created.UTC().Format("2006-01-02 15:04 UTC")), r.ID))
}

// reviewed marks dismissed and confirmed findings as they are written to a report, and recounts them.
type reviewed struct {
	report.Writer
	reviews map[string]Review
	summary *report.Summary
}

func (m *reviewed) Begin(head report.Run) error {
	m.summary = report.NewSummary(head)
	return m.Writer.Begin(head)
}

func (m *reviewed) Finding(f report.Finding) error {
	if r, ok := m.reviews[f.ID]; ok {
		r.Mark(&f)
	}
	m.summary.Add(f)
	return m.Writer.Finding(f)
}

func (m *reviewed) End(s *report.Summary) error {
	m.summary.Problems, m.summary.Documents, m.summary.PassedOver = s.Problems, s.Documents, s.PassedOver
	m.summary.Mentions = s.Mentions
	return m.Writer.End(m.summary)
}
