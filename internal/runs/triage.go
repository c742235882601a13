package runs

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// PaperDecision is the decision about a paper.
type PaperDecision string

// The decisions about a paper.
const (
	Clear   PaperDecision = "clear"   // nothing to write to its authors
	Write   PaperDecision = "write"   // the letter is to be sent to its authors
	Written PaperDecision = "written" // it has been sent
)

// PaperDecisions lists the decisions about a paper.
var PaperDecisions = []PaperDecision{Clear, Write, Written}

// Said is one person's review of a finding of a venue's paper.
type Said struct {
	Paper    string       `json:"-" db:"paper"`
	Entry    string       `json:"-" db:"entry"` // identifies what the finding is about
	Person   string       `json:"person" db:"person"`
	Field    biblio.Field `json:"field,omitempty" db:"field" doc:"the one field that it is about, absent for the whole finding"`
	Decision `json:"verdict" db:"decision"`
	Note     string    `json:"note,omitempty" db:"note"`
	About    string    `json:"about" db:"about" doc:"outcome and codes of the finding then, or what it said of the field"`
	At       time.Time `json:"at" db:"at"`
	Version  int64     `json:"version" db:"version" doc:"grows with every change"`
	Present  bool      `json:"present" db:"present" doc:"the newest version of the paper has the entry"`
}

// Agreement says whether reviewers agree about a finding.
type Agreement string

// The kinds of agreement.
const (
	Unsaid   Agreement = ""
	OneSays  Agreement = "one"
	Agreed   Agreement = "agreed"
	Conflict Agreement = "conflict"
)

// AgreementOf returns whether reviewers agree about a finding and each of its fields.
func AgreementOf(list []Said) Agreement {
	if len(list) == 0 {
		return Unsaid
	}
	best := OneSays
	for _, field := range topics(list) {
		of := saidOf(list, field)
		switch {
		case slices.ContainsFunc(of, func(s Said) bool { return s.Decision != of[0].Decision }):
			return Conflict
		case len(of) > 1:
			best = Agreed
		}
	}
	return best
}

func topics(list []Said) []biblio.Field {
	fields := []biblio.Field{""}
	for i := range list {
		if !slices.Contains(fields, list[i].Field) {
			fields = append(fields, list[i].Field)
		}
	}
	return fields
}

// saidOf returns each person's review that applies to a field: that of the field, otherwise that of the whole.
func saidOf(list []Said, field biblio.Field) (of []Said) {
	for _, s := range list {
		own := func(other Said) bool { return other.Person == s.Person && other.Field == field }
		if s.Field == field || s.Field == "" && !slices.ContainsFunc(list, own) {
			of = append(of, s)
		}
	}
	return of
}

// agreed returns the reviews of a finding, as the reviewers saw it, and its fields that no one contradicts.
func agreed(f *report.Finding, said []Said) *Review {
	all := agreedOf(f, saidOf(said, ""))
	all.Fields = map[biblio.Field]Review{}
	for _, field := range topics(said)[1:] {
		all.Fields[field] = agreedOf(f, saidOf(said, field))
	}
	return &all
}

// agreedOf returns the common decision about one thing, Dispute if people disagree.
func agreedOf(f *report.Finding, said []Said) (r Review) {
	var people, notes []string
	r.stale = true
	for _, s := range said {
		if r.At, r.Decision = said[0].At, said[0].Decision; s.Decision != r.Decision {
			return Review{Decision: Dispute}
		}
		if s.Person != "" {
			people = append(people, s.Person)
		}
		if s.Note != "" {
			notes = append(notes, s.Note)
		}
		r.stale = r.stale && s.About != Gist(f, s.Field)
	}
	r.Reason, r.Author = strings.Join(notes, "; "), strings.Join(people, ", ")
	return r
}

// Triage returns the reviews of a paper's findings, by entry; p must come from Paper or Papers.
func (d *Membership) Triage(ctx context.Context, p *Paper) (map[string][]Said, error) {
	by, err := d.said(ctx, " AND paper = $2", p.ID)
	return by[p.ID], err
}

