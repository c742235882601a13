package online

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// ByID is one way to resolve identifiers.
type ByID struct {
	transport.Batch
	// Question returns the question for an identifier; ok is false if it cannot be looked up this way.
	Question func(id ident.ID) (question string, ok bool)
	// Read returns the records in the answer to one question; none if the identifier exists but nothing else is
	// known.
	Read func(body []byte) ([]biblio.Record, error)
}

// Search is a title to search for, with its query. Words is the title's words without punctuation, so that no
// syntax is left in it.
type Search struct {
	Query source.Query
	Title string
	Words string
}

// Found is the result of one search.
type Found struct {
	Records []biblio.Record
	Err     error
	// Narrow means that a work with a title spelled a little differently would
	// not have been found, so that nothing follows from its absence.
	Narrow bool
	// Complete names the claimed container if everything that it published in the claimed year was searched.
	Complete string
}

// TitleSearch is how a service searches for many titles.
type TitleSearch struct {
	// Ask searches for all given titles and returns one Found for each; nil if the service has no such search.
	Ask func(ctx context.Context, searches []Search) []Found
	// Requests returns the number of requests that Ask makes for titles, for forecasts; nil means one for each.
	Requests func(titles []string) int
}

func (s TitleSearch) requests(titles []string) int {
	if s.Requests == nil {
		return len(titles)
	}
	return s.Requests(titles)
}

// Spec describes a connector.
type Spec struct {
	Info   answer.Info
	Client *transport.Client
	IDs    []ByID
	Titles TitleSearch
	// ListCredits and SearchCredits are the costs of a list and of a search; 0 means free. They are used in
	// forecasts.
	ListCredits, SearchCredits int
	// Ready says what the service still needs ("needs a key"), "" if nothing.
	Ready string
	// Absent, if it has an Ask, is a registry's second check of identifiers of AbsentScheme that were searched
	// and not found: one that it lacks too does not exist at all.
	Absent       transport.Batch
	AbsentScheme ident.Scheme
	// ArXivDOIs is set for a service that has arXiv's DOIs, 10.48550. Other services are queried with the arXiv
	// number instead, or not at all.
	ArXivDOIs bool
	// Takes reports whether the title search is worthwhile for a reference, judged by what it claims to be; nil
	// means always. It only saves requests.
	Takes func(q source.Query) bool
	// NoAliases restricts look-ups to the identifiers that the reference states, without equivalent ones.
	NoAliases bool
	// How is how records of the title search were found; "" means by title.
	How answer.How
}

// Connector is a source.BatchConnector made from a Spec.
type Connector struct{ spec Spec }

var _ source.BatchConnector = (*Connector)(nil)

// New returns a connector for a Spec.
func New(spec Spec) *Connector {
	for i := range spec.IDs {
		spec.IDs[i].Version = spec.Info.Version
	}
	spec.Absent.Version = spec.Info.Version
	spec.How = cmp.Or(spec.How, answer.ByTitle)
	return &Connector{spec}
}

// Info describes the source.
func (c *Connector) Info() answer.Info { return c.spec.Info }

// Lookup looks up one reference.
func (c *Connector) Lookup(ctx context.Context, q source.Query) (answer.Answer, error) {
	in := c.ask(ctx, []source.Query{q})[0]
	return in.answer(&c.spec)
}

// LookupBatch looks up many references with as few requests as possible.
func (c *Connector) LookupBatch(ctx context.Context, queries []source.Query) []answer.Lookup {
	lookups := make([]answer.Lookup, len(queries))
	for i, in := range c.ask(ctx, queries) {
		reply, err := in.answer(&c.spec)
		lookups[i] = answer.NewLookup(c.spec.Info, reply, err)
	}
	return lookups
}

type lookupState struct {
	source   string
	query    source.Query
	hits     []answer.Hit
	failures []error
	gone     []ident.ID // searched, not found
	noSuch   []ident.ID
	byID     bool // identifiers were looked up
	byTitle  bool // the title was searched
	byRaw    bool // the whole reference was searched instead of the title
	narrow   bool
	complete string
	settled  bool // an identifier led to a work with the claimed title
}

