package runs

import (
	"bytes"
	"cmp"
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/jobs"
	"github.com/bonafide-audit/bonafide/internal/run"
)

// State is the state of a run.
type State string

// The states of a run.
const (
	Queued    State = "queued"
	Running   State = "running"
	Done      State = "done"
	Failed    State = "failed"
	Cancelled State = "cancelled"
	Held      State = "held" // of a paper of a venue, which has the state instead
)

// Over reports whether the run has ended.
func (s State) Over() bool { return s == Done || s == Failed || s == Cancelled }

// Record is what is stored about a run besides its rows.
type Record struct {
	ID        string          `db:"id"`
	Owner     string          `db:"owner"` // "" on a server without accounts
	State     State           `db:"state"`
	Options   Options         `db:"options"`
	Inputs    []Input         `db:"inputs"`
	Error     string          `db:"error"`     // why it failed, for people
	Announced int             `db:"announced"` // references read so far
	Settled   int             `db:"settled"`   // references that need no more answers
	Created   time.Time       `db:"created"`
	Started   time.Time       `db:"started"` // zero for a waiting run
	Ended     time.Time       `db:"ended"`   // zero for an unfinished run
	Head      json.RawMessage `db:"head"`
	Summary   json.RawMessage `db:"summary"` // nil until it is done
	Title     string          `db:"title"`   // that its owner gave it, "" for none
	Since     string          `db:"since"`   // what is new since the run of the same file before it, for people
}

// Name returns the name of the run: its title or its first file.
func (r *Record) Name() string { return cmp.Or(r.Title, r.File()) }

// File returns the name of the first file of the run.
func (r *Record) File() string {
	for _, in := range r.Documents() {
		return in.Name
	}
	return r.ID
}

// Documents returns the inputs except the files of accepted findings.
func (r *Record) Documents() []Input {
	return slices.DeleteFunc(slices.Clone(r.Inputs), func(in Input) bool { return run.Accepts(in.Name) })
}

// Create creates a waiting run, or returns that of an earlier request of the owner with the same idempotency key:
// ErrOtherRequest if it had other files or options.
func (s *Store) Create(ctx context.Context, owner, once string, inputs []Input, opt Options) (id string, err error) {
	r := Record{Owner: owner, State: Queued, Options: opt, Inputs: inputs}
	err = s.within(ctx, func(tx *sql.Tx) error {
		if err := markUsed(ctx, tx, inputs); err != nil {
			return err
		}
		made, err := insertRun(ctx, tx, &r, once)
		if err != nil || made {
			return err
		}
		earlier, err := scan[Record](tx.QueryRowContext(ctx,
			"SELECT "+recordColumns+" FROM runs WHERE owner = $1 AND once = $2", owner, once))
		if err == nil && !earlier.asks(&r) {
			err = ErrOtherRequest
		}
		r.ID = earlier.ID
		return err
	})
	if err != nil {
		return "", err
	}
	return r.ID, s.enqueue(ctx, r.ID, opt)
}

// LookUp has a run that is over checked again, with services. A run that is not over is left as it is.
func (s *Store) LookUp(ctx context.Context, owner, id string) error {
	r, err := s.Get(ctx, owner, id)
	if err != nil || !r.State.Over() {
		return err
	}
	r.Options.Online = true
	options, err := json.Marshal(r.Options)
	if err != nil {
		return err
	}
	if err := exec(ctx, s.db, "UPDATE runs SET state = $1, options = $2, error = '', summary = '', ended = 0 WHERE "+
		"id = $3 AND owner = $4 AND state = $5", Queued, string(options), id, owner, r.State); err != nil {
		return err
	}
	s.changes.happened(id)
	return s.enqueue(ctx, id, r.Options)
}

func (r *Record) asks(other *Record) bool {
	one, err := json.Marshal([]any{r.Options, r.Inputs})
	two, failed := json.Marshal([]any{other.Options, other.Inputs})
	return err == nil && failed == nil && bytes.Equal(one, two)
}

