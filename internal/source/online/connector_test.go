package online_test

import (
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/online"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// TestConnectors runs the suite for the services that the fixture server can play with its facts alone. The
// other connectors run it in files of their own, with what else they need.
func TestConnectors(t *testing.T) {
	nowhere, doi := sourcetest.Unknown(nil), sourcetest.Unknown(sourcetest.DOI)
	for _, c := range []struct {
		name   string
		keys   map[string]string
		found  []int // indexes in the facts
		bare   []int // indexes in the facts, claimed without any identifier
		absent []biblio.Flat
	}{
		{name: "arxiv", found: []int{3, 4}, bare: []int{3},
			absent: []biblio.Flat{nowhere, sourcetest.Unknown(func(f *biblio.Flat) { f.ArXivID = "9912.99999" })}},
		{name: "crossref", found: []int{0, 1, 6}, bare: []int{0}, absent: []biblio.Flat{nowhere, doi}},
		{name: "datacite", found: []int{3}, bare: []int{3}, absent: []biblio.Flat{nowhere, doi}},
		{name: "dblp_online", found: []int{0, 1, 4}, absent: []biblio.Flat{nowhere}},
		{name: "europepmc", found: []int{1, 2}, bare: []int{2}, absent: []biblio.Flat{nowhere, doi}},
		{name: "googlebooks", keys: keys, found: []int{5}, bare: []int{5},
			absent: []biblio.Flat{sourcetest.Unknown(func(f *biblio.Flat) { f.Type = "book" })}},
		{name: "openalex", keys: map[string]string{"openalex": "key"}, found: []int{0, 1}, bare: []int{0},
			absent: []biblio.Flat{nowhere, doi}},
		{name: "openlibrary", found: []int{5}, bare: []int{5},
			absent: []biblio.Flat{sourcetest.Unknown(func(f *biblio.Flat) { f.Type = "book" })}},
		{name: "openreview", keys: keys, found: []int{4},
			absent: []biblio.Flat{sourcetest.Unknown(func(f *biblio.Flat) { f.Type = "paper-conference" })}},
		{name: "pubmed", found: []int{1, 2}, bare: []int{2},
			absent: []biblio.Flat{nowhere, sourcetest.Unknown(func(f *biblio.Flat) { f.PMID = "99999999" })}},
		{name: "semantic_scholar", found: []int{0, 3, 4}, bare: []int{0}, absent: []biblio.Flat{nowhere, doi}},
		{name: "zotero", keys: map[string]string{"zotero_url": "https://zotero.example"}, found: []int{0, 1},
			absent: []biblio.Flat{doi}},
	} {
		t.Run(c.name, func(t *testing.T) {
			facts := fixtureserver.Facts()
			var found []biblio.Flat
			for _, i := range c.found {
				found = append(found, facts[i])
			}
			for _, i := range c.bare {
				f := facts[i]
				f.DOI, f.ArXivID, f.PMID, f.ISBN = "", "", "", ""
				found = append(found, f)
			}
			at := slices.IndexFunc(online.Sources, func(e online.Entry) bool { return e.Name == c.name })
			if at < 0 {
				t.Fatal("no such source")
			}
			sourcetest.Run(t, sourcetest.Suite{
				New: func(client *transport.Client) source.Connector {
					return online.Sources[at].New(online.Config{Client: client, Keys: c.keys})
				},
				Found: found, Absent: c.absent,
			})
		})
	}
}
