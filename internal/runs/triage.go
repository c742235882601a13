package runs

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"github.com/bonafide-audit/bonafide/internal/database"
)

// PaperDecision is what chairs decide about a paper.
type PaperDecision string

// The decisions about a paper.
const (
	Clear   PaperDecision = "clear"   // nothing is wanted of its authors
	Write   PaperDecision = "write"   // its authors get the letter
	Written PaperDecision = "written" // they have got it
)

// PaperDecisions lists the decisions about a paper.
var PaperDecisions = []PaperDecision{Clear, Write, Written}

// Said is what one person makes of a finding of a venue's paper.
type Said struct {
	Paper    string `json:"-"`
	Entry    string `json:"-"` // what the finding is about
	Person   string `json:"person"`
	Decision `json:"verdict"`
	Note     string    `json:"note,omitempty"`
	About    string    `json:"about" doc:"outcome and codes of the finding then"`
	At       time.Time `json:"at"`
	Version  int64     `json:"version" doc:"grows with every change"`
	Present  bool      `json:"present" doc:"the newest version of the paper has the entry"`
}

// Agreement says whether people agree about a finding.
type Agreement string

// Whether people agree.
const (
	Unsaid   Agreement = ""
	OneSays  Agreement = "one"
	Agreed   Agreement = "agreed"
	Conflict Agreement = "conflict"
)

// AgreementOf says whether people agree about a finding.
func AgreementOf(list []Said) Agreement {
	switch {
	case len(list) == 0:
		return Unsaid
	case slices.ContainsFunc(list, func(s Said) bool { return s.Decision != list[0].Decision }):
		return Conflict
	case len(list) == 1:
		return OneSays
	}
	return Agreed
}

// Triage returns what people say of the findings of a paper, as Paper and Papers return it,
// by what they are about.
func (d *Desk) Triage(ctx context.Context, p *Paper) (map[string][]Said, error) {
	by, err := d.said(ctx, " AND paper = $2", p.ID)
	return by[p.ID], err
}