// enqueue makes a run a job. If the process dies before that, a worker finds the run (see Worker.Start).
func (s *Store) enqueue(ctx context.Context, id string, opt Options) error {
	_, err := s.jobs.Add(ctx, jobs.Job{Kind: jobKind("runs", opt.Online), Key: id, Group: id})
	return err
}

// insertRun creates a run under a new id, unless a run of its owner has the same idempotency key; "" is none.
func insertRun(ctx context.Context, tx *sql.Tx, r *Record, once string) (made bool, err error) {
	r.ID, r.Created = strings.ToLower(rand.Text()), time.Now()
	query, args := database.Insert("runs", r,
		database.Column{Name: "once", Value: sql.NullString{String: once, Valid: once != ""}},
		database.Column{Name: "words", Value: r.words()})
	done, err := tx.ExecContext(ctx, query+" ON CONFLICT (owner, once) DO NOTHING", args...)
	if err != nil {
		return false, err
	}
	if n, err := done.RowsAffected(); n == 0 || err != nil {
		return false, err
	}
	return true, keepUploads(ctx, tx, r.ID, r.Inputs)
}

// words returns what a search for the run finds.
func (r *Record) words() string {
	list := []string{r.Title}
	for _, in := range r.Inputs {
		list = append(list, in.Name)
	}
	return searched(list)
}

// TitleMost is the maximum length of the title of a run, in characters.
const TitleMost = 200

// Rename gives a run of an owner a title, "" for none.
func (s *Store) Rename(ctx context.Context, owner, id, title string) error {
	r, err := s.Get(ctx, owner, id)
	if err != nil {
		return err
	}
	if r.Title = strings.Join(strings.Fields(database.Plain(title)), " "); utf8.RuneCountInString(r.Title) > TitleMost {
		return fmt.Errorf("%w: a name has at most %d characters", ErrRefused, TitleMost)
	}
	return exec(ctx, s.db, "UPDATE runs SET title = $1, words = $2 WHERE id = $3", r.Title, r.words(), id)
}

func keepUploads(ctx context.Context, tx *sql.Tx, run string, inputs []Input) error {
	for _, in := range inputs {
		if err := exec(ctx, tx, "INSERT INTO run_uploads (run, digest) VALUES ($1, $2) ON CONFLICT DO NOTHING", run,
			in.Digest); err != nil {
			return err
		}
	}
	return nil
}

// markUsed records that uploads no longer wait for a run. They are locked in the order of their digests, so that
// two runs of the same files never wait for each other.
func markUsed(ctx context.Context, tx *sql.Tx, inputs []Input) error {
	inputs = slices.SortedFunc(slices.Values(inputs), func(a, b Input) int { return strings.Compare(a.Digest, b.Digest) })
	for _, in := range inputs {
		if err := exec(ctx, tx, "UPDATE uploads SET pending = pending - 1 WHERE digest = $1 AND pending > 0",
			in.Digest); err != nil {
			return err
		}
	}
	return nil
}

// Get returns a run of an owner.
func (s *Store) Get(ctx context.Context, owner, id string) (Record, error) {
	return scan[Record](s.db.QueryRowContext(ctx, "SELECT "+recordColumns+" FROM runs WHERE id = $1 AND owner = $2", id,
		owner))
}

// List returns runs of an owner that were created before a time and whose titles and files have all words of a search,
// the newest first.
func (s *Store) List(ctx context.Context, owner, search string, before time.Time, limit int) ([]Record, error) {
	until := before.UnixMilli()
	if before.IsZero() {
		until = now() + time.Hour.Milliseconds()
	}
	q := started("SELECT "+recordColumns+" FROM runs WHERE owner = ? AND created < ?", owner, until)
	if err := q.words(search); err != nil {
		return nil, err
	}
	q.add(" ORDER BY created DESC, id LIMIT ?", limit)
	return database.All(ctx, s.db, scan[Record], q.text, q.args...)
}

// Delete deletes a run of an owner with everything that belongs to it.
func (s *Store) Delete(ctx context.Context, owner, id string) error {
	if err := change(ctx, s.db, ErrNone, "DELETE FROM runs WHERE id = $1 AND owner = $2", id, owner); err != nil {
		return err
	}
	s.changes.happened(id)
	return s.Sweep(ctx)
}

