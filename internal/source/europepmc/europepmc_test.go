package europepmc_test

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/europepmc"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

func TestConnector(t *testing.T) {
	facts := fixtureserver.Facts()
	bare := facts[2]
	bare.DOI, bare.ArXivID, bare.PMID, bare.ISBN = "", "", "", ""
	sourcetest.Run(t, sourcetest.Suite{
		New:   func(c *transport.Client) source.Connector { return europepmc.New(c) },
		Found: []biblio.Flat{facts[1], facts[2], bare}, Absent: []biblio.Flat{sourcetest.Unknown(nil), sourcetest.Unknown(sourcetest.DOI)},
	})
}
