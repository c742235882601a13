package runs

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// PaperState is the state of a paper of a venue.
type PaperState string

// The states of a paper.
const (
	PaperWaiting   PaperState = "waiting"
	PaperChecking  PaperState = "checking"
	PaperOffline   PaperState = "offline" // has rows; services have yet to be asked about what is undecided
	PaperSettled   PaperState = "settled"
	PaperFailed    PaperState = "failed"
	PaperCancelled PaperState = "cancelled"
)

// PaperStates lists the states in the order of a paper's progress.
var PaperStates = []PaperState{PaperWaiting, PaperChecking, PaperOffline, PaperSettled, PaperFailed, PaperCancelled}

// NewPaper is a paper submitted to a venue.
type NewPaper struct {
	ID      string // occurs in addresses; the same for every version
	Title   string
	Authors string   // usually empty: nothing needs them
	Chairs  []string // people to assign it to, in addition to earlier ones; people without a role become area chairs
	Inputs  []Input  // its files, already saved
}

// Tally counts the references of papers.
type Tally struct {
	References   int `json:"references"`
	Verified     int `json:"verified"`
	Discrepant   int `json:"discrepant"`
	Doubtful     int `json:"doubtful"` // check by hand
	Ambiguous    int `json:"ambiguous"`
	NotFound     int `json:"not_found"`
	Exempt       int `json:"exempt"`
	Inconclusive int `json:"inconclusive"`
	Peripheral   int `json:"peripheral"` // by gravity
	Slips        int `json:"slips"`
	Substantive  int `json:"substantive"`
	Fabricated   int `json:"fabricated"`
}

// tallyColumns are the columns of a Tally, in the order of its members.
const tallyColumns = "refs, verified, discrepant, doubtful, ambiguous, not_found, exempt, inconclusive, peripheral, " +
	"slips, substantive, fabricated"

func (t *Tally) members() []any {
	return []any{&t.References, &t.Verified, &t.Discrepant, &t.Doubtful, &t.Ambiguous, &t.NotFound, &t.Exempt,
		&t.Inconclusive, &t.Peripheral, &t.Slips, &t.Substantive, &t.Fabricated}
}

func counted(c Counts) Tally {
	t := Tally{
		Verified: c.Outcomes[judge.Verified.String()], Discrepant: c.Outcomes[judge.Discrepant.String()],
		Ambiguous: c.Outcomes[judge.Ambiguous.String()],
		Doubtful:  c.Outcomes[judge.Doubtful.String()], NotFound: c.Outcomes[judge.NotFound.String()],
		Exempt: c.Outcomes[judge.Exempt.String()], Inconclusive: c.Outcomes[judge.Inconclusive.String()],
		Peripheral: c.Gravities[judge.Peripheral.String()], Slips: c.Gravities[judge.Slip.String()],
		Substantive: c.Gravities[judge.Substantive.String()], Fabricated: c.Gravities[judge.Fabricated.String()],
	}
	for _, n := range c.Outcomes {
		t.References += n
	}
	return t
}

// weight orders papers: the most serious first.
func (t *Tally) weight() int {
	const most = 999
	return (min(t.Fabricated, most)*(most+1)+min(t.Substantive, most))*(most+1) + min(t.Slips, most)
}

// Paper is what is stored about one version of a paper besides its rows.
type Paper struct {
	Venue, ID string
	Version   int // from 1
	Newest    bool
	Title     string
	Authors   string // "" unless they were given
	Digest    string // of its files
	Run       string // that has its rows
	State     PaperState
	Error     string
	Tally
	Agreed    int // findings that two people or more have reviewed, who agree
	Single    int // reviewed by one person
	Conflicts int // that people disagree about
	Decision  PaperDecision
	Note      string
	DecidedBy string
	Revision  int64 // grows with every decision
	Added     time.Time
	Changed   time.Time

	grave int
}

const paperColumns = "venue, paper, version, newest, title, authors, digest, run, state, error, agreed, single, " +
	"conflicts, decision, note, decided_by, revision, added, changed, grave, " + tallyColumns

func scanPaper(row database.Row) (p Paper, err error) {
	var newest, added, changed int64
	err = row.Scan(
		append([]any{&p.Venue, &p.ID, &p.Version, &newest, &p.Title, &p.Authors, &p.Digest, &p.Run, &p.State, &p.Error,
			&p.Agreed, &p.Single, &p.Conflicts, &p.Decision, &p.Note, &p.DecidedBy, &p.Revision, &added, &changed, &p.grave},
			p.members()...)...)
	p.Newest, p.Added, p.Changed = newest == 1, at(added), at(changed)
	return p, one(err)
}

