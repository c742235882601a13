package offline

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// Connector queries an index.
type Connector struct {
	Index *index.Index
	// ClosedWorld says that the index holds all works that exist: what it lacks is absent, and an identifier
	// that no record has does not exist.
	ClosedWorld bool
	// OpenIDs, in a closed world, says that works may have identifiers which no record states: the index is not
	// a registry of them.
	OpenIDs bool
	// Name is the name of the source; "" means "corpus".
	Name string

	whole bool // for tests: search similar titles whatever the exact one proves
}

// New returns a connector to an opened index.
func New(x *index.Index) *Connector { return &Connector{Index: x} }

const (
	version      = 1
	defaultLimit = 10
	goodEnough   = 0.93 // a similar title at or above it is surely the same apart from slips; case: TestProven
	// A record below these is dropped: by others, and by the same authors; case: TestFarTitle, Huet1997 (pl_miraldo)
	otherTitle   = 0.65
	farTitle     = 0.2
	fewGood      = 1 // with fewer good hits than this, search with the raw string too; case: TestRawOnly
	maxHits      = 40
	tellingTitle = 4  // words of a title that other works hardly share; case: TestProven
	mostProving  = 4  // records of one title examined before those of similar titles
	maxOfID      = 20 // records found by identifiers, so that those found by title always have room
	maxSharing   = 3  // works that may share an identifier; if more share it, it is their container's
)

// Info describes the corpus. Its records come from many sources and state which.
func (c *Connector) Info() answer.Info {
	return answer.Info{
		Name: cmp.Or(c.Name, "corpus"), Version: version, Schemes: ident.Schemes, Titles: true, Raw: true,
		Origin: c.origin(), OrderedAuthors: true, CompleteAuthors: true, Registry: c.ClosedWorld && !c.OpenIDs,
	}
}

// origin returns an origin for all records only if they are all works that exist: then each is the truth.
func (c *Connector) origin() biblio.Origin {
	if c.ClosedWorld {
		return biblio.Origin{Kind: biblio.Publisher}
	}
	return biblio.Origin{}
}

// search collects hits, each record once.
type search struct {
	index *index.Index
	query *source.Query
	claim *match.Claim
	read  map[int]*biblio.Record // from the index, by number
	seen  map[int]bool
	hits  []answer.Hit
	room  int // number of hits allowed
	whole bool
	err   error

	like func() ([]index.Hit, error) // records with similar titles, searched once
}

// record returns a record, reading it only once.
func (a *search) record(n int) (*biblio.Record, error) {
	if r := a.read[n]; r != nil {
		return r, nil
	}
	r, err := a.index.Record(n)
	if err == nil {
		a.read[n] = &r
	}
	return &r, err
}

func (a *search) add(n int, how answer.How, id ident.ID) {
	if a.err != nil || a.seen[n] || len(a.hits) >= a.room {
		return
	}
	a.seen[n] = true
	r, err := a.record(n)
	if err != nil {
		a.err = err
		return
	}
	a.hits = append(a.hits, answer.Hit{Record: *r, How: how, ID: id})
	for _, again := range wire.Restated(r) {
		a.hits = append(a.hits, answer.Hit{Record: again, How: how, ID: id})
	}
}

// addVersions adds a record and the other versions of its work.
func (a *search) addVersions(n int, how answer.How, id ident.ID) {
	a.add(n, how, id)
	if a.err != nil {
		return
	}
	list, err := a.index.Works(n)
	if err != nil {
		a.err = err
		return
	}
	for _, v := range list[:min(len(list), maxHits/2)] {
		a.add(v, how, ident.ID{})
	}
}

// Lookup searches by identifiers, then by exact title, then by similar title unless a record of the exact one
// is the claimed work, and by the whole string if no title was claimed or few records match the parsed fields.
func (c *Connector) Lookup(ctx context.Context, q source.Query) (answer.Answer, error) {
	// The time limit of a run is for services: if a model has used it up, an index, which answers at once, is
	// not to blame.
	if err := ctx.Err(); err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return answer.Answer{}, err
	}
	title := q.Claimed.FullTitle()
	ids := askedIDs(q)
	if len(ids) == 0 && title == "" && q.Raw == "" {
		return answer.Answer{}, answer.ErrNotAsked
	}
	out, err := c.lookup(q, title, ids)
	if err != nil {
		return answer.Answer{}, &answer.Failure{Kind: answer.BadAnswer, Detail: err.Error(), Err: err}
	}
	return out, nil
}

