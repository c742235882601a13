package online_test

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
)

// The works of sources that answer with pages, or in formats of their own, written for the test: a record of an
// agency, a page, one behind a DOI, a collection of the Anthology, records of INSPIRE, ADS and Unpaywall.
const (
	ownDOI  = "10.11467/isss2003.7.1_11"
	ownPage = "https://journal.example/a"
	ownCSL  = `{"type":"article-journal","title":"On a Test of Things from Elsewhere","author":[{"family":"Yamada","given":"Hanako"}],"issued":{"date-parts":[[2003]]},"DOI":"10.11467/isss2003.7.1_11"}`
	ownHTML = `<!DOCTYPE html><html><head><title>Wide learning</title><meta name="citation_title" content="Wide learning"><meta name="citation_author" content="Doe, Jane">
<meta name="citation_publication_date" content="2015"><meta name="citation_doi" content="10.5555/wide"></head><body>text</body></html>`
	ownCollection = `<?xml version='1.0' encoding='UTF-8'?>
<collection id="N19"><volume id="1" type="proceedings"><meta><booktitle>Proceedings of NAACL 2019</booktitle><year>2019</year><venue>naacl</venue></meta>
<paper id="423"><title>Readers of Transformers</title><author><first>Jane</first><last>Doe</last></author><pages>1–9</pages><url hash="x">N19-1423</url></paper></volume></collection>`
	ownInspire   = `{"id":"1","metadata":{"titles":[{"title":"On heavy things"}],"authors":[{"full_name":"Doe, Jane"}],"dois":[{"value":"10.5555/heavy"}],"publication_info":[{"journal_title":"J","year":2001}]}}`
	ownADS       = `{"bibcode":"2001J....1....1D","title":["On heavy things"],"author":["Doe, Jane"],"doi":["10.5555/heavy"],"identifier":["10.5555/heavy"],"year":"2001","pub":"J","doctype":"article"}`
	ownUnpaywall = `{"doi":"10.5555/heavy","genre":"journal-article","title":"On heavy things","year":2001,"journal_name":"J","z_authors":[{"family":"Doe","given":"Jane"}]}`
)

// stockOwn puts them on a server and returns references to them, and to absent works.
func stockOwn(t *testing.T, server *fixtureserver.Server) (known, absent []biblio.Flat) {
	t.Helper()
	server.SetAgency(ownDOI, "JaLC")
	server.SetPage("https://doi.org/"+ownDOI,
		fixtureserver.Page{Type: "application/vnd.citationstyles.csl+json", Body: ownCSL})
	server.SetPage("https://doi.org/10.5555/wide", fixtureserver.Page{To: ownPage})
	server.SetPage(ownPage, fixtureserver.Page{Body: ownHTML})
	server.SetPage("https://raw.githubusercontent.com/acl-org/acl-anthology/master/data/xml/N19.xml",
		fixtureserver.Page{Body: ownCollection})
	doi, ok := ident.ParseDOI("10.5555/heavy")
	if !ok {
		t.Fatal("not a DOI")
	}
	rec := biblio.Record{Work: biblio.Work{Title: "On heavy things", IDs: []ident.ID{doi}}}
	for service, raw := range map[string]string{"inspire": ownInspire, "ads": ownADS, "unpaywall": ownUnpaywall} {
		server.Put(service, []byte(raw), rec)
	}
	return []biblio.Flat{
			{Type: "article-journal", Title: "On a Test of Things from Elsewhere", Authors: []string{"Hanako Yamada"},
				Year: "2003", DOI: ownDOI},
			{Title: "Wide learning", DOI: "10.5555/wide"},
			{Title: "Wide learning", URL: ownPage},
			{Type: "paper-conference", Title: "Readers of Transformers", Authors: []string{"Jane Doe"}, Year: "2019",
				URL: "https://aclanthology.org/N19-1423"},
			{Type: "article-journal", Title: "On heavy things", Authors: []string{"Jane Doe"}, Year: "2001",
				DOI: "10.5555/heavy"},
		}, []biblio.Flat{
			sourcetest.Unknown(func(f *biblio.Flat) { f.URL = "https://aclanthology.org/N19-9999" }),
		}
}
