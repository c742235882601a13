package online

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

func TestUnpaywall(t *testing.T) {
	fixtures := filepath.Join(testenv.Shared(t), "data", "fixtures")
	sourcetest.Run(t, sourcetest.Suite{
		New: func(c *transport.Client) source.Connector { return newUnpaywall(Config{Client: c}) },
		Found: []biblio.Flat{{Title: "High-throughput screening of human genetic variants by pooled prime editing",
			DOI: "10.1016/j.xgen.2025.100814"}},
		Prepare: func(s *fixtureserver.Server) {
			if _, err := s.Recorded(fixtures); err != nil {
				t.Fatal(err)
			}
		},
		Absent: []biblio.Flat{sourcetest.Unknown(sourcetest.DOI)},
	})
}

func TestUnpaywallNeedsContact(t *testing.T) {
	c := newUnpaywall(Config{Client: transport.New(transport.Options{})})
	if _, err := c.Lookup(context.Background(), sourcetest.Query(biblio.Flat{DOI: "10.1/x"})); !errors.Is(err,
		answer.ErrNotAsked) {
		t.Error(err)
	}
}
