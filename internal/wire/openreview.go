package wire

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// OpenReview reads a note of OpenReview's API, version 2 (each field of "content" in "value") or 1, or such a
// note with flat fields. A rejected or withdrawn submission is not a work of the venue. Form:
// https://docs.openreview.net/reference/api-v2
func OpenReview(data []byte) (biblio.Record, error) {
	return read[openReview]("openreview", data, nil)
}

func (o *openReview) member(key string, v jsonscan.Value) {
	switch key {
	case "id":
		o.LocalID = v.Text()
	case "content":
		for name, field := range v.Fields() {
			if inner := field.Get("value"); field.IsObject() && !inner.IsNull() {
				field = inner
			}
			o.field(name, field)
		}
	case "pdate", "cdate", "odate":
		o.date(key, v)
	case "title", "authors", "venue", "venueid", "year", "_bibtex":
		o.field(key, v)
	default:
		o.keep(key, v)
	}
}

type openReview struct {
	draft
	venue, venueID, bibtex string
	published, created     biblio.Date
}

func (o *openReview) field(name string, v jsonscan.Value) {
	switch name {
	case "title":
		o.Title = plain(v.Text())
	case "authors":
		for a := range v.Items() {
			o.nameIn(a, "fullname") // an object also has the profile
		}
	case "venue":
		o.venue = plain(v.Text())
	case "venueid":
		o.venueID = v.Text()
	case "year":
		o.year = v.Int()
	case "_bibtex":
		o.bibtex = v.Text()
		o.note(name, o.bibtex)
	case "html":
		if id, ok := numberIn(v.Text()); ok {
			o.AddID(id)
		}
		o.keep(name, v)
	default:
		o.keep(name, v)
	}
}

// date parses milliseconds since 1970: when a paper was made public, or created.
func (o *openReview) date(key string, v jsonscan.Value) {
	ms := v.Int()
	if ms <= 0 {
		return
	}
	d := civil(ms / 86_400_000)
	o.note(key, dateText(d))
	if key == "pdate" {
		o.published = d
	} else if key == "cdate" {
		o.created = d
	}
}

func (o *openReview) settle() {
	o.URL = "https://openreview.net/forum?id=" + o.LocalID
	o.note("venue", o.venue)
	o.note("venueid", o.venueID)
	lower := strings.ToLower(o.venue + " " + o.venueID)
	o.Type = biblio.PaperConference
	switch {
	case strings.Contains(lower, "withdrawn"):
		o.Status = biblio.StatusWithdrawn
	case strings.Contains(lower, "reject"):
		o.Status = biblio.StatusRejected
	case strings.HasPrefix(lower, "submitted to"), strings.Contains(lower, "under review"), strings.HasSuffix(o.venueID,
		"/Submission"):
		o.Status = biblio.StatusRejected // not, or not yet, published in the container
	case o.venue == "" || strings.HasPrefix(lower, "corr"):
		o.Type = biblio.Preprint
	case strings.Contains(lower, "tmlr"), strings.Contains(lower, "journal"):
		o.Type = biblio.ArticleJournal
	}
	o.Container.Title = presentation(o.venue)
	if year := biblio.LeadingYear(o.venue); year > 0 && o.Type == biblio.PaperConference {
		o.Issued.Year = year
		return
	}
	switch {
	case bibtexYear(o.bibtex) > 0:
		o.Issued.Year = bibtexYear(o.bibtex)
	case o.published.Year > 0:
		o.Issued = o.published
	case o.year > 0:
		o.Issued.Year = o.year
	default:
		o.Issued = o.created
	}
}

// presentation removes the form of presentation from a venue's name: "ICLR 2024 oral" is ICLR 2024.
func presentation(venue string) string {
	words := strings.Fields(venue)
	for len(words) > 1 {
		switch strings.ToLower(strings.Trim(words[len(words)-1], "()")) {
		case "oral", "poster", "spotlight", "conditional", "talk", "notable-top-5%", "notable-top-25%", "top-5%", "top-25%",
			"notable", "top", "5%", "25%", "accept", "accepted":
			words = words[:len(words)-1]
		default:
			return strings.Join(words, " ")
		}
	}
	return strings.Join(words, " ")
}

// bibtexYear returns the year in the BibTeX entry that OpenReview provides.
func bibtexYear(entry string) int {
	if _, after, ok := strings.Cut(entry, "year="); ok {
		return biblio.LeadingYear(after[:min(len(after), 8)])
	}
	return 0
}
