package zotero_test

import (
	"context"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/ident"
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

func TestExport(t *testing.T) {
	server := fixtureserver.New(fixtureserver.Facts())
	defer server.Close()
	c := zotero.New(sourcetest.Client(server, nil), "https://zotero.example", nil)
	text, err := c.Export(context.Background(), ident.ID{Scheme: ident.DOI, Value: "10.1038/nature14539"}, "Deep learning", "bibtex")
	if err != nil || !strings.Contains(text, "Deep learning") || !strings.HasPrefix(strings.TrimSpace(text), "@") {
		t.Errorf("%q %v", text, err)
	}
	if text, err := c.Export(context.Background(), ident.ID{Scheme: ident.DOI, Value: "10.5555/nothing.there"}, "", "bibtex"); err != nil || text != "" {
		t.Errorf("nothing there: %q %v", text, err)
	}
	server.Inject("*", fixtureserver.ServerError, 1)
	c = zotero.New(sourcetest.Client(server, nil), "https://zotero.example", nil)
	if text, err := c.Export(context.Background(), ident.ID{Scheme: ident.DOI, Value: "10.1038/nature14539"}, "", "bibtex"); err == nil {
		t.Errorf("a server in trouble: %q", text)
	}
}
