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
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/jobs"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
)

// A venue is processed in three phases. Every paper is checked without services first. Then services are asked about
// what the papers cite, each claim once for the whole venue and many at a time, and their answers are cached. Then
// every paper is checked again with the answers. The next step is derived from the states of the papers, so that
// work continues after any interruption; a phase begins when no job of the previous one is left.

// StartVenue has the papers of a venue checked that are waiting, cancelled or failed, and those in further states.
func (s *Store) StartVenue(ctx context.Context, name string, further ...PaperState) error {
	q := started("UPDATE venue_papers SET state = ?, error = '' WHERE venue = ? AND newest = 1", PaperWaiting, name)
	states := []string{string(PaperCancelled), string(PaperFailed)}
	for _, state := range further {
		states = append(states, string(state))
	}
	q.in("state", states)
	err := exec(ctx, s.db, q.text, q.args...)
	if err == nil {
		err = s.SetPhase(ctx, name, Unasked, "")
	}
	return cmp.Or(err, s.maintained(ctx, name))
}

// AskVenue has services asked about what a venue has not checked, from now on, within the budget of its options.
func (s *Store) AskVenue(ctx context.Context, v Venue) error {
	v.Options.Online = true
	body, err := json.Marshal(v.Options)
	if err != nil {
		return err
	}
	err = s.within(ctx, func(tx *sql.Tx) error {
		if err := exec(ctx, tx, "UPDATE venues SET options = $1 WHERE name = $2", string(body), v.Name); err != nil {
			return err
		}
		return exec(ctx, tx, "UPDATE venue_papers SET state = $1 WHERE venue = $2 AND newest = 1 AND state = $3 "+
			"AND inconclusive > 0", PaperWaiting, v.Name, PaperSettled)
	})
	if err != nil {
		return err
	}
	return s.StartVenue(ctx, v.Name)
}

// CancelVenue ends the work on a venue. Papers that have rows keep them.
func (s *Store) CancelVenue(ctx context.Context, name string) error {
	if err := s.SetPhase(ctx, name, Stopped, ""); err != nil {
		return err
	}
	for _, group := range []string{maintenanceGroup(name), paperGroup(name)} {
		if err := s.jobs.Cancel(ctx, group); err != nil {
			return err
		}
	}
	defer s.changes.happened(venueOwner(name))
	return exec(ctx, s.db,
		"UPDATE venue_papers SET state = $1 WHERE venue = $2 AND newest = 1 AND state IN ($3, $4, $5)", PaperCancelled, name,
		PaperWaiting, PaperChecking, PaperOffline)
}

// Jobs counts the unfinished jobs and those that failed for good.
func (s *Store) Jobs(ctx context.Context) (map[jobs.Count]int, error) { return s.jobs.Counts(ctx) }

// Groups of jobs: the one that advances a venue, and those on papers and questions.
func maintenanceGroup(venue string) string { return ownerPrefix + venue }
func paperGroup(venue string) string       { return "papers:" + venue }

// maintained creates the job that advances a venue.
func (s *Store) maintained(ctx context.Context, name string) error {
	_, err := s.jobs.Add(ctx, jobs.Job{Kind: "venues", Key: name, Group: maintenanceGroup(name)})
	return err
}

const again = 500 * time.Millisecond

func (w *Worker) maintain(ctx context.Context, job jobs.Job) error {
	v, err := w.Store.Venue(ctx, job.Key)
	if errors.Is(err, ErrNone) || v.Phase.Over() {
		return nil
	}
	if err != nil {
		return err
	}
	open, err := w.Store.jobs.Open(ctx, paperGroup(v.Name))
	if err == nil && open == 0 {
		err = w.Store.giveUp(ctx, v.Name)
	}
	if err != nil {
		return err
	}
	if open > 0 {
		return jobs.Later(again)
	}
	for _, next := range []struct {
		phase Phase
		hand  func(context.Context, Venue) (int, error)
	}{{Unasked, w.Store.handOut(false, PaperWaiting, PaperChecking)}, {Asking, w.Store.handQuestions},
		{Settling, w.Store.handOut(true, PaperOffline)}} {
		n, err := next.hand(ctx, v)
		if err != nil {
			return err
		}
		if n == 0 {
			continue
		}
		if v.Phase != next.phase {
			w.Log.Info("venue", "name", v.Name, "phase", string(next.phase), "jobs", n)
			if err := w.Store.SetPhase(ctx, v.Name, next.phase, ""); err != nil {
				return err
			}
		}
		return jobs.Later(again)
	}
	return w.Store.finishVenue(ctx, v.Name)
}

// finishVenue marks a venue as done, unless a paper has arrived.
func (s *Store) finishVenue(ctx context.Context, venue string) error {
	defer s.changes.happened(venueOwner(venue))
	return change(ctx, s.db, jobs.Later(again), `UPDATE venues SET phase = $1, ended = $2 WHERE name = $3 AND phase <> $4
		AND NOT EXISTS (SELECT 1 FROM venue_papers WHERE venue = $3 AND newest = 1 AND state IN ($5, $6, $7))`,
		Finished, now(), venue, Stopped, PaperWaiting, PaperChecking, PaperOffline)
}

