package wire

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// OpenAlexVersions returns the other versions of a work that OpenAlex lists as locations, at most one each of
// preprint, proceedings and journal, as records of their own with the title and names of the work. Mirrors and
// repositories (PubMed, PubMed Central, those of institutions) are not versions. Among several locations of one
// kind the one whose address is a DOI counts. OpenAlex dates the work and not its locations, so a version has a
// year only if its identifier states one.
func OpenAlexVersions(rec *biblio.Record) []biblio.Record {
	v, err := jsonscan.Parse([]byte(rec.Extra["locations"]))
	if err != nil {
		return nil
	}
	own := versionKind(rec.Type)
	found := map[biblio.Type]biblio.Record{}
	for l := range v.Items() {
		version, ok := openAlexVersion(rec, l)
		if !ok || version.Type == own {
			continue
		}
		have, ok := found[version.Type]
		if !ok || have.ID(ident.DOI).IsZero() && !version.ID(ident.DOI).IsZero() {
			found[version.Type] = version
		}
	}
	var list []biblio.Record
	for _, kind := range []biblio.Type{biblio.Preprint, biblio.PaperConference, biblio.ArticleJournal} {
		if version, ok := found[kind]; ok {
			list = append(list, version)
		}
	}
	return list
}

func versionKind(t biblio.Type) biblio.Type {
	switch t {
	case biblio.Preprint, biblio.PaperConference:
		return t
	case biblio.Chapter, biblio.Proceedings:
		return biblio.PaperConference
	}
	return biblio.ArticleJournal
}

// versionOf starts another version of a work, with its title and names.
func versionOf(rec *biblio.Record) draft {
	d := draft{Record: biblio.Record{Source: rec.Source}}
	d.Title, d.Subtitle, d.Contributors, d.AuthorsCut = rec.Title, rec.Subtitle, rec.Contributors, rec.AuthorsCut
	return d
}

func openAlexVersion(rec *biblio.Record, l jsonscan.Value) (biblio.Record, bool) {
	place := l.Get("source")
	name := plainOf(place, "display_name")
	if name == "" {
		return biblio.Record{}, false
	}
	d := versionOf(rec)
	switch kind := place.Get("type").Text(); {
	case strings.HasPrefix(strings.ToLower(name), "arxiv"):
		d.Type, name = biblio.Preprint, "arXiv"
	case normalise.PreprintServer(name):
		d.Type = biblio.Preprint
	case kind == "conference", l.Get("raw_type").Text() == "proceedings-article":
		d.Type = biblio.PaperConference
	case kind == "journal":
		d.Type = biblio.ArticleJournal
	default:
		return biblio.Record{}, false
	}
	d.Container.Title = name
	d.Container.ISSN = place.Get("issn").Strings()
	d.URL = l.Get("landing_page_url").Text()
	for _, id := range locationIDs(l) {
		if id.Scheme == ident.DOI || id.Scheme == ident.ArXiv || id.Scheme == ident.ACL {
			d.AddID(id)
		}
	}
	d.Issued.Year, d.Issued.Month, _ = d.ID(ident.ArXiv).ArXivDate()
	d.LocalID = rec.LocalID + "#" + string(d.Type)
	if id := rec.ID(ident.OpenAlex); !id.IsZero() {
		d.relate(biblio.SameAs, id)
	}
	return d.Record, true
}

// ArXivPublished returns the published version of a preprint as its authors stated it on arXiv: the container
// and year in "journal_ref", and the DOI. ok is false if there is no container.
func ArXivPublished(rec *biblio.Record) (version biblio.Record, ok bool) {
	container, year := journalRef(rec.Extra["journal-ref"])
	if container == "" {
		return biblio.Record{}, false
	}
	d := versionOf(rec)
	d.LocalID = rec.LocalID + "#published"
	d.Container.Title, d.Issued.Year = container, year
	for _, r := range rec.Relations {
		if r.Kind == biblio.PublishedAs {
			d.AddID(r.ID)
		}
	}
	d.relate(biblio.PreprintOf, rec.ID(ident.ArXiv))
	return d.Record, true
}

var (
	// refName matches how a container's name begins: words, including years and ordinals that are followed by
	// others, up to a number, a bracket or a comma.
	refName = lazy.Regexp(`^(?:(?:19|20)\d\d )?(?:[^\d,;:(]|(?:19|20)\d\d [A-Z\d]|\d{1,3}(?:st|nd|rd|th) )+`)
	refYear = lazy.Regexp(`\b(?:19|20)\d\d\b`)
)

// journalRef extracts a container and the last year from free text such as "Phys.Lett.B573:94-100,2003".
func journalRef(text string) (container string, year int) {
	container = strings.TrimRight(refName.FindString(text), " @-")
	container = strings.TrimSpace(strings.TrimPrefix(strings.TrimPrefix(container, "In "), "in "))
	if len(container) < 4 {
		return "", 0
	}
	if years := refYear.FindAllString(text, -1); len(years) > 0 {
		year = biblio.LeadingYear(years[len(years)-1])
	}
	return container, year
}
