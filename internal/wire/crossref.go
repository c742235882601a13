package wire

import (
	"cmp"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
)

// crossrefTypes maps the work types of https://api.crossref.org/types.
var crossrefTypes = map[string]biblio.Type{
	"journal-article": biblio.ArticleJournal, "proceedings-article": biblio.PaperConference,
	"book-chapter": biblio.Chapter, "book-section": biblio.Chapter, "book-part": biblio.Chapter,
	"book-track":      biblio.Chapter,
	"reference-entry": biblio.Entry, "book": biblio.Book, "monograph": biblio.Book, "edited-book": biblio.Book,
	"reference-book": biblio.Book, "book-set": biblio.Book, "book-series": biblio.Book,
	"proceedings": biblio.Proceedings, "proceedings-series": biblio.Proceedings,
	"report": biblio.Report, "report-series": biblio.Report, "report-component": biblio.Report,
	"dissertation": biblio.Thesis,
	"dataset":      biblio.Dataset, "database": biblio.Dataset, "standard": biblio.Standard,
	"standard-series": biblio.Standard,
	"peer-review":     biblio.Review, "posted-content": biblio.Preprint, "journal": biblio.Other,
	"journal-issue":  biblio.Other,
	"journal-volume": biblio.Other, "component": biblio.Other, "grant": biblio.Other, "other": biblio.Other,
}

var crossrefFields = fields{
	"DOI": ownID(ident.DOI), "ISBN": ids(ident.ISBN), "ISSN": issn, "title": (*draft).crossrefTitle,
	"subtitle": firstOf(subtitle), "short-container-title": firstOf(short),
	"author": crossrefPeople(biblio.Author), "editor": crossrefPeople(biblio.Editor),
	"translator": crossrefPeople(biblio.Translator),
	"volume":     text(volume), "issue": text(issue), "page": text(pages), "publisher": clean(publisher),
	"publisher-location": clean(place),
	"edition-number":     text(edition), "URL": text(address),
}

// Crossref reads a work of the REST API (message, or an element of
// message.items) or of the public data file.
func Crossref(data []byte) (biblio.Record, error) {
	return read[crossref]("crossref", data, crossrefFields)
}

type crossref struct {
	draft
	kind, subtype string
	containers    []string
	dates         map[string]biblio.Date
	event         [2]string // name, acronym
	article       string    // number
	institution   string
	journalIssue  string
	relation      jsonscan.Value
	updates       jsonscan.Value
}

func (c *crossref) member(key string, v jsonscan.Value) {
	switch key {
	case "container-title":
		c.containers = v.Strings()
		c.keepMore(key, v)
		return
	case "article-number":
		c.article = v.Text()
		return
	case "type":
		c.kind = v.Text()
		return
	case "issued", "published", "published-print", "published-online", "published-other", "posted", "accepted", "approved",
		"content-created", "content-updated":
		c.date(key, crossrefDate(v))
		return
	case "subtype":
		c.subtype = v.Text()
	case "event":
		c.event = [2]string{plainOf(v, "name"), plainOf(v, "acronym")}
	case "institution":
		c.institution = plainOf(v, "name")
		if v.IsArray() {
			c.institution = plainOf(v.First(), "name")
		}
	case "journal-issue":
		c.journalIssue = v.Get("issue").Text()
		c.note("issue-date", dateText(crossrefDate(v.Get("published-print"))))
	case "relation":
		c.relation = v
	case "updated-by":
		for u := range v.Items() {
			if kind := updateKind(u); kind != "" {
				c.updated(kind, u)
			}
		}
	case "update-to":
		c.updates = v
	}
	c.keep(key, v)
}

func (c *crossref) date(key string, date biblio.Date) {
	if c.dates == nil {
		c.dates = make(map[string]biblio.Date, 4)
	}
	c.dates[key] = date
	if key != "issued" {
		c.note(key, dateText(date))
	}
}

// updated adds a notice; a partial retraction does not retract the work.
func (c *crossref) updated(kind biblio.UpdateKind, u jsonscan.Value) {
	id, _ := ident.ParseDOI(u.Get("DOI").Text())
	status := c.Status
	c.update(biblio.Update{Kind: kind, ID: id, Date: crossrefDate(u.Get("updated"))})
	if updateType(u) == "partial_retraction" {
		c.Status = status
	}
}

