package world

import (
	"cmp"
	"hash/fnv"
	"math"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
)

// Catalogue is what all services have together. It is safe for concurrent use.
type Catalogue struct {
	works *index.Index
	// known are works that the index has without their identifiers, or lacks: services only have them by
	// identifier.
	known map[ident.ID]biblio.Record
}

// New returns a catalogue of the works of an index, and of further records that can only be found by their
// identifiers.
func New(works *index.Index, identified []biblio.Record) *Catalogue {
	c := &Catalogue{works: works, known: map[ident.ID]biblio.Record{}}
	for _, r := range identified {
		for _, id := range r.IDs {
			c.known[id] = r
		}
	}
	return c
}

// personal and preprints are the sources of the works file with records from personal lists, and from arXiv;
// indexed those in DBLP; unplayed those from other files.
var (
	personal  = []string{"jgrey4296/bibliography", "ContextLab/CDL-bibliography"}
	preprints = []string{"arxiv_1993_2019", "arxiv_daily_2025_2026", "citecheck", "arxiv_sup"}
	indexed   = []string{"mlanthology", "acl_anthology", "ir-anthology/ir-anthology-data", "cryptobib/db",
		"refchecker-cache/dblp", "fixtures/dblp", "paperlists"}
	unplayed = []string{"acl", "glutton"}
)

// followed lists the sources whose record a service uses for a work that several have, in order of preference.
var followed = []string{
	"fixtures/crossref", "refchecker-cache/crossref", "fixtures/doi", "acl_anthology", "pubmed", "mlanthology",
	"ir-anthology/ir-anthology-data", "refchecker-cache/dblp", "fixtures/dblp", "refchecker-cache/openalex",
	"fixtures/openalex", "ieee_standards", "paperlists", "jgrey4296/bibliography", "refchecker-cache/semanticscholar",
	"fixtures/semanticscholar", "arxiv_1993_2019",
}

func rank(r *biblio.Record) int {
	if n := slices.Index(followed, r.Source); n >= 0 {
		return n
	}
	return len(followed)
}

// played reports whether services may have a record.
func played(r *biblio.Record) bool {
	switch {
	case slices.Contains(unplayed, r.Source), r.Status.Manuscript(), r.Source == "cryptobib/db" &&
		r.Type == biblio.Proceedings:
		return false
	case strings.HasPrefix(r.Source, "asreview"):
		return !r.ID(ident.DOI).IsZero() || !r.ID(ident.PMID).IsZero()
	}
	return true
}

func preprint(r *biblio.Record) bool {
	return slices.Contains(preprints, r.Source) && !r.ID(ident.ArXiv).IsZero()
}

// registered returns the DOI under which Crossref has a work, or zero.
func registered(r *biblio.Record) ident.ID {
	for _, id := range r.Named() {
		if id.Scheme == ident.DOI && !ofArXiv(id.Value) {
			return id
		}
	}
	return ident.ID{}
}

// arXivPrefix is the prefix of preprints' DOIs.
const arXivPrefix = "10.48550/arxiv."

func ofArXiv(doi string) bool { return strings.HasPrefix(doi, arXivPrefix) }

// picks maps services to functions that select the records of one work which the service has.
var picks = map[string]func(versions []biblio.Record) []biblio.Record{
	"crossref":        deposited,
	"openalex":        aggregated,
	"arxiv":           kept(preprint),
	"datacite":        kept(preprint),
	"inspire":         kept(func(r *biblio.Record) bool { return preprint(r) && ofCategory(r, "hep") }),
	"semanticscholar": kept(func(r *biblio.Record) bool { return !slices.Contains(personal, r.Source) }),
	"dblp": kept(func(r *biblio.Record) bool {
		return slices.Contains(indexed, r.Source) || preprint(r) && ofCategory(r, "cs")
	}),
	"pubmed":      kept(func(r *biblio.Record) bool { return !r.ID(ident.PMID).IsZero() }),
	"europepmc":   kept(func(r *biblio.Record) bool { return !r.ID(ident.PMID).IsZero() }),
	"openlibrary": kept(func(r *biblio.Record) bool { return r.Source == personal[0] && r.Type == biblio.Book }),
}