// digestOf identifies the files of a paper: one file by its digest, several by the digest of their
// names and digests.
func digestOf(inputs []Input) string {
	if len(inputs) == 1 {
		return inputs[0].Digest
	}
	sum := sha256.New()
	for _, in := range inputs {
		fmt.Fprintf(sum, "%q %s\n", in.Name, in.Digest)
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// AddPaper adds a paper to a venue as waiting, with a run of its own whose state is Held. If the venue has a
// version of it with other files, the paper becomes the next version; with the same files nothing is added, and
// made is false.
func (s *Store) AddPaper(ctx context.Context, venue string, n NewPaper) (p Paper, made bool, err error) {
	if !venueName.MatchString(n.ID) {
		return p, false, fmt.Errorf("paper %q: %w", n.ID, errName)
	}
	if len(n.Inputs) == 0 {
		return p, false, fmt.Errorf("paper %s has no files", n.ID)
	}
	v, err := s.Venue(ctx, venue)
	if err != nil {
		return p, false, err
	}
	n.Title, n.Authors = database.Plain(n.Title), database.Plain(n.Authors)
	err = s.within(ctx, func(tx *sql.Tx) error {
		if err := markUsed(ctx, tx, n.Inputs); err != nil {
			return err
		}
		p, made, err = addVersion(ctx, tx, v, n)
		if err != nil {
			return err
		}
		for _, person := range n.Chairs {
			if err := lookAfter(ctx, tx, venue, person, n.ID); err != nil {
				return err
			}
		}
		return nil
	})
	s.changes.happened(venueOwner(venue))
	return p, made, err
}

// lookAfter assigns a paper to a person, who becomes an area chair unless they have a role.
func lookAfter(ctx context.Context, tx *sql.Tx, venue, person, paper string) error {
	if !personName.MatchString(person) {
		return fmt.Errorf("paper %s: %q is not the name of an account", paper, person)
	}
	_, err := tx.ExecContext(ctx,
		"INSERT INTO venue_members (venue, person, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", venue, person, AreaHead)
	if err == nil {
		_, err = tx.ExecContext(ctx,
			"INSERT INTO venue_chairs (venue, person, paper) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", venue, person, paper)
	}
	return err
}

// wordsMost is the maximum length of a paper's searchable text, in bytes: it is in an index, whose rows
// PostgreSQL limits.
const wordsMost = 1000

func addVersion(ctx context.Context, tx *sql.Tx, v Venue, n NewPaper) (p Paper, made bool, err error) {
	// Locks the newest version, so that two concurrent submissions create one next version. The plus keeps
	// SQLite from scanning the index of all newest versions.
	p, err = scanPaper(tx.QueryRowContext(ctx, "UPDATE venue_papers SET newest = 1 WHERE venue = $1 AND paper = $2 AND "+
		"+newest = 1 RETURNING "+paperColumns, v.Name, n.ID))
	digest := digestOf(n.Inputs)
	if err == nil && p.Digest == digest {
		return p, false, nil
	}
	if err != nil && !errors.Is(err, ErrNone) {
		return p, false, err
	}
	version := p.Version + 1
	run := strings.ToLower(rand.Text())
	list, err := json.Marshal(n.Inputs)
	if err != nil {
		return p, false, err
	}
	options, err := json.Marshal(v.Options)
	if err != nil {
		return p, false, err
	}
	if err := insertRun(ctx, tx, run, venueOwner(v.Name), Held, string(options), string(list), n.Inputs); err != nil {
		return p, false, err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE venue_papers SET newest = 0 WHERE venue = $1 AND paper = $2", v.Name,
		n.ID); err != nil {
		return p, false, err
	}
	words := searched([]string{n.ID, n.Title, n.Authors, n.Inputs[0].Name})
	words = database.Plain(words[:min(len(words), wordsMost)])
	p, err = scanPaper(tx.QueryRowContext(ctx,
		`INSERT INTO venue_papers (venue, paper, version, newest, title, authors, digest, run, state, words, added, changed)
		VALUES ($1, $2, $3, 1, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING `+paperColumns,
		v.Name, n.ID, version, cmp.Or(n.Title, p.Title), cmp.Or(n.Authors, p.Authors), digest, run,
		PaperWaiting, words, now()))
	return p, err == nil, err
}

// PapersIn lists the newest versions of the papers of a venue in a state, in the order of their names from the
// one after behind, for workers.
func (s *Store) PapersIn(ctx context.Context, venue string, state PaperState, behind string,
	limit int) ([]Paper, error) {
	return database.All(ctx, s.db, scanPaper,
		"SELECT "+paperColumns+
			" FROM venue_papers WHERE venue = $1 AND newest = 1 AND state = $2 AND paper > $3 ORDER BY paper LIMIT $4", venue,
		state, behind, limit)
}

// PaperVersion returns a version of a paper with the run that has its rows, for workers.
func (s *Store) PaperVersion(ctx context.Context, venue, paper string, version int) (p Paper, r Record, err error) {
	p, err = scanPaper(s.db.QueryRowContext(ctx, "SELECT "+paperColumns+" FROM venue_papers WHERE venue = $1 AND paper "+
		"= $2 AND version = $3", venue, paper, version))
	if err == nil {
		r, err = s.Get(ctx, venueOwner(venue), p.Run)
	}
	return p, r, err
}

// SetPaperState sets the state of a version of a paper; reason says why it failed.
func (s *Store) SetPaperState(ctx context.Context, venue, paper string, version int, state PaperState,
	reason string) error {
	err := one(s.db.QueryRowContext(ctx, "UPDATE venue_papers SET state = $1, error = $2, changed = $3 WHERE venue = $4 "+
		"AND paper = $5 AND version = $6 RETURNING paper",
		state, database.Plain(reason), now(), venue, paper, version).Scan(&paper))
	s.changes.happened(venueOwner(venue))
	return err
}

// PaperDone records that the rows of a version of a paper exist, after the first phase (PaperOffline) or the
// last (PaperSettled), and counts them. It may be called again.
func (s *Store) PaperDone(ctx context.Context, venue, paper string, version int, state PaperState) error {
	p, _, err := s.PaperVersion(ctx, venue, paper, version)
	if err != nil {
		return err
	}
	c, err := s.Count(ctx, p.Run)
	if err != nil {
		return err
	}
	p.Tally = counted(c)
	args := []any{state, now(), p.weight(), venue, paper, version}
	sets := ""
	for i, column := range strings.Split(tallyColumns, ", ") {
		args = append(args, *p.members()[i].(*int))
		sets += ", " + column + " = $" + strconv.Itoa(len(args))
	}
	err = s.within(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE venue_papers SET state = $1, error = '', changed = $2, grave = $3"+sets+
			" WHERE venue = $4 AND paper = $5 AND version = $6", args...)
		if err != nil || !p.Newest {
			return err
		}
		return s.present(ctx, tx, &p)
	})
	s.changes.happened(venueOwner(venue))
	return err
}

