package judge

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// Held counts how many works of a container and time a service has, out of all works that the container published: a
// row of silence.json, which bonafide-lab silence generates.
type Held struct {
	Service string `json:"service"`
	Venue   string `json:"venue"` // key of normalise's table
	Track   string `json:"track,omitempty"`
	From    int    `json:"from"`
	To      int    `json:"to"`
	Works   int    `json:"works"`
	Found   int    `json:"found"`
}

// Compare orders rows by service, venue, track and time.
func (h Held) Compare(other Held) int {
	return cmp.Or(cmp.Compare(h.Service, other.Service), cmp.Compare(h.Venue, other.Venue),
		cmp.Compare(h.Track, other.Track), cmp.Compare(h.From, other.From))
}

// share is a cautious share of works held: small counts prove little.
func (h *Held) share() float64 { return float64(h.Found) / float64(h.Works+2) }

//go:embed silence.json
var silenceText []byte

var heldRows = sync.OnceValue(func() []Held {
	var rows []Held
	if err := json.Unmarshal(silenceText, &rows); err != nil {
		panic("silence.json: " + err.Error()) // a test reads it
	}
	return rows
})

// missRate is how often a search fails to find a title that the service has: one time in fifty. Silence never weighs
// more than that.
const missRate = 0.02

// Before silentBefore, and in languages other than English, services have too few works for their silence to count,
// unless a container was counted.
const silentBefore = 1995

// assumed is the share of a kind of works that a service is assumed to have if nothing was counted: on the low side,
// since too high a share accuses real works. Kinds that are not listed have 0: theses, reports, talks, software,
// pages, and all but a few chapters.
var assumed = []struct {
	service string
	kind    biblio.Type
	only    func(*claimClass) bool // nil for any
	share   float64
	why     string
}{
	{"crossref", biblio.ArticleJournal, nil, 0.9, "publishers of journals register nearly all articles since 1995"},
	{"crossref", biblio.PaperConference, deposited, 0.9, "IEEE, ACM and Springer register their proceedings"},
	{"crossref", biblio.PaperConference, nil, 0.3, "many proceedings have no DOIs"},
	{"crossref", biblio.Chapter, nil, 0.1, "chapters are registered by a few publishers"},
	{"crossref", biblio.Book, nil, 0.1, "books are registered by a few publishers"},
	{"openalex", biblio.ArticleJournal, nil, 0.9, "has what Crossref has"},
	{"openalex", biblio.PaperConference, deposited, 0.9, "has what Crossref has"},
	{"openalex", biblio.PaperConference, listedLately, 0.8,
		"has the papers of the conferences of computer science, or their preprints"},
	{"openalex", biblio.PaperConference, nil, 0.5, "has many proceedings without DOIs"},
	{"openalex", biblio.Preprint, onArXiv, 0.9, "has arXiv"},
	{"openalex", biblio.Chapter, nil, 0.1, "has what Crossref has"},
	{"openalex", biblio.Book, nil, 0.1, "has what Crossref has"},
	{"semantic_scholar", biblio.ArticleJournal, nil, 0.6, "has most articles"},
	{"semantic_scholar", biblio.PaperConference, listedLately, 0.85,
		"has nearly all papers of the conferences of computer science"},
	{"semantic_scholar", biblio.PaperConference, nil, 0.6, "has most papers"},
	{"semantic_scholar", biblio.Preprint, onArXiv, 0.9, "has arXiv"},
	{"dblp_online", biblio.PaperConference, listedVenue, 0.8, "lists the conferences of computer science"},
	{"dblp_online", biblio.ArticleJournal, listedVenue, 0.4, "lists journals of computer science"},
	{"arxiv", biblio.Preprint, onArXiv, 0.95, "has every preprint of its own"},
	{"datacite", biblio.Preprint, onArXiv, 0.9, "registers the preprints of arXiv"},
	{"openlibrary", biblio.Book, nil, 0.3, "has many books"},
	{"googlebooks", biblio.Book, nil, 0.3, "has many books"},
}

// unregistered maps venues of the table to the last year for which Crossref lacked their works, in addition to those
// that were counted.
var unregistered = map[string]int{"aaai": 2014, "neurips": 2023, "iclr": 9999, "colm": 9999, "tmlr": 9999,
	"jmlr": 9999, "mlsys": 9999, "osdi": 9999, "nsdi": 9999, "usenixsec": 9999, "atc": 9999, "fast": 9999, "soups": 9999}

// takenFrom maps a service to the one from which it takes its records; their silence is one: what both lack counts
// once.
var takenFrom = map[string]string{
	"openalex": "crossref", "europepmc": "pubmed", "datacite": "arxiv", "googlebooks": "openlibrary",
}

