package zotero_test

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/polite"
	"github.com/bonafide-audit/bonafide/internal/source/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/source/zotero"
)

func TestConnector(t *testing.T) {
	facts := fixtureserver.Facts()
	sourcetest.Run(t, sourcetest.Suite{
		New:   func(c *polite.Client) source.Connector { return zotero.New(c, "https://zotero.example", nil) },
		Found: []biblio.Flat{facts[0], facts[1]}, Absent: []biblio.Flat{sourcetest.Unknown(sourcetest.DOI)},
	})
}
