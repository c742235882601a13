package openreview_test

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/openreview"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

func TestConnector(t *testing.T) {
	facts := fixtureserver.Facts()
	sourcetest.Run(t, sourcetest.Suite{
		New:   func(c *transport.Client) source.Connector { return openreview.New(c) },
		Found: []biblio.Flat{facts[4]}, Absent: []biblio.Flat{sourcetest.Unknown(func(f *biblio.Flat) { f.Type = "paper-conference" })},
	})
}
