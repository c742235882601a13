package runs

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/row"
)

// Filter selects findings of a run. Empty members select all.
type Filter struct {
	Outcome string // or several, separated by commas
	Gravity string
	// Strength is how certain it is that something is wrong.
	Strength string
	Code     string
	File     string
	Words    string // all of which occur in key, title, file or entry
	Topic    string // see report.Finding.Topic
	Standing bool   // without what was dismissed
	Gravest  bool   // most serious first; otherwise in the order of the input
}

func (f *Filter) known() error {
	if strings.Count(f.Outcome, ",") > mostWords {
		return fmt.Errorf("%w: name at most %d outcomes", ErrRefused, mostWords)
	}
	unknown := func(what, word string, ok bool) error {
		if word == "" || ok {
			return nil
		}
		return fmt.Errorf("%w: no %s is called %.40q", ErrRefused, what, word)
	}
	var list []error
	for word := range strings.SplitSeq(f.Outcome, ",") {
		_, ok := judge.ParseOutcome(word)
		list = append(list, unknown("outcome", word, ok))
	}
	_, grave := judge.ParseGravity(f.Gravity)
	_, strong := judge.ParseStrength(f.Strength)
	code := slices.Contains(judge.AllCodes, judge.Code(f.Code))
	list = append(list,
		unknown("gravity", f.Gravity, grave),
		unknown("strength", f.Strength, strong),
		unknown("code", f.Code, code),
	)
	return cmp.Or(list...)
}

// Item is one row of a run.
type Item struct {
	ID     string          `db:"id"`
	Number int64           `db:"number"` // grows with every change of any row of the run
	Body   json.RawMessage `db:"body"`
	Topic  string          `db:"topic"`
}

// Finding decodes the row.
func (i *Item) Finding() (f report.Finding, err error) {
	err = json.Unmarshal(i.Body, &f)
	return f, err
}

// mostWords limits the words of a search: each is a condition of its own.
const mostWords = 50

func searched(parts []string) string {
	return database.Plain(strings.ToLower(strings.Join(parts, "\n")))
}

// query is a statement being built.
type query struct {
	text string
	args []any
}

// started returns a statement that begins with a part.
func started(part string, values ...any) *query {
	q := &query{}
	q.add(part, values...)
	return q
}

// add adds a part, in which each ? stands for the next value.
func (q *query) add(part string, values ...any) {
	for i, text := range strings.Split(part, "?") {
		if i > 0 {
			q.args = append(q.args, values[i-1])
			q.text += "$" + strconv.Itoa(len(q.args))
		}
		q.text += text
	}
}

// in adds the condition that a column has one of some values.
func (q *query) in(column string, values []string) {
	q.text += " AND " + column
	for i, value := range values {
		q.add(map[bool]string{true: " IN (?", false: ", ?"}[i == 0], value)
	}
	q.text += ")"
}

// words adds the condition that rows contain every word of a search.
func (q *query) words(search string) error {
	words := strings.Fields(searched([]string{search}))
	if len(words) > mostWords {
		return fmt.Errorf("%w: search for at most %d words", ErrRefused, mostWords)
	}
	for _, word := range words {
		q.add(` AND words LIKE ? ESCAPE '\'`, "%"+literal(word)+"%")
	}
	return nil
}

// Findings returns findings of a run that match a filter, from an offset on. While the run is in progress,
// those whose position is still unknown come last.
func (s *Store) Findings(ctx context.Context, run string, f Filter, offset, limit int) ([]Item, error) {
	q, err := selected(itemColumns, run, f)
	if err != nil {
		return nil, err
	}
	q.add(" LIMIT ? OFFSET ?", limit, offset)
	return s.items(ctx, q.text, q.args...)
}

// IDs returns the ids of all findings of a run that match a filter, in its order.
func (s *Store) IDs(ctx context.Context, run string, f Filter) ([]string, error) {
	q, err := selected("id", run, f)
	if err != nil {
		return nil, err
	}
	return database.All(ctx, s.db, database.Value[string], q.text, q.args...)
}