// ofCategory reports whether a preprint is in a field of arXiv.
func ofCategory(r *biblio.Record, field string) bool { return strings.HasPrefix(r.Extra["cat"], field) }

// kept returns a function that keeps the records for which a condition holds.
func kept(holds func(*biblio.Record) bool) func([]biblio.Record) []biblio.Record {
	return func(versions []biblio.Record) (list []biblio.Record) {
		for i := range versions {
			if holds(&versions[i]) {
				list = append(list, versions[i])
			}
		}
		return list
	}
}

// deposited returns one record per DOI of a work.
func deposited(versions []biblio.Record) (list []biblio.Record) {
	for i := range versions {
		doi := registered(&versions[i])
		if doi.IsZero() {
			continue
		}
		r := versions[i]
		r.IDs = []ident.ID{doi}
		if r.Type == biblio.Preprint && doi != versions[i].ID(ident.DOI) { // the article version of a preprint
			r.Type = biblio.ArticleJournal
		}
		n := slices.IndexFunc(list, func(have biblio.Record) bool { return have.IDs[0] == doi })
		switch {
		case n < 0:
			list = append(list, r)
		case rank(&r) < rank(&list[n]):
			list[n] = r
		}
	}
	return list
}

// The shares of the works without DOI and arXiv number that OpenAlex has: of all, and of those that are only in
// personal lists.
const (
	shareWithout  = 0.85
	sharePersonal = 0.5
)

// aggregated returns OpenAlex's record of a work; OpenAlex has every work once.
func aggregated(versions []biblio.Record) []biblio.Record {
	best, identified, own := 0, false, true
	for i := range versions {
		r := &versions[i]
		doi := registered(r)
		identified = identified || !doi.IsZero() || preprint(r)
		own = own && slices.Contains(personal, r.Source)
		had := !registered(&versions[best]).IsZero()
		if has := !doi.IsZero(); has && !had || has == had && rank(r) < rank(&versions[best]) {
			best = i
		}
	}
	share := shareWithout
	if own {
		share = sharePersonal
	}
	r := versions[best]
	if !identified && chance(strings.ToLower(r.Title), r.YearString()) >= share {
		return nil
	}
	if doi := registered(&r); !doi.IsZero() {
		r.IDs = []ident.ID{doi}
	}
	return []biblio.Record{r}
}

// chance returns a number from 0 to 1 that depends only on the texts.
func chance(texts ...string) float64 {
	h := fnv.New64a()
	for _, t := range texts {
		h.Write([]byte(t))
		h.Write([]byte{0})
	}
	x := h.Sum64()
	x ^= x >> 31
	x *= 0x9e3779b97f4a7c15 // spreads differences in the last letter
	return float64(x>>11) / math.Exp2(53)
}

// records returns the records of the index that services may have.
func (c *Catalogue) records(numbers []int) (list []biblio.Record) {
	for _, n := range numbers {
		if r, err := c.works.Record(n); err == nil && played(&r) {
			list = append(list, r)
		}
	}
	return list
}

// held returns what a service has of the records of one work.
func held(service string, versions []biblio.Record) (works []biblio.Work) {
	pick := picks[service]
	if pick == nil || len(versions) == 0 {
		return nil
	}
	for _, r := range pick(versions) {
		works = append(works, printed(r, service))
	}
	return works
}

// Near returns the works of a service whose titles are most similar to a text, or contained in it.
func (c *Catalogue) Near(service, text string, most int) (works []biblio.Work) {
	if picks[service] == nil {
		return nil
	}
	hits, err := c.works.Similar(&biblio.Work{Title: text}, most)
	if err != nil {
		return nil
	}
	if more, err := c.works.ByRaw(text, most); err == nil { // for several titles in one text
		hits = append(hits, more...)
	}
	slices.SortStableFunc(hits, func(a, b index.Hit) int { return cmp.Compare(b.Score, a.Score) })
	seen := map[int]bool{}
	for _, h := range hits {
		if seen[h.N] || len(works) >= most {
			continue
		}
		numbers, err := c.works.Works(h.N)
		if err != nil {
			return works
		}
		for _, n := range numbers {
			seen[n] = true
		}
		for _, w := range held(service, c.records(numbers)) {
			if matches(service, text, &w) {
				works = append(works, w)
			}
		}
	}
	return works[:min(len(works), most)]
}

