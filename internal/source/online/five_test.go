package online_test

import (
	"context"
	"errors"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source/online"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
)

// fiveAbsent are references to works that no service has, one for each way of querying a source.
var fiveAbsent = []biblio.Flat{
	sourcetest.Unknown(sourcetest.DOI),
	sourcetest.Unknown(func(f *biblio.Flat) { f.Type, f.ISBN = "book", "9780201000009" }),
	sourcetest.Unknown(func(f *biblio.Flat) { f.URL = "https://github.com/nobody/nothing" }),
	sourcetest.Unknown(func(f *biblio.Flat) { f.DOI = "10.17487/rfc99998" }),
	sourcetest.Unknown(func(f *biblio.Flat) { f.Type, f.Venue, f.Year = "paper-conference", "ICLR", "2019" }),
}

// ofPages are the faults of sources that read pages: sites block readers with a page of their own, and half a
// page without a stated length is read as a page.
var ofPages = map[fixtureserver.Fault]fixtureserver.Fault{fixtureserver.Anubis: fixtureserver.Challenge,
	fixtureserver.Truncated: fixtureserver.CutOff}

// TestFiveAnswers gives each source the five answers that every service can return: the work, that it is not there,
// a throttle, a wall, and something unreadable. The last three are failures of their kind, whatever was asked.
func TestFiveAnswers(t *testing.T) {
	server := fixtureserver.New(fixtureserver.Facts())
	defer server.Close()
	server.SetPage("https://api.github.com/repos/scipy/scipy",
		fixtureserver.Page{Type: "application/json", Body: `{"name":"scipy","full_name":"scipy/scipy"}`})
	server.SetPage("https://api.github.com/repos/nobody/nothing",
		fixtureserver.Page{Status: 404, Type: "application/json", Body: `{"message":"Not Found"}`})
	ownKnown, ownAbsent := stockOwn(t, server)
	faults := []struct {
		name  string
		fault fixtureserver.Fault
		kind  answer.FailureKind
	}{
		{"throttled", fixtureserver.TooManyLong, answer.RateLimited},
		{"walled", fixtureserver.Anubis, answer.Refused},
		{"malformed", fixtureserver.Truncated, answer.BadAnswer},
	}
	ask := func(name string, f biblio.Flat) answer.Lookup {
		client := sourcetest.Client(server, nil)
		defer client.Close()
		for _, e := range online.Sources {
			if e.Name == name {
				c := e.New(online.Config{Client: client, Keys: allKeys()})
				reply, err := c.Lookup(context.Background(), sourcetest.Query(f))
				return answer.NewLookup(c.Info(), reply, err)
			}
		}
		t.Fatalf("no source %s", name)
		return answer.Lookup{}
	}
	for _, e := range online.Sources {
		t.Run(e.Name, func(t *testing.T) {
			var known *biblio.Flat
			absent := false
			works := append(fixtureserver.Facts(),
				biblio.Flat{Title: "RFC 793: Transmission Control Protocol", DOI: "10.17487/rfc0793"},
				biblio.Flat{Type: "software", Title: "SciPy", URL: "https://github.com/scipy/scipy"})
			works = append(works, ownKnown...)
			for i := range works {
				if l := ask(e.Name, works[i]); l.Outcome == answer.Found && known == nil {
					known = &works[i]
				}
			}
			for _, f := range append(fiveAbsent, ownAbsent...) {
				absent = absent || ask(e.Name, f).Outcome == answer.NoMatch
			}
			if known == nil || !absent {
				t.Errorf("found %v, absent %v", known != nil, absent)
				return
			}
			for _, c := range faults {
				if other, ok := ofPages[c.fault]; ok && e.Pages {
					c.fault = other
				}
				server.Inject("*", c.fault, 1)
				l := ask(e.Name, *known)
				server.Inject("*", "", 0)
				var failure *answer.Failure
				if l.Outcome != answer.Failed || !errors.As(l.Failure, &failure) || failure.Kind != c.kind {
					t.Errorf("%s: %s, %s, want %s", c.name, l.Outcome, l.Reason, c.kind)
				}
			}
		})
	}
}