// said returns reviews of findings, by paper and by entry. The condition and its arguments, from $2 on, select
// papers of the venue.
func (d *Membership) said(ctx context.Context, condition string, args ...any) (map[string]map[string][]Said, error) {
	list, err := database.All(ctx, d.store.db, scan[Said],
		allSaid+" WHERE venue = $1"+condition+" ORDER BY paper, entry, person, field",
		append([]any{d.Venue.Name}, args...)...)
	if err != nil {
		return nil, err
	}
	by := map[string]map[string][]Said{}
	for _, one := range list {
		if by[one.Paper] == nil {
			by[one.Paper] = map[string][]Said{}
		}
		by[one.Paper][one.Entry] = append(by[one.Paper][one.Entry], one)
	}
	return by, nil
}

var allSaid = "SELECT " + database.Columns[Said]() + " FROM venue_triage"

// Say stores the member's review of a finding of a paper, in place of the earlier one; the empty decision
// removes it. Seen is the version of the earlier review, 0 for none; ErrChanged if it is another one.
func (d *Membership) Say(ctx context.Context, paper, finding string, seen int64, decision Decision, text string) error {
	return d.SayOf(ctx, paper, finding, "", seen, decision, text)
}

// SayOf is Say for one field of a finding, where it overrides the review of the whole; "" is the whole, and a
// review of it replaces the member's reviews of fields.
func (d *Membership) SayOf(ctx context.Context, paper, finding string, field biblio.Field,
	seen int64, decision Decision,
	text string) error {
	if err := d.may(Chair, AreaHead); err != nil {
		return err
	}
	decision, err := ReadDecision(string(decision))
	if err != nil {
		return err
	}
	p, err := d.Paper(ctx, paper)
	if err != nil {
		return err
	}
	_, f, err := d.store.Finding(ctx, p.Run, finding)
	if err != nil {
		return err
	}
	if err := decidable(&f, field); err != nil && decision != "" {
		return err
	}
	said := Said{Entry: EntryOf(&f), Person: d.Person, Field: field, Decision: decision, Note: database.Plain(text),
		About: database.Plain(Gist(&f, field)), Version: seen}
	if field != "" {
		finding += " (" + field.Label() + ")"
	}
	defer d.changed()
	return d.store.within(ctx, func(tx *sql.Tx) error {
		// Locks the paper, since its counts depend on all reviews.
		if err := change(ctx, tx, ErrNone, "UPDATE venue_papers SET changed = $1 WHERE venue = $2 AND paper = $3 AND "+
			"version = $4", now(), p.Venue, p.ID, p.Version); err != nil {
			return err
		}
		if err := say(ctx, tx, &p, &said); err != nil {
			return err
		}
		return cmp.Or(tallyTriage(ctx, tx, p.Venue, p.ID),
			note(ctx, tx, Entry{Venue: p.Venue, Person: d.Person, Act: "triage", Paper: p.ID,
				What: finding + ": " + cmp.Or(string(decision), "taken back")}))
	})
}

// saidNothing in place of a version requires that the member has not reviewed the finding or any of its fields.
const saidNothing = -1

