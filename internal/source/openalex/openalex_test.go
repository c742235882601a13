package openalex_test

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/openalex"
	"github.com/bonafide-audit/bonafide/internal/source/polite"
	"github.com/bonafide-audit/bonafide/internal/source/sourcetest"
)

func TestConnector(t *testing.T) {
	facts := fixtureserver.Facts()
	bare := facts[0]
	bare.DOI, bare.ArXivID, bare.PMID, bare.ISBN = "", "", "", ""
	sourcetest.Run(t, sourcetest.Suite{
		New:   func(c *polite.Client) source.Connector { return openalex.New(c, "key") },
		Found: []biblio.Flat{facts[0], facts[1], bare}, Absent: []biblio.Flat{sourcetest.Unknown(nil), sourcetest.Unknown(sourcetest.DOI)},
	})
}
