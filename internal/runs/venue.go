package runs

import (
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// Phase is the phase of a venue.
type Phase string

// The phases of a venue.
const (
	Submitting Phase = "submitting" // papers are still coming
	Unasked    Phase = "offline"    // every paper is checked without services
	Asking     Phase = "asking"     // services are asked about what is undecided, each question once
	Settling   Phase = "settling"   // papers are judged again with the answers
	Finished   Phase = "done"
	Broken     Phase = "failed"
	Stopped    Phase = "cancelled"
)

// Over reports whether the venue has ended.
func (p Phase) Over() bool { return p == Finished || p == Broken || p == Stopped }

// Venue is a set of papers that people review together.
type Venue struct {
	Name    string    `json:"name" db:"name"` // occurs in addresses
	Owner   string    `json:"-" db:"owner"`   // who created it; "" on a server without accounts
	Phase   Phase     `json:"phase" db:"phase" enum:"submitting,offline,asking,settling,done,failed,cancelled"`
	Error   string    `json:"error,omitempty" db:"error" doc:"why it failed"`
	Options Options   `json:"options" db:"options"`
	Created time.Time `json:"created" db:"created"`
	Ended   time.Time `json:"ended,omitzero" db:"ended"` // zero for an unfinished one
	Letter  string    `json:"-" db:"letter"`             // template of the letters, "" for report.LetterTemplate
}

// ErrTaken means that there is already a venue of that name.
var ErrTaken = errors.New("there is already a venue of that name")

// ErrName means that a venue or a paper cannot have a name.
var ErrName = errors.New(
	"a name has at most 64 letters, digits, dots, dashes and underscores, and begins with a letter or digit")

// venueName matches the names allowed for venues and papers, which occur in addresses.
var venueName = lazy.Regexp(`^[a-zA-Z0-9][a-zA-Z0-9._-]{0,63}$`)

var notInName = lazy.Regexp(`[^a-zA-Z0-9._-]+`)

// PaperID returns the name of a paper whose file has a name, "" for none.
func PaperID(name string) string {
	id := strings.TrimLeft(notInName.ReplaceAllString(name, "-"), "._-")
	return id[:min(len(id), 64)]
}

// VenueDisk returns the bytes of the files of the venues that a person made.
func (s *Store) VenueDisk(ctx context.Context, person string) (size int64, err error) {
	err = s.db.QueryRowContext(ctx, `SELECT COALESCE(SUM(size), 0) FROM uploads WHERE digest IN (
		SELECT run_uploads.digest FROM run_uploads JOIN runs ON runs.id = run_uploads.run
		WHERE runs.owner IN (SELECT $1 || name FROM venues WHERE owner = $2))`, ownerPrefix, person).Scan(&size)
	return size, err
}

// ownerPrefix begins the owner of the runs of a venue; no account name begins with it.
const ownerPrefix = "venue:"

// venueOwner returns the owner of the runs of a venue's papers: they are only visible through a membership.
func venueOwner(venue string) string { return ownerPrefix + venue }

// CreateVenue creates a venue, whose owner is its first chair.
func (s *Store) CreateVenue(ctx context.Context, v Venue) error {
	if !venueName.MatchString(v.Name) {
		return ErrName
	}
	if err := s.deleteVenue(ctx, v.Name, "deleted > $2", 0); err != nil && !errors.Is(err, ErrNone) {
		return err
	}
	return s.within(ctx, func(tx *sql.Tx) error {
		v.Phase, v.Created = cmp.Or(v.Phase, Submitting), time.Now()
		query, args := database.Insert("venues", &v)
		if err := change(ctx, tx, ErrTaken, query+" ON CONFLICT DO NOTHING", args...); err != nil {
			return err
		}
		return cmp.Or(exec(ctx, tx, "INSERT INTO venue_members (venue, person, role) VALUES ($1, $2, $3)", v.Name, v.Owner,
			Chair), note(ctx, tx, Entry{Venue: v.Name, Person: v.Owner, Act: "created"}))
	})
}

// Venue returns a venue by its name, for workers; users see it through a Membership.
func (s *Store) Venue(ctx context.Context, name string) (Venue, error) {
	return scan[Venue](s.db.QueryRowContext(ctx, "SELECT "+venueColumns+" FROM venues WHERE name = $1 AND deleted = 0",
		name))
}

// Venues lists the venues of a member, newest first.
func (s *Store) Venues(ctx context.Context, person string) ([]Venue, error) {
	return database.All(ctx, s.db, scan[Venue],
		"SELECT "+venueColumns+
			" FROM venues WHERE deleted = 0 AND name IN (SELECT venue FROM venue_members WHERE person = $1)"+
			" ORDER BY created DESC, name", person)
}

// SetPhase sets the phase of a venue; reason says why it failed.
func (s *Store) SetPhase(ctx context.Context, venue string, phase Phase, reason string) error {
	ended := int64(0)
	if phase.Over() {
		ended = now()
	}
	defer s.changes.happened(venueOwner(venue))
	return change(ctx, s.db, ErrNone, "UPDATE venues SET phase = $1, error = $2, ended = $3 WHERE name = $4", phase,
		database.Plain(reason), ended, venue)
}

// DeleteVenue deletes a venue with its papers, their rows and uploads, and all reviews.
func (s *Store) DeleteVenue(ctx context.Context, venue string) error {
	return s.deleteVenue(ctx, venue, "deleted >= $2", 0)
}

// deleteVenue deletes a venue that meets a condition, in which $2 is the value. It returns ErrNone if there is none.
func (s *Store) deleteVenue(ctx context.Context, venue, condition string, value int64) error {
	err := s.within(ctx, func(tx *sql.Tx) error {
		return cmp.Or(change(ctx, tx, ErrNone, "DELETE FROM venues WHERE name = $1 AND "+condition, venue, value),
			exec(ctx, tx, "DELETE FROM runs WHERE owner = $1", venueOwner(venue)))
	})
	if err != nil {
		return err
	}
	s.changes.happened(venueOwner(venue))
	for _, group := range []string{maintenanceGroup(venue), paperGroup(venue)} {
		if err := cmp.Or(s.jobs.Cancel(ctx, group), s.jobs.Bury(ctx, group)); err != nil {
			return err
		}
	}
	return s.Sweep(ctx)
}

// Role is a member's role in a venue.
type Role string

// The roles.
const (
	Chair    Role = "chair"  // everything
	AreaHead Role = "area"   // to see the assigned papers and decide about them
	Reader   Role = "reader" // to see everything
)

// Roles lists the roles.
var Roles = []Role{Chair, AreaHead, Reader}

// Member is a person with a role.
type Member struct {
	Person string `json:"person"`
	Role   Role   `json:"role" enum:"chair,area,reader"`
	Papers int    `json:"papers" doc:"that are assigned to the person"`
}

// SetMember sets a person's role, on behalf of by; "" removes the person. A venue keeps at least one chair.
func (s *Store) SetMember(ctx context.Context, by, venue string, m Member) error {
	if m.Person != "" && !personName.MatchString(m.Person) {
		return fmt.Errorf("%w: name a person", ErrRefused)
	}
	return s.within(ctx, func(tx *sql.Tx) error {
		set, args := "INSERT INTO venue_members (venue, person, role) VALUES ($1, $2, $3) "+
			"ON CONFLICT (venue, person) DO UPDATE SET role = excluded.role", []any{venue, m.Person, m.Role}
		if m.Role == "" {
			set, args = "DELETE FROM venue_members WHERE venue = $1 AND person = $2", args[:2]
		}
		var chairs int
		err := cmp.Or(
			// Locks the venue, so that concurrent removals leave a chair.
			change(ctx, tx, ErrNone, "UPDATE venues SET owner = owner WHERE name = $1", venue),
			exec(ctx, tx, set, args...),
			tx.QueryRowContext(ctx, "SELECT COUNT(*) FROM venue_members WHERE venue = $1 AND role = $2", venue,
				Chair).Scan(&chairs))
		if err == nil && chairs == 0 {
			err = fmt.Errorf("%w: a venue keeps at least one chair", ErrRefused)
		}
		return cmp.Or(err,
			note(ctx, tx, Entry{Venue: venue, Person: by, Act: "role", What: roleNote(m.Person, m.Role)}))
	})
}

// Assign assigns papers to a person, in addition to earlier ones, or removes the assignment.
func (s *Store) Assign(ctx context.Context, by, venue, person string, given bool, papers ...string) error {
	statement := "INSERT INTO venue_chairs (venue, person, paper) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
	what := "given to " + person
	if !given {
		statement = "DELETE FROM venue_chairs WHERE venue = $1 AND person = $2 AND paper = $3"
		what = "taken back from " + person
	}
	return s.within(ctx, func(tx *sql.Tx) error {
		for _, paper := range papers {
			if err := exec(ctx, tx, statement, venue, person, paper); err != nil {
				return err
			}
		}
		entry := Entry{Venue: venue, Person: by, Act: "papers", What: fmt.Sprintf("%d %s", len(papers), what)}
		if len(papers) == 1 {
			entry.Paper, entry.What = papers[0], what
		}
		return note(ctx, tx, entry)
	})
}

// Entry is one entry of the log of a venue: who did what and when.
type Entry struct {
	ID     string    `json:"-" db:"id"` // which orders the entries of one millisecond
	Venue  string    `json:"-" db:"venue"`
	At     time.Time `json:"at" db:"at"`
	Person string    `json:"person" db:"person"`         // "" on a server without accounts
	Act    string    `json:"act" db:"act"`               // created, submitted, role, papers, triage, decision, export, …
	Paper  string    `json:"paper,omitempty" db:"paper"` // "" if it is about no single paper
	What   string    `json:"what,omitempty" db:"what"`   // the rest, for people
}

func note(ctx context.Context, db database.Querier, e Entry) error {
	e.At, e.What = time.Now(), database.Plain(e.What)
	e.ID = fmt.Sprintf("%016x%s", e.At.UnixNano(), strings.ToLower(rand.Text()))
	query, args := database.Insert("venue_log", &e)
	return exec(ctx, db, query, args...)
}

// Log returns entries of the log, newest first, from a cursor on, and the cursor of the next page; only
// chairs may call it.
func (d *Membership) Log(ctx context.Context, cursor string, limit int) (list []Entry, next string, err error) {
	if err := d.may(Chair); err != nil {
		return nil, "", err
	}
	q := started("SELECT "+database.Columns[Entry]()+" FROM venue_log WHERE venue = ?", d.Venue.Name)
	if cursor != "" {
		ms, id, _ := strings.Cut(cursor, ".")
		before, err := strconv.ParseInt(ms, 10, 64)
		if err != nil {
			return nil, "", fmt.Errorf("%w: take the cursor from the page before", ErrRefused)
		}
		q.add(" AND at <= ? AND (at < ? OR id < ?)", before, before, database.Plain(id))
	}
	q.add(" ORDER BY at DESC, id DESC LIMIT ?", limit+1)
	list, err = database.All(ctx, d.store.db, scan[Entry], q.text, q.args...)
	if len(list) > limit {
		list = list[:limit]
		last := list[limit-1]
		next = strconv.FormatInt(last.At.UnixMilli(), 10) + "." + last.ID
	}
	return list, next, err
}
