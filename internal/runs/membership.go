package runs

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/database"
)

var (
	// ErrRefused means that the request is not allowed; the error says why.
	ErrRefused = errors.New("not allowed")
	// ErrRole is an ErrRefused: the member's role does not allow it.
	ErrRole = fmt.Errorf("%w to you", ErrRefused)
	// ErrOtherRequest means that an idempotency key was already used for another request.
	ErrOtherRequest = errors.New("this idempotency key was used for other files or options: take another key")
	// ErrChanged means that another member has changed what the caller was about to change.
	ErrChanged = errors.New("somebody has changed it meanwhile")
)

// Membership is a member's view of a venue, through which front ends show all of it.
type Membership struct {
	Venue  Venue
	Person string // "" on a server without accounts
	Role   Role

	store *Store
}

// Membership returns a person's membership of a venue; ErrNone for a person who is not a member.
func (s *Store) Membership(ctx context.Context, person, venue string) (*Membership, error) {
	d := &Membership{Person: person, store: s}
	if !venueName.MatchString(venue) {
		return nil, ErrNone
	}
	var err error
	if err = one(s.db.QueryRowContext(ctx, "SELECT role FROM venue_members WHERE venue = $1 AND person = $2", venue,
		person).Scan(&d.Role)); err != nil {
		return nil, err
	}
	d.Venue, err = s.Venue(ctx, venue)
	return d, err
}

func (d *Membership) may(roles ...Role) error {
	if slices.Contains(roles, d.Role) {
		return nil
	}
	return fmt.Errorf("%w: your role here is %s", ErrRole, d.Role)
}

// Decides reports whether the member may decide about the papers that they see.
func (d *Membership) Decides() bool { return d.may(Chair, AreaHead) == nil }

// Rules reports whether the member is a chair.
func (d *Membership) Rules() bool { return d.may(Chair) == nil }

func (d *Membership) changed() { d.store.changes.happened(venueOwner(d.Venue.Name)) }

// Changed returns a channel that is closed at the next change of the venue: call it before reading.
func (d *Membership) Changed() <-chan struct{} { return d.store.Changed(venueOwner(d.Venue.Name)) }

// PaperOrder is an order of papers.
type PaperOrder string

// The orders of papers.
const (
	ByGravity    PaperOrder = "gravity" // most serious first
	ByPaper      PaperOrder = "paper"
	ByReferences PaperOrder = "references" // most first
	ByNotFound   PaperOrder = "not-found"
	ByDoubtful   PaperOrder = "doubtful"
	ByOpen       PaperOrder = "open" // most undecided first
	ByConflicts  PaperOrder = "conflicts"
	ByChange     PaperOrder = "changed" // latest first
)

var orderColumns = map[PaperOrder]string{
	ByGravity: "grave", ByPaper: "", ByReferences: "refs", ByNotFound: "not_found", ByDoubtful: "doubtful",
	ByOpen: "inconclusive", ByConflicts: "conflicts", ByChange: "changed",
}

// PaperOrders lists the orders, the default first.
var PaperOrders = []PaperOrder{ByGravity, ByPaper, ByReferences, ByNotFound, ByDoubtful, ByOpen, ByConflicts, ByChange}

func (p *Paper) key(by PaperOrder) int64 {
	switch by {
	case ByReferences:
		return int64(p.References)
	case ByNotFound:
		return int64(p.NotFound)
	case ByDoubtful:
		return int64(p.Doubtful)
	case ByOpen:
		return int64(p.Inconclusive)
	case ByConflicts:
		return int64(p.Conflicts)
	case ByChange:
		return p.Changed.UnixMilli()
	}
	return p.Weight
}

// Triaged is the state of the reviews of a paper's findings.
type Triaged string

// The states of the reviews of a paper.
const (
	TriagedNone     Triaged = "none"     // no reviews
	TriagedSome     Triaged = "some"     // at least one review
	TriagedAgreed   Triaged = "agreed"   // two people agree about a finding, and no one disagrees
	TriagedConflict Triaged = "conflict" // people disagree about a finding
)

var triagedConditions = map[Triaged]string{
	TriagedNone: "single + agreed + conflicts = 0", TriagedSome: "single + agreed + conflicts > 0",
	TriagedAgreed: "agreed > 0 AND conflicts = 0", TriagedConflict: "conflicts > 0",
}

// TriagedAll lists the states of the reviews of a paper.
var TriagedAll = []Triaged{TriagedNone, TriagedSome, TriagedAgreed, TriagedConflict}