// crossrefUpdates maps the update types of Crossmark. A new version or edition
// is not a notice about the work.
var crossrefUpdates = map[string]biblio.UpdateKind{
	"retraction": biblio.Retraction, "removal": biblio.Retraction, "partial_retraction": biblio.Retraction,
	"withdrawal": biblio.WithdrawalOf, "correction": biblio.Correction, "corrigendum": biblio.Correction,
	"erratum":  biblio.Correction,
	"addendum": biblio.Correction, "clarification": biblio.Correction, "expression_of_concern": biblio.Concern,
}

// updateType returns the type of an update in uniform spelling: publishers deposit "Retraction" and
// "expression-of-concern" too.
func updateType(u jsonscan.Value) string {
	return strings.NewReplacer("-", "_", " ", "_").Replace(strings.ToLower(u.Get("type").Text()))
}

// updateKind returns the kind of an update, "" if it is not a notice about the work.
func updateKind(u jsonscan.Value) biblio.UpdateKind { return crossrefUpdates[updateType(u)] }

// CrossrefNotices returns, for a work that is itself a notice ("update-to"), one record for each work that the
// notice is about, with only the identifier and the update.
func CrossrefNotices(notice *biblio.Record) []biblio.Record {
	text := notice.Extra["update-to"]
	if text == "" {
		return nil
	}
	v, err := jsonscan.Parse([]byte(text))
	if err != nil {
		return nil
	}
	var list []biblio.Record
	for u := range v.Items() {
		kind := updateKind(u)
		if kind == "" {
			continue
		}
		d := draft{Record: biblio.Record{Source: "crossref", LocalID: notice.LocalID}}
		d.claim(ident.DOI, "DOI", u.Get("DOI").Text())
		if len(d.IDs) == 0 || d.IDs[0] == notice.ID(ident.DOI) {
			continue
		}
		d.update(biblio.Update{Kind: kind, ID: notice.ID(ident.DOI), Date: crossrefDate(u.Get("updated"))})
		if updateType(u) == "partial_retraction" {
			d.Status = biblio.StatusNormal
		}
		list = append(list, d.Record)
	}
	return list
}

// WithNotices adds notices in an answer of Crossref to the works in it that they are about: for a retracted
// article that does not mention its retraction, a title search finds both.
func WithNotices(records []biblio.Record, err error) ([]biblio.Record, error) {
	for i := range records {
		for _, n := range CrossrefNotices(&records[i]) {
			for k := range records {
				if records[k].ID(ident.DOI) == n.ID(ident.DOI) {
					notice(&records[k], &n)
				}
			}
		}
	}
	return records, err
}

// notice copies the updates that a record lacks.
func notice(to, from *biblio.Record) {
	for _, u := range from.Updates {
		if !slices.ContainsFunc(to.Updates, func(have biblio.Update) bool { return have.Kind == u.Kind && have.ID == u.ID }) {
			to.Updates = append(to.Updates, u)
		}
	}
	if from.Status == biblio.StatusRetracted {
		to.Status = from.Status
	}
}

// crossrefTitle takes the first title; further ones are translations or short
// forms.
func (d *draft) crossrefTitle(_ string, v jsonscan.Value) {
	if v.IsString() {
		d.plainTitle("title", v.Text())
		return
	}
	d.plainTitle("title", v.First().Text())
	d.keepMore("title", v)
}

// firstOf sets a field from the first of a list, and keeps a list that has more.
func firstOf(to field) setter {
	return func(d *draft, key string, v jsonscan.Value) {
		*to(d) = plain(v.First().Text())
		d.keepMore(key, v)
	}
}

// keepMore keeps a list that has more than its first element.
func (d *draft) keepMore(key string, v jsonscan.Value) {
	if len(v.Strings()) > 1 {
		d.keep(key, v)
	}
}

// crossrefPeople adds names; affiliations and ORCIDs are kept in Extra.
func crossrefPeople(role biblio.Role) setter {
	return func(d *draft, key string, v jsonscan.Value) {
		more := false
		for p := range v.Items() {
			d.add(crossrefName(p), role)
			for field, value := range p.Fields() {
				more = more || !crossrefParts[field] && !value.Empty()
			}
		}
		if more {
			d.keep(key, v)
		}
	}
}

// crossrefParts are the members of a contributor that are used in names or say nothing.
var crossrefParts = map[string]bool{"family": true, "given": true, "suffix": true, "name": true, "sequence": true,
	"authenticated-orcid": true, "role": true}

