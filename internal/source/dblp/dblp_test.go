package dblp_test

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/dblp"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

func TestConnector(t *testing.T) {
	facts := fixtureserver.Facts()
	sourcetest.Run(t, sourcetest.Suite{
		New:   func(c *transport.Client) source.Connector { return dblp.New(c) },
		Found: []biblio.Flat{facts[0], facts[1], facts[4]}, Absent: []biblio.Flat{sourcetest.Unknown(nil)},
	})
}
