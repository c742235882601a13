package runs

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/database"
	pdfpaper "github.com/bonafide-audit/bonafide/internal/extract/paper"
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
	References   int `json:"references" db:"refs"`
	Verified     int `json:"verified" db:"verified" of:"verified"`
	Discrepant   int `json:"discrepant" db:"discrepant" of:"discrepant"`
	Doubtful     int `json:"doubtful" db:"doubtful" of:"doubtful"` // check by hand
	Ambiguous    int `json:"ambiguous" db:"ambiguous" of:"ambiguous"`
	NotFound     int `json:"not_found" db:"not_found" of:"not-found"`
	Exempt       int `json:"exempt" db:"exempt" of:"exempt"`
	Inconclusive int `json:"inconclusive" db:"inconclusive" of:"inconclusive"`
	Peripheral   int `json:"peripheral" db:"peripheral" of:"peripheral"` // by gravity
	Slips        int `json:"slips" db:"slips" of:"slip"`
	Substantive  int `json:"substantive" db:"substantive" of:"substantive"`
	Fabricated   int `json:"fabricated" db:"fabricated" of:"fabricated"`
}

// counted counts references by the outcome or gravity that the tags name.
func counted(c Counts) (t Tally) {
	value := reflect.ValueOf(&t).Elem()
	for i := range value.NumField() {
		if word := value.Type().Field(i).Tag.Get("of"); word != "" {
			value.Field(i).SetInt(int64(c.Outcomes[word] + c.Gravities[word]))
		}
	}
	for _, n := range c.Outcomes {
		t.References += n
	}
	return t
}

func (t *Tally) weight() int {
	const most = 999
	return (min(t.Fabricated, most)*(most+1)+min(t.Substantive, most))*(most+1) + min(t.Slips, most)
}

// Paper is what is stored about one version of a paper besides its rows.
type Paper struct {
	Venue     string     `json:"-" db:"venue"`
	ID        string     `json:"paper" db:"paper"`
	Version   int        `json:"version" db:"version"` // from 1
	Newest    bool       `json:"-" db:"newest"`
	Title     string     `json:"title,omitempty" db:"title"`
	Authors   string     `json:"authors,omitempty" db:"authors" doc:"only where they were given"`
	Digest    string     `json:"sha256" db:"digest"` // of its files
	Run       string     `json:"-" db:"run"`         // that has its rows
	State     PaperState `json:"state" db:"state" enum:"waiting,checking,offline,settled,failed,cancelled"`
	Error     string     `json:"error,omitempty" db:"error"`
	Tally     `json:"counts"`
	Agreed    int           `json:"agreed" db:"agreed" doc:"findings about which two people or more say the same"`
	Single    int           `json:"single" db:"single" doc:"findings about which one person has said something"`
	Conflicts int           `json:"conflicts" db:"conflicts" doc:"findings about which people say different things"`
	Decision  PaperDecision `json:"decision" db:"decision" enum:"clear,write,written," doc:"empty for none"`
	Note      string        `json:"note,omitempty" db:"note"`
	DecidedBy string        `json:"decided_by,omitempty" db:"decided_by"`
	// Revision grows with every decision.
	Revision int64     `json:"revision" db:"revision" doc:"say it to decide: whoever has decided since is not overwritten"`
	Added    time.Time `json:"added" db:"added"`
	Changed  time.Time `json:"changed" db:"changed"`
	Weight   int64     `json:"-" db:"grave"` // orders papers: the most serious first
}

// digestOf identifies the files of a paper: one by its digest, several by that of their names and digests.
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