// having are the SQL conditions for papers with a finding of an outcome or gravity.
var having = map[string]string{
	"verified": "verified > 0", "discrepant": "discrepant > 0", "doubtful": "doubtful > 0", "ambiguous": "ambiguous > 0",
	"not-found": "not_found > 0", "exempt": "exempt > 0", "inconclusive": "inconclusive > 0",
	"peripheral": "peripheral > 0", "slip": "slips > 0", "substantive": "substantive > 0", "fabricated": "fabricated > 0",
}

// PaperFilter selects papers of a venue. Empty members select all.
type PaperFilter struct {
	Words    string // all of which occur in name, title, given authors or the first file's name
	State    PaperState
	Having   string // an outcome or a gravity of one of its references
	Triaged  Triaged
	Decision PaperDecision // Undecided selects those without one
	Chair    string        // the person it is assigned to
	Order    PaperOrder    // ByGravity if empty
}

// Undecided selects papers without a decision.
const Undecided PaperDecision = "none"

// conditions adds the conditions of the filter and of what the member may see.
func (d *Membership) conditions(q *query, f *PaperFilter) error {
	q.add(" AND venue = ? AND newest = 1", d.Venue.Name)
	const looksAfter = " AND paper IN (SELECT paper FROM venue_chairs WHERE venue = ? AND person = ?)"
	if err := q.words(f.Words); err != nil {
		return err
	}
	if f.State != "" {
		q.add(" AND state = ?", database.Plain(string(f.State)))
	}
	switch {
	case f.Decision == Undecided:
		q.text += " AND decision = ''"
	case f.Decision != "":
		q.add(" AND decision = ?", database.Plain(string(f.Decision)))
	}
	for _, c := range [][2]string{{f.Having, having[f.Having]}, {string(f.Triaged), triagedConditions[f.Triaged]}} {
		if c[0] != "" && c[1] == "" {
			return fmt.Errorf("%w: nothing is called %q", ErrRefused, c[0])
		}
		if c[1] != "" {
			q.text += " AND " + c[1]
		}
	}
	if f.Chair != "" {
		q.add(looksAfter, d.Venue.Name, database.Plain(f.Chair))
	}
	if d.Role == AreaHead {
		q.add(looksAfter, d.Venue.Name, d.Person)
	}
	return nil
}

// Papers returns papers of the venue that match a filter and that the member may see, from a cursor on, and the
// cursor of the next page.
func (d *Membership) Papers(ctx context.Context, f PaperFilter, cursor string, limit int) (list []Paper,
	next string, err error) {
	order := cmp.Or(f.Order, ByGravity)
	column, ok := orderColumns[order]
	if !ok {
		return nil, "", fmt.Errorf("%w: no order is called %q", ErrRefused, order)
	}
	// An index alone answers the inner query.
	q := started("SELECT " + paperColumns + " FROM (SELECT paper AS wanted, version AS wanted_version FROM " +
		"venue_papers WHERE 1 = 1")
	if err := d.conditions(q, &f); err != nil {
		return nil, "", err
	}
	if err := q.behind(column, cursor); err != nil {
		return nil, "", err
	}
	sorted := " ORDER BY paper"
	if column != "" {
		sorted = " ORDER BY " + column + " DESC, paper"
	}
	q.add(sorted+" LIMIT ?) AS few JOIN venue_papers ON venue = ? AND paper = wanted AND version = wanted_version"+sorted,
		limit+1, d.Venue.Name)
	list, err = database.All(ctx, d.store.db, scan[Paper], q.text, q.args...)
	if len(list) > limit {
		list = list[:limit]
		last := &list[limit-1]
		next = last.ID
		if column != "" {
			next = strconv.FormatInt(last.key(order), 10) + "," + last.ID
		}
	}
	return list, next, err
}

// Next returns the name of the next paper without a decision in the order of gravity, "" if there is none.
func (d *Membership) Next(ctx context.Context, p *Paper) (string, error) {
	f := PaperFilter{Decision: Undecided, State: PaperSettled}
	// wraps around to the beginning
	for _, cursor := range []string{strconv.FormatInt(p.key(ByGravity), 10) + "," + p.ID, ""} {
		list, _, err := d.Papers(ctx, f, cursor, 2)
		list = slices.DeleteFunc(list, func(other Paper) bool { return other.ID == p.ID })
		if err != nil || len(list) > 0 {
			return append(list, Paper{})[0].ID, err
		}
	}
	return "", nil
}

// FirstUndecided returns the name of the most serious paper without a decision, "" if there is none.
func (d *Membership) FirstUndecided(ctx context.Context) (string, error) {
	list, _, err := d.Papers(ctx, PaperFilter{Decision: Undecided, State: PaperSettled}, "", 1)
	return append(list, Paper{})[0].ID, err
}

