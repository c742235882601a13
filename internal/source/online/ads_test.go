package online

import (
	"context"
	"errors"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// adsRecord is in the documented format of ADS, written for the test.
const adsRecord = `{"bibcode":"1998AJ....116.1009R","title":["Observational Evidence from Supernovae for an Accelerating Universe and a Cosmological Constant"],
	"author":["Riess, Adam G.","Filippenko, Alexei V."],"year":"1998","pub":"The Astronomical Journal","volume":"116","issue":"3","page":["1009"],"page_range":"1009-1038",
	"doi":["10.1086/300499"],"identifier":["arXiv:astro-ph/9805201","10.1086/300499"],"doctype":"article"}`

func TestADS(t *testing.T) {
	byID := biblio.Flat{
		Title: "Observational Evidence from Supernovae for an Accelerating Universe and a Cosmological Constant",
		DOI:   "10.1086/300499"}
	byTitle := byID
	byTitle.DOI = ""
	sourcetest.Run(t, sourcetest.Suite{
		New: func(c *transport.Client) source.Connector {
			return newADS(Config{Client: c, Keys: map[string]string{"ads": "a-token-of-mine"}})
		},
		Prepare: func(s *fixtureserver.Server) {
			rec, err := wire.ADS([]byte(adsRecord))
			if err != nil {
				t.Fatal(err)
			}
			s.Put("ads", []byte(adsRecord), rec)
		},
		Found: []biblio.Flat{byID, byTitle}, Absent: []biblio.Flat{sourcetest.Unknown(nil),
			sourcetest.Unknown(sourcetest.DOI)},
	})
}

func TestADSNeedsToken(t *testing.T) {
	c := newADS(Config{Client: transport.New(transport.Options{})})
	if _, err := c.Lookup(context.Background(), sourcetest.Query(biblio.Flat{DOI: "10.1/x"})); !errors.Is(err,
		answer.ErrNotAsked) {
		t.Error(err)
	}
}