// say stores a review of a finding or one of its fields, if the member has seen the earlier one.
func say(ctx context.Context, tx *sql.Tx, p *Paper, s *Said) error {
	key := []any{p.Venue, p.ID, s.Entry, s.Person, s.Field}
	const which = " WHERE venue = $1 AND paper = $2 AND entry = $3 AND person = $4 AND "
	if s.Version == saidNothing {
		var n int
		err := tx.QueryRowContext(ctx, "SELECT COUNT(*) FROM venue_triage"+which+"version > 0", key[:4]...).Scan(&n)
		if s.Version = 0; err == nil && n > 0 {
			err = ErrChanged
		}
		if err != nil {
			return err
		}
	}
	if s.Field == "" && s.Decision != "" {
		if err := exec(ctx, tx, "DELETE FROM venue_triage"+which+"field <> ''", key[:4]...); err != nil {
			return err
		}
	}
	switch {
	case s.Decision == "":
		return change(ctx, tx, ErrChanged, "DELETE FROM venue_triage"+which+"field = $5 AND version = $6",
			append(key, s.Version)...)
	case s.Version == 0:
		return change(ctx, tx, ErrChanged,
			`INSERT INTO venue_triage (venue, paper, entry, person, field, decision, note, about, at, version, present) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 1, 1)
			ON CONFLICT DO NOTHING`, append(key, s.Decision, s.Note, s.About, now())...)
	default:
		return change(ctx, tx, ErrChanged,
			"UPDATE venue_triage SET decision = $6, note = $7, about = $8, at = $9, version = version + 1"+which+
				"field = $5 AND version = $10", append(key, s.Decision, s.Note, s.About, now(), s.Version)...)
	}
}

// tallyTriage recounts the findings of a paper by the agreement of reviewers.
func tallyTriage(ctx context.Context, tx *sql.Tx, venue, paper string) error {
	list, err := database.All(ctx, tx, scan[Said], allSaid+" WHERE venue = $1 AND paper = $2 AND present = 1", venue,
		paper)
	if err != nil {
		return err
	}
	entries := map[string][]Said{}
	for _, s := range list {
		entries[s.Entry] = append(entries[s.Entry], s)
	}
	count := map[Agreement]int{}
	for _, said := range entries {
		count[AgreementOf(said)]++
	}
	return exec(ctx, tx, "UPDATE venue_papers SET conflicts = $3, agreed = $4, single = $5 "+
		"WHERE venue = $1 AND paper = $2 AND +newest = 1", // the plus as in addVersion
		venue, paper, count[Conflict], count[Agreed], count[OneSays])
}

// Decide stores a decision about a paper, "" for none; ErrChanged if there is a newer revision than the one seen.
func (d *Membership) Decide(ctx context.Context, paper string, seen int64, decision PaperDecision, text string) error {
	if err := d.may(Chair, AreaHead); err != nil {
		return err
	}
	if decision != "" && !slices.Contains(PaperDecisions, decision) {
		return fmt.Errorf("%w: a decision is clear, write or written", ErrRefused)
	}
	p, err := d.Paper(ctx, paper)
	if err != nil {
		return err
	}
	defer d.changed()
	return d.store.within(ctx, func(tx *sql.Tx) error {
		if err := change(ctx, tx, ErrChanged,
			`UPDATE venue_papers SET decision = $1, note = $2, decided_by = $3, revision = revision + 1, changed = $4
			WHERE venue = $5 AND paper = $6 AND version = $7 AND revision = $8 AND newest = 1`, decision, database.Plain(text),
			d.Person, now(), p.Venue, p.ID, p.Version, seen); err != nil {
			return err
		}
		return note(ctx, tx,
			Entry{Venue: p.Venue, Person: d.Person, Act: "decision", Paper: p.ID, What: cmp.Or(string(decision), "taken back")})
	})
}

// Before holds what the second newest version of a paper said.
type Before struct{ entries map[string]string } // nil if there was none

// Before returns what the second newest version said; versions is the result of Versions.
func (d *Membership) Before(ctx context.Context, versions []Paper) (*Before, error) {
	for i := range versions {
		if p := &versions[i]; !p.Newest && p.HasRows() {
			entries, err := entriesOf(ctx, d.store.db, p.Run)
			return &Before{entries}, err
		}
	}
	return &Before{}, nil
}

// Fresh reports whether the earlier version, if any, lacks the row's entry or said something else about it.
func (b *Before) Fresh(i *Item) bool {
	if b.entries == nil {
		return false
	}
	f, err := i.Finding()
	said, ok := b.entries[EntryOf(&f)]
	return err != nil || !ok || said != Gist(&f, "")
}