// AddPaper adds a paper to a venue as waiting, or its next version if the files are others, with a run that is Held.
// Made is false if nothing is new.
func (s *Store) AddPaper(ctx context.Context, venue string, n NewPaper) (p Paper, made bool, err error) {
	if !venueName.MatchString(n.ID) {
		return p, false, fmt.Errorf("paper %q: %w", n.ID, ErrName)
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
	return cmp.Or(
		exec(ctx, tx, "INSERT INTO venue_members (venue, person, role) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", venue,
			person, AreaHead),
		exec(ctx, tx, "INSERT INTO venue_chairs (venue, person, paper) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", venue,
			person, paper))
}

// wordsMost limits a paper's searchable text: it is in an index, whose rows PostgreSQL limits.
const wordsMost = 1000

func addVersion(ctx context.Context, tx *sql.Tx, v Venue, n NewPaper) (p Paper, made bool, err error) {
	// Locks the newest version, so that two concurrent submissions create one next version. The plus keeps
	// SQLite from scanning the index of all newest versions.
	p, err = scan[Paper](tx.QueryRowContext(ctx, "UPDATE venue_papers SET newest = 1 WHERE venue = $1 AND paper = $2 AND "+
		"+newest = 1 RETURNING "+paperColumns, v.Name, n.ID))
	digest := digestOf(n.Inputs)
	if err == nil && p.Digest == digest {
		return p, false, nil
	}
	if err != nil && !errors.Is(err, ErrNone) {
		return p, false, err
	}
	r := Record{Owner: venueOwner(v.Name), State: Held, Options: v.Options, Inputs: n.Inputs}
	if _, err := insertRun(ctx, tx, &r, ""); err != nil {
		return p, false, err
	}
	if err := exec(ctx, tx, "UPDATE venue_papers SET newest = 0 WHERE venue = $1 AND paper = $2", v.Name,
		n.ID); err != nil {
		return p, false, err
	}
	p = Paper{Venue: v.Name, ID: n.ID, Version: p.Version + 1, Newest: true, Title: cmp.Or(n.Title, p.Title),
		Authors: cmp.Or(n.Authors, p.Authors), Digest: digest, Run: r.ID, State: PaperWaiting, Added: r.Created,
		Changed: r.Created}
	query, args := database.Insert("venue_papers", &p,
		database.Column{Name: "words", Value: p.words(n.Inputs[0].Name)})
	p, err = scan[Paper](tx.QueryRowContext(ctx, query+" RETURNING "+paperColumns, args...))
	return p, err == nil, err
}

// words returns the searchable text of a paper.
func (p *Paper) words(file string) string {
	words := searched([]string{p.ID, p.Title, p.Authors, file})
	return database.Plain(words[:min(len(words), wordsMost)])
}

// entitle gives a paper for which no title was given the one on the first page of its PDF.
func (s *Store) entitle(ctx context.Context, p *Paper, in Input) error {
	if p.Title != "" {
		return nil
	}
	src, err := s.Content(in.Digest)
	if err != nil {
		return err
	}
	front, ok := pdfpaper.FrontPage(src)
	if !ok {
		return nil
	}
	p.Title = database.Plain(front.Title)
	return exec(ctx, s.db, "UPDATE venue_papers SET title = $1, words = $2 "+
		"WHERE venue = $3 AND paper = $4 AND version = $5", p.Title, p.words(in.Name), p.Venue, p.ID, p.Version)
}

// PapersIn lists the newest versions of papers in a state, by name from the one after behind, for workers.
func (s *Store) PapersIn(ctx context.Context, venue string, state PaperState, behind string,
	limit int) ([]Paper, error) {
	return database.All(ctx, s.db, scan[Paper],
		"SELECT "+paperColumns+
			" FROM venue_papers WHERE venue = $1 AND newest = 1 AND state = $2 AND paper > $3 ORDER BY paper LIMIT $4", venue,
		state, behind, limit)
}

// PaperVersion returns a version of a paper with the run that has its rows, for workers.
func (s *Store) PaperVersion(ctx context.Context, venue, paper string, version int) (p Paper, r Record, err error) {
	p, err = scan[Paper](s.db.QueryRowContext(ctx, "SELECT "+paperColumns+" FROM venue_papers WHERE venue = $1 AND paper "+
		"= $2 AND version = $3", venue, paper, version))
	if err == nil {
		r, err = s.Get(ctx, venueOwner(venue), p.Run)
	}
	return p, r, err
}

// SetPaperState sets the state of a version of a paper; reason says why it failed.
func (s *Store) SetPaperState(ctx context.Context, venue, paper string, version int, state PaperState,
	reason string) error {
	defer s.changes.happened(venueOwner(venue))
	return change(ctx, s.db, ErrNone, "UPDATE venue_papers SET state = $1, error = $2, changed = $3 WHERE venue = $4 "+
		"AND paper = $5 AND version = $6", state, database.Plain(reason), now(), venue, paper, version)
}

// PaperDone counts the rows of a version of a paper, which is offline or settled now. It may be called again.
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
	values := database.Values(&p.Tally)
	for i, column := range database.Names[Tally]() {
		args = append(args, values[i])
		sets += ", " + column + " = $" + strconv.Itoa(len(args))
	}
	defer s.changes.happened(venueOwner(venue))
	return s.within(ctx, func(tx *sql.Tx) error {
		err := exec(ctx, tx, "UPDATE venue_papers SET state = $1, error = '', changed = $2, grave = $3"+sets+
			" WHERE venue = $4 AND paper = $5 AND version = $6", args...)
		if err != nil || !p.Newest {
			return err
		}
		return s.present(ctx, tx, &p)
	})
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
	err = exec(ctx, tx, "UPDATE venue_triage SET present = 0 WHERE venue = $1 AND paper = $2", p.Venue, p.ID)
	for entry := range entries {
		err = cmp.Or(err, exec(ctx, tx, "UPDATE venue_triage SET present = 1 WHERE venue = $1 AND paper = $2 AND entry = $3",
			p.Venue, p.ID, entry))
	}
	return cmp.Or(err, tallyTriage(ctx, tx, p.Venue, p.ID))
}

// entriesOf returns what the findings of a run are about, with their gists.
func entriesOf(ctx context.Context, db database.Querier, run string) (map[string]string, error) {
	list, err := database.All(ctx, db, scan[Item],
		"SELECT "+itemColumns+" FROM report_rows WHERE run = $1 AND finding = 1", run)
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

// EntryOf identifies what a finding is about, by key and claims: the same in all versions with the entry unchanged.
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
		return strings.TrimSpace(string(f.Outcome) + " " + strings.Join(f.Codes, " "))
	}
	return strings.Join(f.Said(field), "; ")
}