// Expire deletes finished runs created before a time, except those of venues, and passes that have expired.
func (s *Store) Expire(ctx context.Context, before time.Time) error {
	return cmp.Or(exec(ctx, s.db, "DELETE FROM runs WHERE created < $1 AND state NOT IN ($2, $3, $4)",
		before.UnixMilli(), Queued, Running, Held), s.forget(ctx), s.Sweep(ctx))
}

// Load is the load and disk use of an owner, and of all owners together.
type Load struct {
	Waiting int   // unfinished runs of the owner
	Queue   int   // unfinished runs of all owners
	Disk    int64 // bytes of the uploads of the owner's runs, including deleted ones that can be restored
}

// Load returns the load and disk use of an owner, and of all owners together.
func (s *Store) Load(ctx context.Context, owner string) (l Load, err error) {
	err = s.db.QueryRowContext(ctx,
		"SELECT COUNT(*), COALESCE(SUM(CASE WHEN owner = $3 THEN 1 ELSE 0 END), 0) FROM runs WHERE state IN ($1, $2)", Queued,
		Running, owner).Scan(&l.Queue, &l.Waiting)
	if err != nil {
		return l, err
	}
	err = s.db.QueryRowContext(ctx, `SELECT COALESCE(SUM(size), 0) FROM uploads WHERE digest IN (
		SELECT run_uploads.digest FROM run_uploads JOIN runs ON runs.id = run_uploads.run WHERE runs.owner IN ($1, $2))`,
		owner, binOwner(owner)).Scan(&l.Disk)
	return l, err
}

// States counts the runs by their state.
func (s *Store) States(ctx context.Context) (map[State]int, error) {
	counts := map[State]int{Queued: 0, Running: 0, Done: 0, Failed: 0, Cancelled: 0, Held: 0}
	err := database.Each(ctx, s.db, func(row database.Row) error {
		var state State
		var n int
		err := row.Scan(&state, &n)
		counts[state] = n
		return err
	}, "SELECT state, COUNT(*) FROM runs GROUP BY state")
	return counts, err
}

// begin marks a run as running; ErrNone for one that is over.
func (s *Store) begin(ctx context.Context, id string) (Record, error) {
	// Its rows may come out otherwise.
	if err := exec(ctx, s.db, "DELETE FROM corrections WHERE run = $1", id); err != nil {
		return Record{}, err
	}
	r, err := scan[Record](s.db.QueryRowContext(ctx, "UPDATE runs SET state = $1, started = $2 WHERE id = $3 AND "+
		"state IN ($4, $1) RETURNING "+recordColumns, Running, now(), id, Queued))
	s.changes.happened(id)
	return r, err
}

func (s *Store) suspend(ctx context.Context, id string) error {
	defer s.changes.happened(id)
	return exec(ctx, s.db, "UPDATE runs SET state = $1 WHERE id = $2 AND state = $3", Queued, id, Running)
}

func (s *Store) finish(ctx context.Context, id string, state State, reason string) error {
	defer s.changes.happened(id)
	return exec(ctx, s.db, "UPDATE runs SET state = $1, error = $2, ended = $3 WHERE id = $4 AND state IN ($5, $6)", state,
		reason, now(), id, Queued, Running)
}

// Cancel ends an unfinished run of an owner, whichever process is running it.
func (s *Store) Cancel(ctx context.Context, owner, id string) error {
	if _, err := s.Get(ctx, owner, id); err != nil {
		return err
	}
	if err := s.finish(ctx, id, Cancelled, ""); err != nil {
		return err
	}
	return s.jobs.Cancel(ctx, id)
}

// remind creates jobs for the runs and venues without one, whose process died before it created it.
func (s *Store) remind(ctx context.Context) error {
	list, err := database.All(ctx, s.db, scan[Record],
		"SELECT "+recordColumns+" FROM runs WHERE state IN ($1, $2) ORDER BY created, id", Queued, Running)
	for i := range list {
		err = cmp.Or(err, s.enqueue(ctx, list[i].ID, list[i].Options))
	}
	if err != nil {
		return err
	}
	venues, err := database.All(ctx, s.db, scan[Venue], "SELECT "+venueColumns+" FROM venues WHERE phase IN ($1, $2, $3)",
		Unasked, Asking, Settling)
	for _, v := range venues {
		err = cmp.Or(err, s.maintained(ctx, v.Name))
	}
	return err
}