// claimClass is the part of a reference that determines how much the silence of a service weighs.
type claimClass struct {
	kind      biblio.Type
	container normalise.Container
	year      int
	language  string
}

func silenceCellOf(w *biblio.Work) *claimClass {
	c := &claimClass{kind: w.Type, year: w.Issued.Year, language: normalise.Language(w.FullTitle())}
	c.container = normalise.ParseContainer(w.Container.Title)
	switch {
	case c.kind == biblio.Preprint, c.container.Head == normalise.Preprints:
		c.kind = biblio.Preprint
	case c.kind != biblio.TypeUnknown:
	case c.container.Head == normalise.Journal:
		c.kind = biblio.ArticleJournal
	case c.container.Head == normalise.Conference:
		c.kind = biblio.PaperConference
	}
	return c
}

func deposited(c *claimClass) bool {
	registers := func(s string) bool { return s == "ieee" || s == "acm" || s == "springer" }
	return slices.ContainsFunc(c.container.Sponsors, registers) || slices.Contains(c.container.Series, "lncs")
}

func onArXiv(c *claimClass) bool { return slices.Contains(c.container.Venues, "arxiv") }

func listedLately(c *claimClass) bool { return c.year >= 2010 && listedVenue(c) }

func listedVenue(c *claimClass) bool { return len(c.container.Venues) > 0 }

// counted returns the row of counts for a service's works of the cell.
func (c *claimClass) counted(service string) *Held {
	if len(c.container.Venues) != 1 {
		return nil
	}
	rows := heldRows()
	for i := range rows {
		r := &rows[i]
		here := r.Service == service && r.Venue == c.container.Venues[0] && r.Track == string(c.container.Track)
		if here && c.year >= r.From && c.year <= r.To {
			return r
		}
	}
	return nil
}

// without reports whether Crossref lacked the works of a container at the time.
func (c *claimClass) without() bool {
	if slices.Contains(c.container.Series, "pmlr") {
		return true
	}
	return slices.ContainsFunc(c.container.Venues, func(venue string) bool {
		until, listed := unregistered[venue]
		return listed && c.year <= until
	})
}

// share returns the share of works like a claimed one that a service has, and why: the counted share of its container
// and year, else the assumed share of its kind. 0 means that the silence of the service says nothing.
func (c *claimClass) share(service string) (float64, string) {
	if row := c.counted(service); row != nil {
		return row.share(), fmt.Sprintf("has %d of %d works of %s, %d to %d", row.Found, row.Works,
			venueWord(row.Venue), row.From, row.To)
	}
	switch {
	case service == "crossref" && c.without():
		return 0, "had no works of " + venueWord(cmp.Or(firstOf(c.container.Venues), "pmlr"))
	case c.year == 0:
		return 0, "no year is claimed"
	case c.year < silentBefore:
		return 0, "has few works so old"
	case c.language != "" && c.language != "en":
		return 0, "has few works in other languages than English"
	}
	share, why := 0.0, "is not known to have such works"
	for _, row := range assumed {
		if row.service == service && row.kind == c.kind && (row.only == nil || row.only(c)) {
			share, why = row.share, row.why
			break
		}
	}
	if from := takenFrom[service]; from != "" {
		return c.bounded(share, why, from)
	}
	return share, why
}

// withoutDOIs is the most that is assumed for an aggregator if its source has few works of a container.
const withoutDOIs = 0.5

// bounded limits the share assumed for an aggregator by the counts for its source.
func (c *claimClass) bounded(share float64, why, from string) (float64, string) {
	row := c.counted(from)
	switch {
	case row != nil && row.share() > share:
		return row.share(), "has what " + from + " has"
	case listedLately(c) && c.kind == biblio.PaperConference: // by their preprints
		return share, why
	case row != nil && row.share() < withoutDOIs, from == "crossref" && c.without():
		return min(share, withoutDOIs), "has many works without DOIs"
	}
	return share, why
}

func firstOf(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}

func venueWord(key string) string { return cmp.Or(normalise.VenueAcronym(key), key) }

// silence is the silence of one service.
type silence struct {
	group, service string  // the group of services that share their records
	share, weight  float64 // of works like the claimed one that it has; the logarithm of how much less often it is silent
}

// silences weighs the silence of services. Of a group that shares its records only the weightiest counts, and no
// service weighs more than its search can support.
func (c *claimClass) silences(services []string) (list []silence) {
	for _, name := range services {
		share, _ := c.share(name)
		s := silence{cmp.Or(takenFrom[name], name), name, share, -math.Log(max(missRate, 1-share))}
		if s.weight < 0.1 {
			continue
		}
		if i := slices.IndexFunc(list, func(o silence) bool { return o.group == s.group }); i < 0 {
			list = append(list, s)
		} else if s.weight > list[i].weight {
			list[i] = s
		}
	}
	return list
}