// selected starts a query for the findings of a run that match a filter.
func selected(columns, run string, f Filter) (*query, error) {
	if err := f.known(); err != nil {
		return nil, err
	}
	q := started("SELECT "+columns+" FROM report_rows WHERE finding = 1 AND run = ?", run)
	if f.Outcome != "" {
		q.in("outcome", strings.Split(database.Plain(f.Outcome), ","))
	}
	for _, c := range [][2]string{{"gravity", f.Gravity}, {"strength", f.Strength}, {"file", f.File}, {"topic", f.Topic}} {
		if c[1] != "" {
			q.add(" AND "+c[0]+" = ?", database.Plain(c[1]))
		}
	}
	if f.Standing {
		q.add(" AND topic <> ?", report.TopicDismissed)
	}
	if f.Code != "" {
		q.add(` AND codes LIKE ? ESCAPE '\'`, "% "+literal(database.Plain(f.Code))+" %")
	}
	if err := q.words(f.Words); err != nil {
		return nil, err
	}
	q.text += " ORDER BY "
	if f.Outcome == string(row.Inconclusive) && f.Gravest { // by cause
		q.text += "topic, "
	}
	if f.Gravest {
		q.text += "grave DESC, "
	}
	q.text += "position IS NULL, position, number"
	return q, nil
}

func literal(s string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(s)
}

// EachFinding calls do with the findings of a run that match a filter, in its order.
func (s *Store) EachFinding(ctx context.Context, run string, filter Filter, do func(*report.Finding)) error {
	const some = 500
	for offset := 0; ; offset += some {
		list, err := s.Findings(ctx, run, filter, offset, some)
		for i := range list {
			f, failed := list[i].Finding()
			if err = failed; err != nil {
				break
			}
			do(&f)
		}
		if err != nil || len(list) < some {
			return err
		}
	}
}

// After returns the findings of a run that have changed since a number, oldest first.
func (s *Store) After(ctx context.Context, run string, number int64, limit int) ([]Item, error) {
	return s.items(ctx,
		"SELECT "+itemColumns+" FROM report_rows WHERE run = $1 AND number > $2 AND finding = 1 ORDER BY number LIMIT $3",
		run, number, limit)
}

// Finding returns one finding of a run, and its row.
func (s *Store) Finding(ctx context.Context, run, id string) (item Item, f report.Finding, err error) {
	if item, err = scan[Item](s.db.QueryRowContext(ctx, "SELECT "+itemColumns+
		" FROM report_rows WHERE run = $1 AND id = $2 AND finding = 1", run, database.Plain(id))); err == nil {
		f, err = item.Finding()
	}
	return item, f, err
}

// Problems returns the first reading problems of a run, and their total number.
func (s *Store) Problems(ctx context.Context, run string, most int) (list []report.Problem, n int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT COUNT(*) FROM report_rows WHERE run = $1 AND finding = 0", run).Scan(&n)
	if err != nil || n == 0 {
		return nil, n, err
	}
	list, err = database.All(ctx, s.db, decoded[report.Problem],
		"SELECT body FROM report_rows WHERE run = $1 AND finding = 0 ORDER BY position LIMIT $2", run, most)
	return list, n, err
}

func (s *Store) items(ctx context.Context, text string, args ...any) ([]Item, error) {
	return database.All(ctx, s.db, scan[Item], text, args...)
}

// Counts counts the findings of a run by outcome, gravity, strength and file.
type Counts struct {
	Outcomes, Gravities, Strengths, Files, Topics map[string]int
	// Standing and Invented count outcomes, and what looks invented, without what was dismissed.
	Standing map[string]int
	Invented int
}

// Count counts the findings of a run.
func (s *Store) Count(ctx context.Context, run string) (Counts, error) {
	c := Counts{Outcomes: map[string]int{}, Gravities: map[string]int{}, Strengths: map[string]int{},
		Files: map[string]int{}, Topics: map[string]int{}, Standing: map[string]int{}}
	err := database.Each(ctx, s.db, func(row database.Row) error {
		var outcome, gravity, strength, file, topic string
		var n int
		err := row.Scan(&outcome, &gravity, &strength, &file, &topic, &n)
		c.Outcomes[outcome] += n
		c.Gravities[gravity] += n
		c.Strengths[strength] += n
		c.Files[file] += n
		c.Topics[topic] += n
		if topic != report.TopicDismissed {
			if c.Standing[outcome] += n; gravity == judge.Fabricated.String() {
				c.Invented += n
			}
		}
		return err
	}, "SELECT outcome, gravity, strength, file, topic, COUNT(*) FROM report_rows WHERE run = $1 AND finding = 1 GROUP BY "+
		"outcome, gravity, strength, file, topic", run)
	return c, err
}