// InBin is how long a deleted run or venue can be restored.
const InBin = time.Hour

// binOwner returns the owner of the runs that a person has deleted: nobody's name, so that no page shows them.
func binOwner(owner string) string { return ownerPrefix + "/deleted/" + owner }

// Bin deletes a run so that its owner can restore it for as long as InBin. Links to it end at once.
func (s *Store) Bin(ctx context.Context, owner, id string) error {
	if err := s.Cancel(ctx, owner, id); err != nil {
		return err
	}
	if err := s.Unshare(ctx, owner, id); err != nil {
		return err
	}
	defer s.changes.happened(id)
	return change(ctx, s.db, ErrNone, "UPDATE runs SET owner = $1, deleted = $2, once = NULL WHERE id = $3 AND owner = $4",
		binOwner(owner), now(), id, owner)
}

// restorable returns the deletion time, in milliseconds, from which something can still be restored.
func restorable() int64 { return now() - InBin.Milliseconds() }

// Binned returns a deleted run that its owner can restore; ErrNone if there is none.
func (s *Store) Binned(ctx context.Context, owner, id string) (Record, error) {
	return scan[Record](s.db.QueryRowContext(ctx, "SELECT "+recordColumns+
		" FROM runs WHERE id = $1 AND owner = $2 AND deleted >= $3", id, binOwner(owner), restorable()))
}

// Restore returns a deleted run to its owner.
func (s *Store) Restore(ctx context.Context, owner, id string) error {
	return change(ctx, s.db, ErrNone, "UPDATE runs SET owner = $1, deleted = 0 WHERE id = $2 AND owner = $3 AND "+
		"deleted >= $4", owner, id, binOwner(owner), restorable())
}

// EmptyBinOf deletes for good what an owner has put into the bin, and reports whether there was anything.
func (s *Store) EmptyBinOf(ctx context.Context, owner string) (bool, error) {
	done, err := s.db.ExecContext(ctx, "DELETE FROM runs WHERE owner = $1", binOwner(owner))
	if err != nil {
		return false, err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return false, err
	}
	return true, s.Sweep(ctx)
}

// BinVenue ends the work on a venue and hides it. It can be restored within InBin, unless a new one takes its name.
func (s *Store) BinVenue(ctx context.Context, name string) error {
	v, err := s.Venue(ctx, name)
	if err != nil {
		return err
	}
	if !v.Phase.Over() {
		if err := s.CancelVenue(ctx, name); err != nil {
			return err
		}
	}
	defer s.changes.happened(venueOwner(name))
	return change(ctx, s.db, ErrNone, "UPDATE venues SET deleted = $1 WHERE name = $2 AND deleted = 0", now(), name)
}

// RestoreVenue restores a removed venue for its members.
func (s *Store) RestoreVenue(ctx context.Context, name string) error {
	return change(ctx, s.db, ErrNone, "UPDATE venues SET deleted = 0 WHERE name = $1 AND deleted >= $2", name,
		max(restorable(), 1))
}

// EmptyBin permanently deletes what was deleted before a time.
func (s *Store) EmptyBin(ctx context.Context, before time.Time) error {
	venues, err := database.All(ctx, s.db, database.Value[string],
		"SELECT name FROM venues WHERE deleted > 0 AND deleted < $1", before.UnixMilli())
	if err != nil {
		return err
	}
	for _, name := range venues {
		// It may have been restored meanwhile, or another venue may have its name.
		if err := s.deleteVenue(ctx, name, "deleted > 0 AND deleted < $2", before.UnixMilli()); err != nil &&
			!errors.Is(err, ErrNone) {
			return err
		}
	}
	done, err := s.db.ExecContext(ctx, "DELETE FROM runs WHERE deleted > 0 AND deleted < $1", before.UnixMilli())
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return err
	}
	return s.Sweep(ctx)
}