func (c *Connector) lookup(q source.Query, title string, ids []ident.ID) (out answer.Answer, err error) {
	if q.Limit <= 0 {
		q.Limit = defaultLimit
	}
	a := &search{index: c.Index, query: &q, claim: match.NewClaim(&q.Claimed), read: map[int]*biblio.Record{},
		seen: map[int]bool{}, room: maxOfID, whole: c.whole}
	a.like = sync.OnceValues(func() ([]index.Hit, error) {
		return c.Index.Similar(&q.Claimed, max(q.Limit, index.EventTitles))
	})
	for _, id := range ids {
		hits, err := c.Index.ByID(id)
		if err != nil {
			return out, err
		}
		if err := a.byID(id, hits, &q.Claimed); err != nil {
			return out, err
		}
		if len(hits) == 0 && c.ClosedWorld && (id.Scheme == ident.DOI || id.Scheme == ident.ArXiv) {
			out.NoSuchID = append(out.NoSuchID, id)
		}
	}
	a.room = maxHits
	good, err := a.proven(title)
	if err == nil && good == 0 {
		good, err = a.byText(title)
	}
	if err != nil {
		return out, err
	}
	if out.Coverage, err = c.coverage(&q.Claimed); err != nil {
		return out, err
	}
	if out.Coverage.Extent == answer.CompleteHere && !(good > 0 && a.placed()) {
		like, err := a.like()
		if err != nil {
			return out, err
		}
		event, err := c.Index.Event(&q.Claimed, &out.Coverage, like)
		if err != nil {
			return out, err
		}
		if good == 0 {
			a.addEvent(event)
		}
	}
	if out.Hits = a.hits; a.err != nil {
		return out, a.err
	}
	return out, c.attest(a.claim, &out)
}

// proven adds the records of the claimed title, and counts them, if one of them also has the claimed authors.
// Then it is the work, whatever else differs, and records with similar titles are of other works, unless it is
// a preprint, which may have been published under a new title. Only titles written a little differently are
// searched for, since their records may state what the first one does not; not even those if a record, not of a
// preprint, states everything exactly as claimed. It adds nothing if no record is the claimed work.
func (a *search) proven(title string) (good int, err error) {
	claim := &a.query.Claimed
	if a.whole || title == "" || len(claim.Contributors) == 0 || claim.Issued.Year == 0 {
		return 0, nil
	}
	hits, err := a.index.ByTitle(title)
	if err != nil {
		return 0, err
	}
	hits = slices.DeleteFunc(hits, func(h index.Hit) bool { return h.Score < 1 })
	if len(hits) > mostProving {
		return 0, nil // a title of many works
	}
	found, finished := false, false
	for _, h := range hits {
		r, err := a.record(h.N)
		if err != nil {
			return 0, err
		}
		if r.Status != biblio.StatusNormal {
			continue
		}
		c := a.claim.Compare(&r.Work)
		if wholly, exactly := c.AgreesWholly(); wholly {
			onServer := normalise.PreprintServer(r.Container.Title)
			found, finished = true, exactly && claim.Container.Title != "" && !onServer
			break
		}
		found = found || settles(r, &c)
	}
	if !found {
		return 0, nil
	}
	if !finished {
		if hits, err = a.index.Near(claim, defaultLimit); err != nil {
			return 0, err
		}
	}
	return a.similar(hits, answer.ByTitle), a.err
}

// settles reports whether a record that differs in something is nevertheless the claimed work, so that none
// with a similar title can say more. A preprint may have appeared under another title, and if a personal list
// differs, a better record may write the title differently. Of a title of a few words, other works say more.
func settles(r *biblio.Record, c *match.Comparison) bool {
	return len(normalise.Words(r.Title)) >= tellingTitle && c.SameWork >= match.SameWorkThreshold &&
		c.Of(biblio.FieldAuthors).Agreement == match.Agrees &&
		r.Origin.Kind > biblio.PersonalList && r.Type != biblio.Preprint && !normalise.PreprintServer(r.Container.Title)
}