// said returns what people say of findings, by paper and by what they are about. The
// condition and its arguments, from $2 on, choose papers of the venue.
func (d *Desk) said(ctx context.Context, condition string, args ...any) (map[string]map[string][]Said, error) {
	list, err := database.All(ctx, d.store.db, scanSaid,
		"SELECT paper, entry, person, decision, note, about, at, version, present FROM venue_triage WHERE venue = $1"+
			condition+" ORDER BY paper, entry, person", append([]any{d.Venue.Name}, args...)...)
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

func scanSaid(row database.Row) (s Said, err error) {
	var ms, present int64
	err = row.Scan(&s.Paper, &s.Entry, &s.Person, &s.Decision, &s.Note, &s.About, &ms, &s.Version, &present)
	s.At, s.Present = at(ms), present == 1
	return s, err
}

// Say keeps what the person makes of a finding of a paper, in place of what he made of
// it before; the empty decision takes it back. Seen is the version of what he made of
// it before, 0 for nothing; ErrChanged when it is another one.
func (d *Desk) Say(ctx context.Context, paper, finding string, seen int64, decision Decision, text string) error {
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
	item, err := d.store.Finding(ctx, p.Run, finding)
	if err != nil {
		return err
	}
	f, err := item.Finding()
	if err != nil {
		return err
	}
	one := Said{Entry: EntryOf(&f), Person: d.Person, Decision: decision, Note: database.Plain(text),
		About: database.Plain(Gist(&f)), Version: seen}
	defer d.changed()
	return d.store.within(ctx, func(tx *sql.Tx) error {
		// Locks the paper: its counts are of all that people say.
		if err := locked(ctx, tx, &p); err != nil {
			return err
		}
		if err := say(ctx, tx, &p, &one); err != nil {
			return err
		}
		if err := tallyTriage(ctx, tx, p.Venue, p.ID); err != nil {
			return err
		}
		return note(ctx, tx,
			Entry{Venue: p.Venue, Person: d.Person, Act: "triage", Paper: p.ID,
				What: finding + ": " + cmp.Or(string(decision), "taken back")})
	})
}

// locked keeps others from changing a paper until the end of a transaction.
func locked(ctx context.Context, tx *sql.Tx, p *Paper) error {
	var id string
	return one(tx.QueryRowContext(ctx, "UPDATE venue_papers SET changed = $1 WHERE venue = $2 AND paper = $3 AND "+
		"version = $4 RETURNING paper", now(), p.Venue, p.ID, p.Version).Scan(&id))
}

// say keeps what a person makes of a finding, if he has seen what he made of it before.
func say(ctx context.Context, tx *sql.Tx, p *Paper, s *Said) error {
	key := []any{p.Venue, p.ID, s.Entry, s.Person}
	var done sql.Result
	var err error
	switch {
	case s.Decision == "":
		done, err = tx.ExecContext(ctx,
			"DELETE FROM venue_triage WHERE venue = $1 AND paper = $2 AND entry = $3 AND person = $4 AND version = $5",
			append(key, s.Version)...)
	case s.Version == 0:
		done, err = tx.ExecContext(ctx,
			`INSERT INTO venue_triage (venue, paper, entry, person, decision, note, about, at, version, present) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 1, 1)
			ON CONFLICT DO NOTHING`, append(key, s.Decision, s.Note, s.About, now())...)
	default:
		done, err = tx.ExecContext(ctx,
			`UPDATE venue_triage SET decision = $5, note = $6, about = $7, at = $8, version = version + 1
			WHERE venue = $1 AND paper = $2 AND entry = $3 AND person = $4 AND version = $9`,
			append(key, s.Decision, s.Note, s.About, now(), s.Version)...)
	}
	if err != nil {
		return err
	}
	return some(done, ErrChanged)
}

// tallyTriage counts anew about how many findings of a paper people agree.
func tallyTriage(ctx context.Context, tx *sql.Tx, venue, paper string) error {
	_, err := tx.ExecContext(ctx, `UPDATE venue_papers SET
		conflicts = (SELECT COUNT(*) FROM (SELECT 1 FROM venue_triage WHERE venue = $1 AND paper = $2 AND present = 1 GROUP BY entry HAVING MIN(decision) <> MAX(decision)) AS c),
		agreed = (SELECT COUNT(*) FROM (SELECT 1 FROM venue_triage WHERE venue = $1 AND paper = $2 AND present = 1 GROUP BY entry HAVING COUNT(*) > 1 AND MIN(decision) = MAX(decision)) AS a),
		single = (SELECT COUNT(*) FROM (SELECT 1 FROM venue_triage WHERE venue = $1 AND paper = $2 AND present = 1 GROUP BY entry HAVING COUNT(*) = 1) AS o)
		WHERE venue = $1 AND paper = $2 AND +newest = 1`, venue, paper) // the plus as in addVersion
	return err
}

// Decide keeps a decision about a paper with a note; the empty one takes it back. Seen
// is the revision that the person has seen; ErrChanged when somebody has decided since.
func (d *Desk) Decide(ctx context.Context, paper string, seen int64, decision PaperDecision, text string) error {
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
		done, err := tx.ExecContext(ctx,
			`UPDATE venue_papers SET decision = $1, note = $2, decided_by = $3, revision = revision + 1, changed = $4
			WHERE venue = $5 AND paper = $6 AND version = $7 AND revision = $8 AND newest = 1`, decision, database.Plain(text),
			d.Person, now(), p.Venue, p.ID, p.Version, seen)
		if err != nil {
			return err
		}
		if err := some(done, ErrChanged); err != nil {
			return err
		}
		return note(ctx, tx,
			Entry{Venue: p.Venue, Person: d.Person, Act: "decision", Paper: p.ID, What: cmp.Or(string(decision), "taken back")})
	})
}

// Before is what the version before the newest one of a paper said.
type Before struct{ entries map[string]string } // nil where there was none

// Before returns what the version before the newest one said, of the versions of a paper
// as Versions lists them.
func (d *Desk) Before(ctx context.Context, versions []Paper) (*Before, error) {
	for i := range versions {
		if p := &versions[i]; !p.Newest && p.HasRows() {
			entries, err := entriesOf(ctx, d.store.db, p.Run)
			return &Before{entries}, err
		}
	}
	return &Before{}, nil
}

// Fresh reports a row whose entry the version before has not, or of which it said
// another thing. Without a version before no row is fresh.
func (b *Before) Fresh(i *Item) bool {
	if b.entries == nil {
		return false
	}
	f, err := i.Finding()
	said, ok := b.entries[EntryOf(&f)]
	return err != nil || !ok || said != Gist(&f)
}
