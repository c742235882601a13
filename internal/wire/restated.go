package wire

import (
	"fmt"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// Restated returns variants of a record in other words that its source states: with the year of the issue
// instead of early access or vice versa, with the years of a preprint's later versions, and with the original
// or a translated title. Each is right for one version of the work, so that a reference may claim any of them,
// but a record has room for only one. Their LocalID is the record's followed by "#" and what differs.
func Restated(rec *biblio.Record) []biblio.Record {
	var list []biblio.Record
	titles, years := otherTitles(rec), otherYears(rec)
	for _, year := range years {
		list = append(list, restate(rec, "", year))
	}
	for i, title := range titles {
		again := restate(rec, title, 0)
		again.LocalID = fmt.Sprintf("%s#title%d", rec.LocalID, i+2)
		list = append(list, again)
		for _, year := range years {
			list = append(list, restate(&again, "", year))
		}
	}
	return list
}

// WithRestated adds the variants from Restated to each record.
func WithRestated(records []biblio.Record, err error) ([]biblio.Record, error) {
	var list []biblio.Record
	for i := range records {
		list = append(list, records[i])
		list = append(list, Restated(&records[i])...)
	}
	return list, err
}

func restate(rec *biblio.Record, title string, year int) biblio.Record {
	again := *rec
	if title != "" {
		again.Title, again.Subtitle = title, ""
	}
	if year != 0 {
		again.Issued = biblio.Date{Year: year}
		again.LocalID = fmt.Sprintf("%s#%d", rec.LocalID, year)
	}
	return again
}

// An issue may follow early access by years. A copy put online later than the year after the issue is a
// digitised one, and no one dates a work by it.
const (
	mostEarly = 5 // years between early access and issue
	mostLate  = 1 // years between issue and publication online
)

// statedDates are the keys of Extra under which sources state dates of publication: true for dates of the
// issue, false for early access.
var statedDates = map[string]bool{
	"published-print": true, "issue-date": true, "published-online": false, // Crossref
	"ArticleDate":               false,                                // PubMed
	"electronicPublicationDate": false, "firstPublicationDate": false, // Europe PMC
}

func otherYears(rec *biblio.Record) []int {
	if rec.Issued.Year == 0 {
		return nil
	}
	if rec.Type == biblio.Preprint {
		return revisionYears(rec)
	}
	var years []int
	for key, ofIssue := range statedDates {
		year := isoDate(rec.Extra[key]).Year
		most := mostLate
		if ofIssue {
			most = mostEarly
		}
		if after := year - rec.Issued.Year; year != 0 && after != 0 && after >= -mostEarly && after <= most &&
			!slices.Contains(years, year) {
			years = append(years, year)
		}
	}
	slices.Sort(years)
	return years
}

// revisionYears returns the later years in which an arXiv paper got new versions: arXiv's own BibTeX entries
// have the year of the last.
func revisionYears(rec *biblio.Record) []int {
	dates := []biblio.Date{isoDate(rec.Extra["updated"])}
	if v, err := jsonscan.Parse([]byte(rec.Extra["versions"])); err == nil && v.IsArray() {
		for version := range v.Items() {
			dates = append(dates, rfcDate(version.Get("created").Text()))
		}
	}
	var years []int
	for _, d := range dates {
		if d.Year > rec.Issued.Year && !slices.Contains(years, d.Year) {
			years = append(years, d.Year)
		}
	}
	slices.Sort(years)
	return years
}

// otherTitles returns the titles other than the first: those in Crossref's lists, and MEDLINE's in the language
// of the article.
func otherTitles(rec *biblio.Record) []string {
	texts := []string{rec.Extra["VernacularTitle"]}
	for _, key := range []string{"title", "original-title"} {
		if v, err := jsonscan.Parse([]byte(rec.Extra[key])); err == nil && v.IsArray() {
			texts = append(texts, v.Strings()...)
		}
	}
	var titles []string
	for _, text := range texts {
		text = dropStop(plain(text))
		if text != "" && text != rec.Title && text != rec.FullTitle() && !slices.Contains(titles, text) {
			titles = append(titles, text)
		}
	}
	return titles
}