// placed reports whether a record of the claimed work was found in the claimed container: what else is listed
// there is then irrelevant.
func (a *search) placed() bool {
	return slices.ContainsFunc(a.hits, func(h answer.Hit) bool {
		if h.Record.Status != biblio.StatusNormal {
			return false
		}
		c := a.claim.Compare(&h.Record.Work)
		return c.SameWork >= match.SameWorkThreshold && c.SameContainer()
	})
}

// byID adds the records to which an identifier led. An ISBN that many works share is that of their container:
// then only the container itself and works with the claimed title are found by it; the others, which the claim
// does not mean, take no room from what is found by title.
func (a *search) byID(id ident.ID, hits []index.Hit, claim *biblio.Work) error {
	whole := id.Scheme == ident.ISBN && len(hits) > maxSharing
	for _, h := range hits {
		if whole {
			r, err := a.record(h.N)
			if err != nil {
				return err
			}
			if r.Type != biblio.Book && r.Type != biblio.Proceedings && r.FullTitle() != claim.FullTitle() {
				continue
			}
		}
		a.addVersions(h.N, answer.ByIdentifier, id)
	}
	return nil
}

// byText adds the records with similar titles and, if too few of them are good and the title may be misparsed,
// those found with the whole string. It returns the number of good ones.
func (a *search) byText(title string) (good int, err error) {
	q := a.query
	if title != "" {
		like, err := a.like()
		if err != nil {
			return 0, err
		}
		like = like[:min(len(like), q.Limit)]
		if !q.Printed { // otherwise the title may be misparsed
			like = slices.DeleteFunc(slices.Clone(like), func(h index.Hit) bool {
				return h.Score < farTitle || h.Score < otherTitle && !h.SameAuthor
			})
		}
		good = a.similar(like, answer.ByTitle)
	}
	if q.Raw != "" && good < fewGood && (q.Printed || title == "") {
		hits, err := a.index.ByRaw(q.Raw, q.Limit)
		if err != nil {
			return 0, err
		}
		a.similar(hits, answer.ByRaw)
	}
	return good, a.err
}

// similar adds hits, the good ones with their versions, and returns the number of good ones.
func (a *search) similar(hits []index.Hit, how answer.How) (good int) {
	for _, h := range hits {
		if h.Score >= goodEnough {
			good++
			a.addVersions(h.N, how, ident.ID{})
		} else {
			a.add(h.N, how, ident.ID{})
		}
	}
	return good
}

// coverage returns what it means if the index has no match.
func (c *Connector) coverage(claim *biblio.Work) (answer.Coverage, error) {
	if c.ClosedWorld {
		return answer.Coverage{Extent: answer.World, Why: "these are all the works there are"}, nil
	}
	return c.Index.Coverage(claim)
}

// addEvent adds works of the claimed event, for a claim that matches no title.
func (a *search) addEvent(hits []index.Hit) {
	a.room = len(a.hits) + len(hits)
	for _, h := range hits {
		a.add(h.N, answer.ByEvent, ident.ID{})
	}
}

// askedIDs returns the identifiers of the query and of the claim, each once.
func askedIDs(q source.Query) []ident.ID {
	ids := slices.Clone(q.IDs)
	for _, id := range q.Claimed.IDs {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return slices.DeleteFunc(ids, ident.ID.IsZero)
}

// attest counts the records with the spellings in which the hits differ from the claim by a letter or two, and looks
// for works together of the people whom only the claim has.
func (c *Connector) attest(claim *match.Claim, out *answer.Answer) error {
	for i := range out.Hits {
		w := &out.Hits[i].Record.Work
		added, others := claim.Added(w)
		for _, a := range added {
			beside, err := c.Index.Together(a, others)
			if err != nil {
				return err
			}
			if beside {
				out.Beside = append(out.Beside, match.NameText(&a))
			}
		}
		for _, s := range claim.Slips(w) {
			for _, text := range []string{s.Claimed, s.Recorded} {
				if err := c.count(s.Field, text, out); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (c *Connector) count(field biblio.Field, text string, out *answer.Answer) (err error) {
	if slices.ContainsFunc(out.Attested, func(a answer.Attestation) bool { return a.Field == field && a.Text == text }) {
		return nil
	}
	n := 0
	if field == biblio.FieldTitle {
		n, err = c.Index.WithWord(text)
	} else {
		family, given, _ := strings.Cut(text, ", ")
		n, err = c.Index.WithName(family, given)
	}
	out.Attested = append(out.Attested, answer.Attestation{Field: field, Text: text, Records: n})
	return err
}