// behind restricts rows to those after a cursor: the value of a descending column, if any, and the name of a paper.
func (q *query) behind(column, cursor string) error {
	if cursor == "" {
		return nil
	}
	if column == "" {
		q.add(" AND paper > ?", database.Plain(cursor))
		return nil
	}
	value, paper, _ := strings.Cut(cursor, ",")
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil || paper == "" {
		return fmt.Errorf("%w: take the cursor from the page before", ErrRefused)
	}
	q.add(fmt.Sprintf(" AND (%[1]s < ? OR %[1]s = ? AND paper > ?)", column), n, n, database.Plain(paper))
	return nil
}

// graveMost is the number of grave findings up to which papers are counted separately.
const graveMost = 10

// VenueCounts counts the papers of a venue that a member sees, and their references.
type VenueCounts struct {
	Tally
	Papers    int                   `json:"papers"`
	States    map[PaperState]int    `json:"states"`
	Decisions map[PaperDecision]int `json:"decisions"` // "" for those without one
	Conflicts int                   `json:"conflicts"` // findings that people disagree about
	Agreed    int                   `json:"agreed"`    // reviewed by two people or more, who agree
	Single    int                   `json:"single"`    // reviewed by one person
	// Grave counts the papers by their number of references that differ in substance or were not found; the
	// last element counts those with as many or more. Papers without rows do not count.
	Grave [graveMost + 1]int `json:"grave"`
	// Strongest counts the papers by their strongest finding: not-found, discrepant, doubtful, unchecked if none of these
	// but not every reference was checked, or none.
	Strongest map[string]int `json:"strongest"`
}

// Counts counts the papers of a venue that the member sees, and their references.
func (d *Membership) Counts(ctx context.Context) (VenueCounts, error) {
	c := VenueCounts{States: map[PaperState]int{}, Decisions: map[PaperDecision]int{}, Strongest: map[string]int{}}
	var sums strings.Builder
	for _, column := range database.Names[Tally]() {
		fmt.Fprintf(&sums, ", SUM(%s)", column)
	}
	q := started(fmt.Sprintf(
		`SELECT state, decision, CASE WHEN refs = 0 THEN -1 WHEN substantive + fabricated > %[1]d THEN %[1]d ELSE substantive + fabricated END AS bad,
		CASE WHEN not_found > 0 THEN 'not-found' WHEN discrepant > 0 THEN 'discrepant' WHEN doubtful > 0 THEN 'doubtful' WHEN inconclusive + ambiguous > 0 THEN 'unchecked' ELSE 'none' END AS strongest,
		COUNT(*), SUM(conflicts), SUM(agreed), SUM(single)%[2]s FROM venue_papers WHERE 1 = 1`, graveMost, sums.String()))
	if err := d.conditions(q, &PaperFilter{}); err != nil {
		return c, err
	}
	q.text += " GROUP BY state, decision, bad, strongest"
	err := database.Each(ctx, d.store.db, func(row database.Row) error {
		var state PaperState
		var decision PaperDecision
		var strongest string
		var bad, papers, conflicts, agreed, single int
		var t Tally
		if err := row.Scan(append([]any{&state, &decision, &bad, &strongest, &papers, &conflicts, &agreed, &single},
			database.Values(&t)...)...); err != nil {
			return err
		}
		c.Papers += papers
		c.States[state] += papers
		c.Decisions[decision] += papers
		c.Conflicts, c.Agreed, c.Single = c.Conflicts+conflicts, c.Agreed+agreed, c.Single+single
		if bad >= 0 {
			c.Grave[bad] += papers
			c.Strongest[strongest] += papers
		}
		c.add(&t)
		return nil
	}, q.text, q.args...)
	return c, err
}

func (t *Tally) add(other *Tally) {
	sums, more := reflect.ValueOf(t).Elem(), reflect.ValueOf(other).Elem()
	for i := range sums.NumField() {
		sums.Field(i).SetInt(sums.Field(i).Int() + more.Field(i).Int())
	}
}

// Paper returns the newest version of a paper; ErrNone for one that the member may not see.
func (d *Membership) Paper(ctx context.Context, id string) (Paper, error) {
	q := started("SELECT "+paperColumns+" FROM venue_papers WHERE paper = ?", database.Plain(id))
	if err := d.conditions(q, &PaperFilter{}); err != nil {
		return Paper{}, err
	}
	return scan[Paper](d.store.db.QueryRowContext(ctx, q.text, q.args...))
}

