package online

import (
	"context"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

func TestRFC(t *testing.T) {
	tls := biblio.Flat{Title: "The Transport Layer Security (TLS) Protocol Version 1.3", Authors: []string{"E. Rescorla"},
		Year: "2018", DOI: "10.17487/rfc8446"}
	named := biblio.Flat{Title: "Transmission Control Protocol", Venue: "RFC 793",
		Authors: []string{"J. Postel"}, Year: "1981"}
	sourcetest.Run(t, sourcetest.Suite{
		New: func(c *transport.Client) source.Connector { return newRFC(Config{Client: c}) },
		Found: []biblio.Flat{tls,
			named}, Absent: []biblio.Flat{sourcetest.Unknown(func(f *biblio.Flat) { f.DOI = "10.17487/rfc99999" })},
	})
}

func TestRFCNumber(t *testing.T) {
	for _, c := range []struct {
		f    biblio.Flat
		raw  string
		want string
	}{
		{biblio.Flat{Title: "RFC8446"}, "", "RFC8446"},
		{biblio.Flat{Title: "TLS 1.3", DOI: "10.17487/RFC8446"}, "", "RFC8446"},
		{biblio.Flat{Title: "TLS 1.3", URL: "https://datatracker.ietf.org/doc/html/rfc8446"}, "", "RFC8446"},
		{biblio.Flat{Title: "TLS 1.3", Venue: "Request for Comments", Volume: "0793"}, "", "RFC793"},
		{biblio.Flat{Title: "TLS 1.3"}, "E. Rescorla. TLS 1.3. RFC 8446, 2018.", "RFC8446"},
		{biblio.Flat{Title: "A survey", URL: "https://example.org/rfc8446"}, "", ""},
		{biblio.Flat{Title: "Receptive field center RFCs"}, "", ""},
	} {
		w := c.f.Work()
		if got := rfcNumber(source.Query{IDs: w.IDs, Claimed: w, Raw: c.raw}); got != c.want {
			t.Errorf("rfcNumber(%+v, %q) = %q, want %q", c.f, c.raw, got, c.want)
		}
	}
}

func TestInventedTitleAndRFC(t *testing.T) {
	server := fixtureserver.New(nil)
	defer server.Close()
	c := newRFC(Config{Client: sourcetest.Client(server, nil)})
	invented := biblio.Flat{Title: "Quantum Handshakes for Penguins", DOI: "10.17487/rfc8446"}
	reply, err := c.Lookup(context.Background(), sourcetest.Query(invented))
	if err != nil || len(reply.Hits) != 1 || reply.Hits[0].Record.Title == invented.Title ||
		reply.Coverage.Extent != answer.CompleteHere {
		t.Errorf("%+v %v", reply, err)
	}
	none := biblio.Flat{Title: "Quantum Handshakes for Penguins", DOI: "10.17487/rfc99998"}
	reply, err = c.Lookup(context.Background(), sourcetest.Query(none))
	if err != nil || len(reply.NoSuchID) != 1 ||
		reply.NoSuchID[0] != (ident.ID{Scheme: ident.DOI, Value: "10.17487/rfc99998"}) {
		t.Errorf("%+v %v", reply, err)
	}
	if server.Total() != 1 {
		t.Errorf("%d requests for the index", server.Total())
	}
}
