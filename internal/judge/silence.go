package judge

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/answer"
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

// missRate is how often a search misses a title that the service has, one time in fifty: silence weighs no more.
const missRate = 0.02

// Before silentBefore, and in languages other than English, services have too few works for their silence to count,
// unless a container was counted.
const silentBefore = 1995

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

// in reports whether works of the class are in a part of those of their type.
func (c *claimClass) in(p answer.Part) bool {
	switch p {
	case answer.Deposited:
		registers := func(s string) bool { return s == "ieee" || s == "acm" || s == "springer" }
		return slices.ContainsFunc(c.container.Sponsors, registers) || slices.Contains(c.container.Series, "lncs")
	case answer.OnArXiv:
		return slices.Contains(c.container.Venues, "arxiv")
	case answer.Listed:
		return len(c.container.Venues) > 0
	case answer.ListedLately:
		return c.year >= 2010 && c.in(answer.Listed)
	}
	return true
}

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
		rows := normalise.Facts(venue, normalise.Unregistered)
		return len(rows) > 0 && (len(rows[0]) == 0 || c.year <= rows[0][0])
	})
}

// share returns the share of works like a claimed one that a service has, and why: the counted share of its container
// and year, else the assumed share of its kind. 0 means that the silence of the service says nothing.
func (c *claimClass) share(service *answer.Info) (float64, string) {
	if row := c.counted(service.Name); row != nil {
		return row.share(), fmt.Sprintf("has %d of %d works of %s, %d to %d", row.Found, row.Works,
			venueWord(row.Venue), row.From, row.To)
	}
	switch {
	case service.Name == "crossref" && c.without():
		venue := "pmlr"
		if len(c.container.Venues) > 0 {
			venue = c.container.Venues[0]
		}
		return 0, "had no works of " + venueWord(venue)
	case c.year == 0:
		return 0, "no year is claimed"
	case c.year < silentBefore:
		return 0, "has few works so old"
	case c.language != "" && c.language != "en":
		return 0, "has few works in other languages than English"
	}
	share, why := 0.0, "is not known to have such works"
	for _, h := range service.Silence.Holds {
		if h.Type == c.kind && c.in(h.Of) {
			share, why = h.Share, h.Why
			break
		}
	}
	if from := service.Silence.TakenFrom; from != "" {
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
	case c.in(answer.ListedLately) && c.kind == biblio.PaperConference: // by their preprints
		return share, why
	case row != nil && row.share() < withoutDOIs, from == "crossref" && c.without():
		return min(share, withoutDOIs), "has many works without DOIs"
	}
	return share, why
}

func venueWord(key string) string { return cmp.Or(normalise.VenueAcronym(key), key) }

// silence is the silence of one service.
type silence struct {
	group, service string  // the group of services that share their records
	share, weight  float64 // of works like the claimed one that it has; the logarithm of how much less often it is silent
}

// silences weighs the silence of services. Of a group that shares its records only the weightiest counts, and no
// service weighs more than its search can support.
func (c *claimClass) silences(services []*answer.Info) (list []silence) {
	for _, info := range services {
		share, _ := c.share(info)
		s := silence{cmp.Or(info.Silence.TakenFrom, info.Name), info.Name, share, -math.Log(max(missRate, 1-share))}
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