func (c *Connector) ask(ctx context.Context, queries []source.Query) []*lookupState {
	list := lists.Map(queries, func(q source.Query) *lookupState {
		return &lookupState{source: c.spec.Info.Name, query: q}
	})
	if c.spec.Ready != "" {
		return list
	}
	for _, way := range c.spec.IDs {
		c.resolve(ctx, way, list)
	}
	if c.spec.Absent.Ask != nil {
		c.confirmAbsent(ctx, list)
	}
	if c.spec.Titles.Ask != nil {
		c.search(ctx, list)
	}
	return list
}

// resolve looks up the identifiers of all queries in one way.
func (c *Connector) resolve(ctx context.Context, way ByID, list []*lookupState) {
	type asked struct {
		in       *lookupState
		id       ident.ID
		question string
		how      answer.How // by title if other services found the identifier by title
	}
	var all []asked
	var questions []string
	for _, in := range list {
		seen := map[string]bool{}
		for id, q := range c.spec.questions(way, in.query) {
			if !seen[q] {
				seen[q] = true
				all = append(all, asked{in, id, q, answer.ByIdentifier})
				questions = append(questions, q)
			}
		}
		for _, id := range in.query.Proven {
			if q, ok := way.Question(id); ok && c.spec.Info.Notices && !seen[q] && !isArXivDOI(id) {
				seen[q] = true
				all = append(all, asked{in, id, q, c.spec.How})
				questions = append(questions, q)
			}
		}
	}
	if len(questions) == 0 {
		return
	}
	replies := c.spec.Client.Gather(ctx, way.Batch, questions)
	for _, a := range all {
		a.in.byID = true
		reply := replies[a.question]
		switch {
		case reply.Err != nil:
			a.in.failures = append(a.in.failures, reply.Err)
		case reply.Body == nil && a.how == answer.ByIdentifier:
			a.in.gone = append(a.in.gone, a.id)
		case reply.Body != nil:
			a.in.take(way, a.id, a.how, reply.Body)
		}
	}
}

// questions yields the identifiers of a query that are looked up in one way, with their questions.
func (s *Spec) questions(way ByID, q source.Query) iter.Seq2[ident.ID, string] {
	return func(yield func(ident.ID, string) bool) {
		ids := q.IDs
		if !s.NoAliases {
			ids = withAliases(ids)
		}
		for _, id := range ids {
			if isArXivDOI(id) && !s.ArXivDOIs {
				continue
			}
			if question, ok := way.Question(id); ok && !yield(id, question) {
				return
			}
		}
	}
}

// take reads the records to which an identifier led.
func (in *lookupState) take(way ByID, id ident.ID, how answer.How, body []byte) {
	records, err := way.Read(body)
	if err != nil {
		in.failures = append(in.failures, &answer.Failure{Kind: answer.BadAnswer, Detail: err.Error(), Err: err})
		return
	}
	title := in.query.Claimed.FullTitle()
	for _, rec := range records {
		h := answer.Hit{Record: rec, How: how}
		if how == answer.ByIdentifier {
			h.ID = id
		}
		in.add(h)
		if title == "" || Alike(title, rec.FullTitle()) {
			in.settled = true
		}
	}
}

// add keeps the first hit of each record, under the source's own name.
func (in *lookupState) add(h answer.Hit) {
	h.Record.Source = in.source
	same := func(have answer.Hit) bool { return have.Record.LocalID == h.Record.LocalID }
	if h.Record.LocalID == "" || !slices.ContainsFunc(in.hits, same) {
		in.hits = append(in.hits, h)
	}
}

