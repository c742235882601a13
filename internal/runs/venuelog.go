package runs

import (
	"context"
	"crypto/rand"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/postgres"
)

// Entry is one entry of the log of a venue: who did what when.
type Entry struct {
	ID     string
	Venue  string
	At     time.Time
	Person string // "" where nobody has to say who he is
	Act    string // a word: created, submitted, role, papers, triage, decision, export, …
	Paper  string // "" for what is about no single one
	What   string // the rest, for people
}

// Note adds to the log of a venue.
func (s *Store) Note(ctx context.Context, e Entry) error { return note(ctx, s.db, e) }

func note(ctx context.Context, db querier, e Entry) error {
	_, err := db.ExecContext(ctx, "INSERT INTO venue_log (id, venue, at, person, act, paper, what) VALUES ($1, $2, $3, $4, $5, $6, $7)",
		strings.ToLower(rand.Text()), e.Venue, now(), e.Person, e.Act, e.Paper, postgres.Plain(e.What))
	return err
}

func scanEntry(row interface{ Scan(...any) error }) (e Entry, err error) {
	var ms int64
	err = row.Scan(&e.ID, &e.Venue, &ms, &e.Person, &e.Act, &e.Paper, &e.What)
	e.At = at(ms)
	return e, err
}

// log gives entries of the log of a venue, the newest first, from behind a cursor on,
// and the cursor of the next.
func (s *Store) log(ctx context.Context, venue, cursor string, limit int) (list []Entry, next string, err error) {
	var q query
	q.text.WriteString("SELECT id, venue, at, person, act, paper, what FROM venue_log WHERE 1 = 1")
	q.and("venue = ?", venue)
	if cursor != "" {
		ms, id, _ := strings.Cut(cursor, ".")
		before, err := strconv.ParseInt(ms, 10, 64)
		if err != nil {
			return nil, "", fmt.Errorf("%w: take the cursor from the page before", ErrRefused)
		}
		q.and("at <= ?", before)
		q.args = append(q.args, before, postgres.Plain(id))
		fmt.Fprintf(&q.text, " AND (at < $%d OR id < $%d)", len(q.args)-1, len(q.args))
	}
	q.args = append(q.args, limit+1)
	fmt.Fprintf(&q.text, " ORDER BY at DESC, id DESC LIMIT $%d", len(q.args))
	list, err = scanned(ctx, s.db, scanEntry, q.text.String(), q.args...)
	if len(list) > limit {
		list = list[:limit]
		last := list[limit-1]
		next = strconv.FormatInt(last.At.UnixMilli(), 10) + "." + last.ID
	}
	return list, next, err
}
