package googlebooks_test

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/googlebooks"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

func TestConnector(t *testing.T) {
	facts := fixtureserver.Facts()
	bare := facts[5]
	bare.DOI, bare.ArXivID, bare.PMID, bare.ISBN = "", "", "", ""
	sourcetest.Run(t, sourcetest.Suite{
		New:   func(c *transport.Client) source.Connector { return googlebooks.New(c, "") },
		Found: []biblio.Flat{facts[5], bare}, Absent: []biblio.Flat{sourcetest.Unknown(func(f *biblio.Flat) { f.Type = "book" })},
	})
}