// paperJob is the body of a job on one paper.
type paperJob struct {
	Venue, Paper string
	Version      int
	Settle       bool
}

const pageOfPapers = 500

// handOut returns a function that creates jobs for the papers in the given states.
func (s *Store) handOut(settle bool, states ...PaperState) func(context.Context, Venue) (int, error) {
	return func(ctx context.Context, v Venue) (n int, err error) {
		for _, state := range states {
			for behind := ""; ; {
				list, err := s.PapersIn(ctx, v.Name, state, behind, pageOfPapers)
				if err != nil {
					return n, err
				}
				if len(list) == 0 {
					break
				}
				if err := s.handPapers(ctx, list, settle); err != nil {
					return n, err
				}
				n += len(list)
				behind = list[len(list)-1].ID
			}
		}
		return n, nil
	}
}

func (s *Store) handPapers(ctx context.Context, list []Paper, settle bool) error {
	todo := make([]jobs.Job, len(list))
	for i, p := range list {
		body, err := json.Marshal(paperJob{p.Venue, p.ID, p.Version, settle})
		if err != nil {
			return err
		}
		todo[i] = jobs.Job{Kind: jobKind("papers", settle), Key: fmt.Sprintf("%s/%s/%d", p.Venue, p.ID, p.Version),
			Group: paperGroup(p.Venue), Body: string(body)}
	}
	_, err := s.jobs.Add(ctx, todo...)
	return err
}

// paper checks a paper, without services or, to settle it, with their answers.
func (w *Worker) paper(ctx context.Context, job jobs.Job) error {
	var j paperJob
	if err := json.Unmarshal([]byte(job.Body), &j); err != nil {
		return err
	}
	v, err := w.Store.Venue(ctx, j.Venue)
	var p Paper
	var r Record
	if err == nil {
		p, r, err = w.Store.PaperVersion(ctx, j.Venue, j.Paper, j.Version)
	}
	if errors.Is(err, ErrNone) {
		return nil // removed
	}
	if err != nil || v.Phase == Stopped || !p.Newest || !j.waits(p.State) {
		return err
	}
	if !j.Settle && p.State != PaperChecking {
		if err := w.Store.SetPaperState(ctx, p.Venue, p.ID, p.Version, PaperChecking, ""); err != nil {
			return err
		}
	}
	r.Options.Online, r.Options.Alike = j.Settle, true
	var cited citedOnce
	met := cited.add
	if j.Settle || !v.Options.Online {
		met = nil
	}
	if err := w.check(ctx, r, met); err != nil {
		if ctx.Err() != nil || isTrouble(err) && job.Try < jobs.Tries {
			return cmp.Or(ctx.Err(), err)
		}
		return w.Store.SetPaperState(ctx, p.Venue, p.ID, p.Version, PaperFailed, err.Error())
	}
	if err := cmp.Or(w.Store.entitle(ctx, &p, r.Inputs[0]),
		w.Store.keepReferences(ctx, v.Name, cited.refs)); err != nil {
		return err
	}
	then := PaperSettled
	if v.Options.Online && !j.Settle {
		then = PaperOffline
	}
	return w.Store.PaperDone(ctx, p.Venue, p.ID, p.Version, then)
}

// waits reports whether the job has something to do for a paper in the state.
func (j *paperJob) waits(state PaperState) bool {
	if j.Settle {
		return state == PaperOffline
	}
	return state == PaperWaiting || state == PaperChecking
}

// citedOnce collects what a paper cites, each claim once.
type citedOnce struct {
	mu   sync.Mutex
	refs map[string]biblio.Reference // by the digest of the claim
}

func (c *citedOnce) add(ref *biblio.Reference) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.refs == nil {
		c.refs = map[string]biblio.Reference{}
	}
	one := *ref
	one.Place, one.Citations = biblio.Place{}, nil
	c.refs[report.Digest(ref)] = one
}

// keepReferences stores what a paper cites, to be asked about once for the whole venue.
func (s *Store) keepReferences(ctx context.Context, venue string, refs map[string]biblio.Reference) error {
	if len(refs) == 0 {
		return nil
	}
	return s.within(ctx, func(tx *sql.Tx) error {
		for _, digest := range slices.Sorted(maps.Keys(refs)) { // one order, so that two papers at once do not deadlock
			body, err := json.Marshal(refs[digest])
			if err != nil {
				return err
			}
			if err := exec(ctx, tx,
				"INSERT INTO venue_references (venue, digest, body, asked) VALUES ($1, $2, $3, 0) ON CONFLICT DO NOTHING", venue,
				digest, database.Plain(string(body))); err != nil {
				return err
			}
		}
		return nil
	})
}

// questionBatch is how many references one job asks about: many, since some services answer many at once.
const questionBatch = 200

