package crossref_test

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/crossref"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

func TestConnector(t *testing.T) {
	facts := fixtureserver.Facts()
	bare := facts[0]
	bare.DOI, bare.ArXivID = "", ""
	sourcetest.Run(t, sourcetest.Suite{
		New:   func(c *transport.Client) source.Connector { return crossref.New(c, "") },
		Found: []biblio.Flat{facts[0], facts[1], bare, facts[6]}, Absent: []biblio.Flat{sourcetest.Unknown(nil), sourcetest.Unknown(sourcetest.DOI)},
	})
}