// search searches for the titles of the queries that no identifier settled.
func (c *Connector) search(ctx context.Context, list []*lookupState) {
	var searches []Search
	var who []*lookupState
	for _, in := range list {
		if in.settled || c.spec.Takes != nil && !c.spec.Takes(in.query) {
			continue
		}
		title := Plain(in.query.Claimed.FullTitle())
		if title == "" && c.spec.Info.Raw {
			title, in.byRaw = Plain(in.query.Raw), true
		}
		words := Words(title)
		if words == "" {
			continue
		}
		searches = append(searches, Search{Query: in.query, Title: title, Words: words})
		who = append(who, in)
	}
	if len(searches) == 0 {
		return
	}
	for i, found := range c.spec.Titles.Ask(ctx, searches) {
		in := who[i]
		in.byTitle = true
		in.narrow, in.complete = found.Narrow, found.Complete
		if found.Err != nil {
			in.failures = append(in.failures, found.Err)
		}
		how := c.spec.How
		if in.byRaw {
			how = answer.ByRaw
		}
		for _, rec := range found.Records {
			in.add(answer.Hit{Record: rec, How: how})
		}
	}
}

// answer applies the rule of Connector: silence means something only if every part of the question was
// answered.
func (in *lookupState) answer(spec *Spec) (answer.Answer, error) {
	switch {
	case spec.Ready != "":
		return answer.Answer{}, fmt.Errorf("%w: %s", answer.ErrNotAsked, spec.Ready)
	case !in.byID && !in.byTitle && len(in.failures) == 0:
		return answer.Answer{}, fmt.Errorf("%w: no identifier or title that it takes", answer.ErrNotAsked)
	case len(in.hits) == 0 && len(in.noSuch) == 0 && len(in.failures) > 0:
		return answer.Answer{}, in.failures[0]
	}
	return answer.Answer{Hits: in.hits, NoSuchID: in.noSuch, Coverage: in.coverage(spec)}, nil
}

func (in *lookupState) coverage(spec *Spec) answer.Coverage {
	claimed := &in.query.Claimed
	switch {
	case len(in.failures) > 0:
		return answer.Coverage{Why: "part of the question was not answered: " + in.failures[0].Error()}
	case !in.byTitle && !in.settled:
		return answer.Coverage{Why: "asked by identifier only"}
	case in.byRaw:
		return answer.Coverage{Why: "searched by the whole reference, which has no title"}
	case in.complete != "":
		return answer.Coverage{Extent: answer.CompleteHere, Container: in.complete, Year: claimed.Issued.Year,
			Why: "it has all of the container and year"}
	case in.narrow:
		return answer.Coverage{Why: "the title was searched word for word", Searched: true}
	}
	return Covers(spec.Info, claimed)
}

// Covers returns what a complete search of a source means for a claim, by the types and years that the source
// declares.
func Covers(info answer.Info, claimed *biblio.Work) answer.Coverage {
	if info.Origin.Kind == biblio.ConfirmOnly {
		return answer.Coverage{Why: "it confirms only"}
	}
	if info.Types != nil && !slices.Contains(info.Types, claimed.Type) {
		return answer.Coverage{Searched: true, Why: fmt.Sprintf("does not cover works of type %q", claimed.Type)}
	}
	switch year := claimed.Issued.Year; {
	case year != 0 && year < info.FromYear:
		return answer.Coverage{Searched: true, Why: fmt.Sprintf("covers works from %d on", info.FromYear)}
	case info.ToYear != 0 && year > info.ToYear:
		return answer.Coverage{Searched: true, Why: fmt.Sprintf("covers works up to %d", info.ToYear)}
	}
	return answer.Coverage{Searched: true, Extent: answer.Covered, Why: "searched by title; such works are usually there"}
}

// stated returns the identifier of a reference that equals id or is equivalent to it.
func stated(ids []ident.ID, id ident.ID) ident.ID {
	if slices.Contains(ids, id) {
		return id
	}
	for _, have := range ids {
		if slices.Contains(have.Aliases(), id) {
			return have
		}
	}
	return id
}

// withAliases adds the equivalent identifiers.
func withAliases(ids []ident.ID) []ident.ID {
	list := slices.Clone(ids)
	for _, id := range ids {
		list = append(list, id.Aliases()...)
	}
	return list
}