// present records which reviewed entries the rows of a paper still contain.
func (s *Store) present(ctx context.Context, tx *sql.Tx, p *Paper) error {
	var spoken int
	if err := tx.QueryRowContext(ctx, "SELECT COUNT(*) FROM venue_triage WHERE venue = $1 AND paper = $2", p.Venue,
		p.ID).Scan(&spoken); err != nil || spoken == 0 {
		return err
	}
	entries, err := entriesOf(ctx, tx, p.Run)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE venue_triage SET present = 0 WHERE venue = $1 AND paper = $2", p.Venue,
		p.ID); err != nil {
		return err
	}
	for entry := range entries {
		if _, err := tx.ExecContext(ctx, "UPDATE venue_triage SET present = 1 WHERE venue = $1 AND paper = $2 AND entry = $3",
			p.Venue, p.ID, entry); err != nil {
			return err
		}
	}
	return tallyTriage(ctx, tx, p.Venue, p.ID)
}

// entriesOf returns what the findings of a run are about, with their gists.
func entriesOf(ctx context.Context, db database.Querier, run string) (map[string]string, error) {
	list, err := database.All(ctx, db, scanItem, "SELECT id, number, body FROM report_rows WHERE run = $1 AND finding = 1",
		run)
	if err != nil {
		return nil, err
	}
	entries := map[string]string{}
	for i := range list {
		f, err := list[i].Finding()
		if err != nil {
			return nil, err
		}
		entries[EntryOf(&f)] = Gist(&f, "")
	}
	return entries, nil
}

// EntryOf identifies what a finding is about by its key and everything it claims: the same in every version of
// a paper that contains the entry unchanged.
func EntryOf(f *report.Finding) string {
	if f.Digest == "" {
		return f.ID
	}
	if f.Key == "" {
		return f.Digest
	}
	return f.Digest + " " + database.Plain(f.Key)
}

// Gist returns in short what a finding says, or what it says about one field.
func Gist(f *report.Finding, field biblio.Field) string {
	if field == "" {
		return strings.TrimSpace(f.Outcome + " " + strings.Join(f.Codes, " "))
	}
	var words []string
	for i := range f.Reasons {
		if r := &f.Reasons[i]; r.Field == string(field) && (r.Gravity != "" || r.Strength != "") {
			words = append(words, r.Words())
		}
	}
	return strings.Join(words, "; ")
}