func crossrefName(p jsonscan.Value) biblio.Contributor {
	c := nameKeys{family: "family", given: "given", body: "name"}.of(p)
	c.Suffix = cmp.Or(plainOf(p, "suffix"), c.Suffix)
	return c
}

func crossrefDate(v jsonscan.Value) biblio.Date {
	var d biblio.Date
	i := 0
	parts := v.Get("date-parts")
	if list := parts.First(); list.IsArray() {
		parts = list
	}
	for part := range parts.Items() {
		switch n := part.Int(); {
		case i == 0 && n > 0 && n < 3000:
			d.Year = n
		case i == 1 && d.Year > 0 && n >= 1 && n <= 12:
			d.Month = n
		case i == 2 && d.Month > 0 && n >= 1 && n <= 31:
			d.Day = n
		}
		i++
	}
	return d
}

func (c *crossref) settle() {
	c.Type = crossrefTypes[c.kind]
	if c.kind == "posted-content" && c.subtype != "preprint" && c.subtype != "" {
		c.Type = biblio.Other
	}
	c.note("type", c.kind)
	if titles := otherTitles(&c.Record); c.Title == "" && len(titles) > 0 {
		c.Title = titles[0] // deposited as the original title only
	}
	c.settleDate()
	c.settleContainer()
	c.Issue = cmp.Or(c.Issue, c.journalIssue)
	if c.Pages == "" {
		c.Pages = c.article
	} else {
		c.note("article-number", c.article)
	}
	if c.Subtitle != "" && strings.Contains(strings.ToLower(c.Title), strings.ToLower(c.Subtitle)) {
		c.note("subtitle", c.Subtitle) // it is part of the title already
		c.Subtitle = ""
	}
	c.settleRelations()
	for u := range c.updates.Items() { // an update made in place names its own DOI
		id, ok := ident.ParseDOI(u.Get("DOI").Text())
		if kind := updateKind(u); ok && kind != "" && id == c.ID(ident.DOI) {
			c.updated(kind, u)
		}
	}
}

func (c *crossref) settleDate() {
	keys := []string{"issued", "published", "published-print", "published-online", "posted", "published-other"}
	if c.Type == biblio.Thesis || c.Type == biblio.Standard {
		keys = append(keys, "approved") // often the only date they have
	}
	for _, key := range keys {
		if c.Issued = c.dates[key]; c.Issued.Year > 0 {
			return
		}
	}
}

func (c *crossref) settleContainer() {
	switch n := len(c.containers); {
	case n == 1:
		c.Container.Title = plain(c.containers[0])
	case n > 1:
		series, title := plain(c.containers[0]), plain(c.containers[1])
		if c.kind == "journal-article" || seriesLike(title) && !seriesLike(series) {
			series, title = title, series
		}
		c.Container.Title, c.Container.Series = title, series
	case c.Type == biblio.Preprint && c.institution != "":
		c.Container.Title = c.institution // the server: bioRxiv
	case c.Type == biblio.PaperConference:
		c.Container.Title = c.event[0]
	case c.Publisher == "" && c.institution != "":
		c.Publisher = c.institution
	}
	if c.Container.Short == "" && (c.Type == biblio.PaperConference || c.Type == biblio.Proceedings) {
		c.Container.Short = c.event[1]
	}
}

var seriesWords = []string{"lecture notes", "series", "briefs", "proceedings in", "schriften", "library", "studies in",
	"advances in", "communications in", "topics in", "methods in"}

// seriesLike reports whether a name looks like that of a book series.
func seriesLike(s string) bool {
	s = strings.ToLower(s)
	return slices.ContainsFunc(seriesWords, func(word string) bool { return strings.Contains(s, word) })
}

// crossrefRelations maps the relation types that join versions of one work.
var crossrefRelations = []struct {
	name string
	kind biblio.RelationKind
}{
	{"is-preprint-of", biblio.PublishedAs}, {"has-preprint", biblio.PreprintOf},
	{"is-identical-to", biblio.SameAs}, {"is-same-as", biblio.SameAs}, {"is-version-of", biblio.SameAs},
	{"has-version", biblio.SameAs},
}

func (c *crossref) settleRelations() {
	for _, r := range crossrefRelations {
		for target := range c.relation.Get(r.name).Items() {
			if id, ok := ident.ParseAs(ident.Scheme(strings.ToLower(target.Get("id-type").Text())),
				target.Get("id").Text()); ok {
				c.relate(r.kind, id)
			}
		}
	}
}