// handQuestions creates jobs for the references that services have not been asked about yet.
func (s *Store) handQuestions(ctx context.Context, v Venue) (n int, err error) {
	if !v.Options.Online {
		return 0, nil
	}
	for behind := ""; ; n++ {
		var last sql.NullString
		err := s.db.QueryRowContext(ctx,
			"SELECT MAX(digest) FROM (SELECT digest FROM venue_references WHERE venue = $1 AND asked = 0 AND digest > $2 "+
				"ORDER BY digest LIMIT $3) AS page", v.Name, behind, questionBatch).Scan(&last)
		if err != nil || !last.Valid {
			return n, err
		}
		body, err := json.Marshal(question{v.Name, behind, last.String})
		if err != nil {
			return n, err
		}
		if _, err := s.jobs.Add(ctx,
			jobs.Job{Kind: "questions", Key: v.Name + "/" + last.String, Group: paperGroup(v.Name),
				Body: string(body)}); err != nil {
			return n, err
		}
		behind = last.String
	}
}

// question is the body of a job that asks about some references of a venue: those after one digest, up to another.
type question struct{ Venue, Behind, Last string }

// ask asks services about some references. The answers are cached.
func (w *Worker) ask(ctx context.Context, job jobs.Job) error {
	var q question
	if err := json.Unmarshal([]byte(job.Body), &q); err != nil {
		return err
	}
	v, err := w.Store.Venue(ctx, q.Venue)
	if errors.Is(err, ErrNone) || v.Phase.Over() {
		return nil
	}
	if err != nil {
		return err
	}
	refs, err := w.Store.unasked(ctx, q)
	if err != nil || len(refs) == 0 {
		return err
	}
	v.Options.Online, v.Options.Alike = true, true
	s, opt, release, err := w.open(v.Options)
	if err != nil {
		return err
	}
	defer release()
	one := run.New(s, opt)
	defer one.Close()
	if err := one.References(ctx, refs, func(audit.Finding, report.Finding) error { return nil }); err != nil {
		return err
	}
	return w.Store.asked(ctx, q)
}

func (s *Store) unasked(ctx context.Context, q question) ([]biblio.Reference, error) {
	return database.All(ctx, s.db, decoded[biblio.Reference], "SELECT body FROM venue_references "+
		"WHERE venue = $1 AND digest > $2 AND digest <= $3 AND asked = 0 ORDER BY digest", q.Venue, q.Behind, q.Last)
}

func (s *Store) asked(ctx context.Context, q question) error {
	return exec(ctx, s.db, "UPDATE venue_references SET asked = 1, body = '' "+
		"WHERE venue = $1 AND digest > $2 AND digest <= $3", q.Venue, q.Behind, q.Last)
}

// giveUp clears away jobs that have failed for good: their papers have failed, and questions are asked again later.
func (s *Store) giveUp(ctx context.Context, venue string) error {
	for behind := ""; ; {
		list, err := s.jobs.Dead(ctx, paperGroup(venue), behind, pageOfPapers)
		if err != nil {
			return err
		}
		if len(list) == 0 {
			return s.jobs.Bury(ctx, paperGroup(venue))
		}
		for _, d := range list {
			if err := s.failed(ctx, d); err != nil {
				return err
			}
		}
		behind = list[len(list)-1].Key
	}
}

func (s *Store) failed(ctx context.Context, d jobs.Dead) error {
	if d.Kind == "questions" {
		var q question
		return cmp.Or(json.Unmarshal([]byte(d.Body), &q), s.asked(ctx, q))
	}
	var j paperJob
	if err := json.Unmarshal([]byte(d.Body), &j); err != nil {
		return err
	}
	first, _, _ := strings.Cut(d.Error, "\n") // no stack
	err := s.SetPaperState(ctx, j.Venue, j.Paper, j.Version, PaperFailed, first)
	if errors.Is(err, ErrNone) {
		return nil
	}
	return err
}

// Progress counts the papers of a venue in one state.
type Progress struct{ Papers, References, Accused int }

// Progress counts the papers of a venue by state, its distinct claims, and those that services were asked about.
func (s *Store) Progress(ctx context.Context, venue string) (by map[PaperState]Progress, distinct,
	asked int, err error) {
	by = map[PaperState]Progress{}
	err = database.Each(ctx, s.db, func(row database.Row) error {
		var state PaperState
		var p Progress
		err := row.Scan(&state, &p.Papers, &p.References, &p.Accused)
		by[state] = p
		return err
	}, "SELECT state, COUNT(*), SUM(refs), SUM(discrepant + not_found) FROM venue_papers WHERE venue = $1 AND newest = 1 GROUP BY state", venue)
	if err != nil {
		return nil, 0, 0, err
	}
	err = s.db.QueryRowContext(ctx, "SELECT COUNT(*), COALESCE(SUM(asked), 0) FROM venue_references WHERE venue = $1",
		venue).Scan(&distinct, &asked)
	return by, distinct, asked, err
}
