package fixtureserver

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// Service is a service that the server plays.
type Service struct {
	Name   string // as in internal/transport/services.go
	Source string // the source that asks it
	Hosts  []string
	// Keyed is true if the source asks only with a key, for which tests set one, or at an address of the user's own.
	Keyed bool

	play   func(*answer)                // answers a request
	shelve func(*library, *biblio.Work) // puts a work on its shelf; nil if it has none
	covers func(*biblio.Work) bool      // whether it would have a work; nil if no work is put there unasked
}

// Services returns all services that the server plays.
func Services() []Service {
	return []Service{
		{Name: "doi", Source: "doi", Hosts: []string{"doi.org"}, play: playDOI},
		{Name: "datacite", Source: "datacite", Hosts: []string{"api.datacite.org"}, play: playDataCite, covers: ofDataCite,
			shelve: func(l *library, w *biblio.Work) {
				l.render("datacite", dataciteForm(w), wire.DataCite)
				l.known[w.ID(ident.DOI).Value] = "DataCite"
			}},
		{Name: "crossref", Source: "crossref", Hosts: []string{"api.crossref.org"}, play: playCrossref,
			covers: func(w *biblio.Work) bool { return !w.ID(ident.DOI).IsZero() && !ofDataCite(w) },
			shelve: func(l *library, w *biblio.Work) {
				l.render("crossref", crossrefForm(w), wire.Crossref)
				l.known[w.ID(ident.DOI).Value] = "Crossref"
			}},
		{Name: "openalex", Source: "openalex", Hosts: []string{"api.openalex.org"}, play: playOpenAlex, covers: anyWork,
			shelve: func(l *library, w *biblio.Work) { l.render("openalex", openalexForm(w), wire.OpenAlex) }},
		{Name: "semanticscholar", Source: "semantic_scholar", Hosts: []string{"api.semanticscholar.org"},
			play: playSemanticScholar, covers: anyWork,
			shelve: func(l *library, w *biblio.Work) { l.render("semanticscholar", s2Form(w), wire.SemanticScholar) }},
		{Name: "arxiv", Source: "arxiv", Hosts: []string{"export.arxiv.org"}, play: playArXiv,
			covers: func(w *biblio.Work) bool { return !w.ID(ident.ArXiv).IsZero() },
			shelve: func(l *library, w *biblio.Work) { l.write("arxiv", arxivForm(w), wire.ArXivEntry) }},
		{Name: "dblp", Source: "dblp_online", Hosts: []string{"dblp.org"}, play: playDBLP,
			covers: func(w *biblio.Work) bool {
				return w.Type == biblio.PaperConference || w.Type == biblio.ArticleJournal
			},
			shelve: func(l *library, w *biblio.Work) { l.render("dblp", dblpForm(w), wire.DBLPHit) }},
		{Name: "pubmed", Source: "pubmed", Hosts: []string{"eutils.ncbi.nlm.nih.gov"}, play: playPubMed,
			covers: ofMedicine,
			shelve: func(l *library, w *biblio.Work) { l.write("pubmed", pubmedForm(w), wire.PubMed) }},
		{Name: "europepmc", Source: "europepmc", Hosts: []string{"www.ebi.ac.uk"}, play: playEuropePMC,
			covers: ofMedicine,
			shelve: func(l *library, w *biblio.Work) { l.render("europepmc", europepmcForm(w), wire.EuropePMC) }},
		{Name: "openlibrary", Source: "openlibrary", Hosts: []string{"openlibrary.org"}, play: playOpenLibrary,
			covers: book,
			shelve: func(l *library, w *biblio.Work) {
				l.render("openlibrary", openlibraryForm(w), wire.OpenLibrarySearch)
			}},
		{Name: "googlebooks", Source: "googlebooks", Hosts: []string{"www.googleapis.com"}, Keyed: true,
			play: playGoogle, covers: book,
			shelve: func(l *library, w *biblio.Work) { l.render("googlebooks", googlebooksForm(w), wire.GoogleBooks) }},
		{Name: "openreview", Source: "openreview", Hosts: []string{"api2.openreview.net", oldOpenReview},
			Keyed: true, play: playOpenReview,
			covers: func(w *biblio.Work) bool {
				return strings.Contains(w.Container.Title, "ICLR") ||
					strings.Contains(w.Container.Title, "Learning Representations")
			},
			shelve: func(l *library, w *biblio.Work) { l.render("openreview", openreviewForm(w), wire.OpenReview) }},
		{Name: "inspire", Source: "inspire", Hosts: []string{"inspirehep.net"}, play: playInspire,
			shelve: func(l *library, w *biblio.Work) { l.render("inspire", inspireForm(w), wire.Inspire) }},
		{Name: "rfc", Source: "rfc", Hosts: []string{"www.rfc-editor.org"}, play: playRFC,
			shelve: func(l *library, w *biblio.Work) {
				l.put("rfc", rfcForm(w), biblio.Record{Work: *w})
				l.known[w.ID(ident.DOI).Value] = "Crossref"
			}},
		{Name: "aclanthology", Source: "acl_anthology", Hosts: []string{"raw.githubusercontent.com"}, play: playACL},
		{Name: "unpaywall", Source: "unpaywall", Hosts: []string{"api.unpaywall.org"}, play: playUnpaywall},
		{Name: "ads", Source: "ads", Hosts: []string{"api.adsabs.harvard.edu"}, Keyed: true, play: playADS},
		{Name: "zotero", Source: "zotero", Hosts: []string{"zotero.example"}, Keyed: true, play: playZotero},
		{Name: "searxng", Source: "web_search", Hosts: []string{"searxng.example"}, Keyed: true, play: playSearXNG},
		{Name: "wayback", Hosts: []string{"archive.org"}, play: playArchive},
	}
}

// Has reports whether the service would have a work: New puts it on its shelf.
func (s *Service) Has(w *biblio.Work) bool { return s.covers != nil && s.covers(w) }

func anyWork(*biblio.Work) bool { return true }

func book(w *biblio.Work) bool { return w.Type == biblio.Book }

func ofMedicine(w *biblio.Work) bool { return !w.ID(ident.PMID).IsZero() }

// ofDataCite reports whether a work's DOI has a prefix of a repository that registers with DataCite.
func ofDataCite(w *biblio.Work) bool {
	prefix, _, _ := strings.Cut(w.ID(ident.DOI).Value, "/")
	return slices.Contains([]string{"10.48550", "10.5281", "10.5061"}, prefix)
}

// named returns the service of a name, which must exist.
func named(name string) Service {
	list := Services()
	i := slices.IndexFunc(list, func(s Service) bool { return s.Name == name })
	if i < 0 || list[i].shelve == nil {
		panic(fmt.Sprintf("the server cannot put works on a shelf of %q", name))
	}
	return list[i]
}

// HostsOf returns the hosts of a service, nil for one that the server does not play.
func HostsOf(name string) []string {
	for _, s := range Services() {
		if s.Name == name {
			return s.Hosts
		}
	}
	return nil
}