// Versions lists the versions of a paper that the member may see, newest first.
func (d *Membership) Versions(ctx context.Context, id string) ([]Paper, error) {
	if _, err := d.Paper(ctx, id); err != nil {
		return nil, err
	}
	return database.All(ctx, d.store.db, scan[Paper],
		"SELECT "+paperColumns+" FROM venue_papers WHERE venue = $1 AND paper = $2 ORDER BY version DESC", d.Venue.Name, id)
}

// Run returns the run that has the rows of a paper.
func (d *Membership) Run(ctx context.Context, p *Paper) (Record, error) {
	return d.store.Get(ctx, venueOwner(d.Venue.Name), p.Run)
}

// Chairs lists the people assigned to a paper that Paper or Papers returned.
func (d *Membership) Chairs(ctx context.Context, p *Paper) ([]string, error) {
	return database.All(ctx, d.store.db, database.Value[string],
		"SELECT person FROM venue_chairs WHERE venue = $1 AND paper = $2 ORDER BY person", p.Venue, p.ID)
}

// Members lists the members; only chairs may call it.
func (d *Membership) Members(ctx context.Context) ([]Member, error) {
	if err := d.may(Chair); err != nil {
		return nil, err
	}
	return database.All(ctx, d.store.db, func(row database.Row) (m Member, err error) {
		return m, row.Scan(&m.Person, &m.Role, &m.Papers)
	}, `SELECT person, role, (SELECT COUNT(*) FROM venue_chairs c WHERE c.venue = m.venue AND c.person = m.person) FROM venue_members m WHERE venue = $1 ORDER BY person`, d.Venue.Name)
}

// Removed returns a person whose role was revoked lately, with that role, or ErrNone. Only chairs may ask.
func (d *Membership) Removed(ctx context.Context, person string) (m Member, err error) {
	if err := d.may(Chair); err != nil {
		return m, err
	}
	q := started("SELECT "+database.Columns[Entry]()+" FROM venue_log WHERE act = 'role' AND venue = ?", d.Venue.Name)
	var words []string
	for _, role := range append([]Role{""}, Roles...) {
		words = append(words, database.Plain(roleNote(person, role)))
	}
	q.in("what", words)
	q.text += " ORDER BY at DESC, id DESC LIMIT 2"
	list, err := database.All(ctx, d.store.db, scan[Entry], q.text, q.args...)
	if err != nil {
		return m, err
	}
	if len(list) == 0 || list[0].What != words[0] || list[0].At.UnixMilli() < restorable() {
		return m, ErrNone
	}
	m = Member{Person: person, Role: Chair} // who made the venue
	if len(list) > 1 {
		m.Role = Roles[max(slices.Index(words, list[1].What)-1, 0)]
	} else if person != d.Venue.Owner {
		return Member{}, ErrNone
	}
	return m, nil
}

// roleNote says in the log which role a person has got.
func roleNote(person string, role Role) string { return person + ": " + cmp.Or(string(role), "none") }

// SetMember sets a person's role; the empty role removes the person. Only chairs may call it.
func (d *Membership) SetMember(ctx context.Context, m Member) error {
	if err := d.may(Chair); err != nil {
		return err
	}
	if m.Role != "" && !slices.Contains(Roles, m.Role) {
		return fmt.Errorf("%w: no role is called %q", ErrRefused, m.Role)
	}
	defer d.changed()
	return d.store.SetMember(ctx, d.Person, d.Venue.Name, m)
}

// Assign assigns papers to a person, or removes the assignment; only chairs may call it.
func (d *Membership) Assign(ctx context.Context, person string, given bool, papers ...string) error {
	if err := d.may(Chair); err != nil {
		return err
	}
	for _, paper := range papers {
		if _, err := d.Paper(ctx, paper); errors.Is(err, ErrNone) {
			return fmt.Errorf("%w: paper %q", err, paper)
		} else if err != nil {
			return err
		}
	}
	defer d.changed()
	if _, err := d.store.Membership(ctx, database.Plain(person), d.Venue.Name); err != nil && given {
		return fmt.Errorf("%w: %q is not a member", ErrRefused, person)
	}
	return d.store.Assign(ctx, d.Person, d.Venue.Name, person, given, papers...)
}

// Noted adds an action of the member to the log.
func (d *Membership) Noted(ctx context.Context, act, paper, what string) error {
	return note(ctx, d.store.db, Entry{Venue: d.Venue.Name, Person: d.Person, Act: act, Paper: paper, What: what})
}

// Follow calls told at once and after changes of the venue, with pauses, until ctx is done or told returns an error.
func (d *Membership) Follow(ctx context.Context, pause time.Duration, told func() error) error {
	for {
		changed := d.Changed()
		if err := told(); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changed:
		case <-time.After(poll): // another process may have changed it
		}
	}
}