// ignored are words that OpenAlex does not search for.
var ignored = strings.Fields(
	"a an and are as at be but by for if in into is it no not of on or such that the their then " +
		"there these they this to was will with via from using")

// matches reports whether a service's search finds a work: OpenAlex and Open Library require all words of a
// title, the others rank.
func matches(service, text string, w *biblio.Work) bool {
	if service != "openalex" && service != "openlibrary" {
		return true
	}
	have := words(w.FullTitle())
	for _, word := range words(text) {
		if !slices.Contains(ignored, word) && !slices.Contains(have, word) {
			return false
		}
	}
	return true
}

// ByID returns the works of a service that have an identifier. Every possible arXiv number belongs to some
// paper.
func (c *Catalogue) ByID(service string, id ident.ID) []biblio.Work {
	if service == "datacite" && id.Scheme == ident.DOI {
		number, ok := ident.ParseArXiv(strings.TrimPrefix(id.Value, arXivPrefix))
		if !ofArXiv(id.Value) || !ok {
			return nil
		}
		id = number
	}
	hits, err := c.works.ByID(id)
	if err != nil {
		return nil
	}
	numbers := make([]int, len(hits))
	for i := range hits {
		numbers[i] = hits[i].N
	}
	works := held(service, c.records(numbers))
	if len(works) == 0 && slices.Contains([]string{"crossref", "semanticscholar", "arxiv", "datacite"}, service) {
		if r, ok := c.known[id]; ok {
			works = []biblio.Work{printed(r, service)}
		} else if service == "arxiv" || service == "datacite" {
			works = c.unrelated(id, service)
		}
	}
	return works[:min(len(works), 1)]
}

// lastNumbers are the highest numbers of a month that arXiv has used, each from a year on.
var lastNumbers = []struct{ from, last int }{{2023, 19500}, {2019, 15500}, {2015, 10500}, {2007, 9500}}

// unrelated returns the paper of an unrelated work for an arXiv number that the index lacks.
func (c *Catalogue) unrelated(id ident.ID, service string) []biblio.Work {
	year, month, ok := id.ArXivDate()
	_, digits, dotted := strings.Cut(id.Value, ".")
	if !ok || !dotted || year*100+month > Today.Year*100+Today.Month {
		return nil
	}
	for _, row := range lastNumbers {
		if year < row.from {
			continue
		}
		if number(digits) > row.last || number(digits) == 0 {
			return nil
		}
		break
	}
	for try := range 50 {
		n := int(chance(id.Value, string(rune('a'+try))) * float64(c.works.Len()))
		r, err := c.works.Record(n)
		if err != nil || !played(&r) || !slices.Contains(indexed, r.Source) || len(r.Contributors) == 0 {
			continue
		}
		other := biblio.Work{Type: biblio.Preprint, Title: r.Title, Subtitle: r.Subtitle, Contributors: r.Contributors}
		other.Issued, other.IDs = biblio.Date{Year: year}, []ident.ID{id}
		return []biblio.Work{printed(biblio.Record{Work: other}, service)}
	}
	return nil
}

func number(digits string) (n int) {
	for _, d := range digits {
		n = 10*n + int(d-'0')
	}
	return n
}

// dataPrefixes are the DOI prefixes of repositories that register with DataCite.
var dataPrefixes = []string{"10.5281/", "10.5061/", "10.6084/", "10.7910/"}

// Agency returns the agency that registered a DOI, or "".
func (c *Catalogue) Agency(doi string) string {
	id := ident.ID{Scheme: ident.DOI, Value: doi}
	_, known := c.known[id]
	switch {
	case ofArXiv(doi):
		known = len(c.ByID("datacite", id)) > 0
		fallthrough
	case slices.ContainsFunc(dataPrefixes, func(p string) bool { return strings.HasPrefix(doi, p) }):
		if known {
			return "DataCite"
		}
	case known || len(c.ByID("crossref", id)) > 0:
		return "Crossref"
	}
	return ""
}
