package online

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

var japanese = biblio.Flat{Type: "article-journal", Title: "On a Test of Things from Elsewhere",
	Authors: []string{"Hanako Yamada"}, Year: "2003", DOI: "10.11467/isss2003.7.1_11"}

func prepareDOI(s *fixtureserver.Server) {
	s.SetAgency(japanese.DOI, "JaLC")
	s.SetPage("https://doi.org/"+japanese.DOI, fixtureserver.Page{Type: "application/vnd.citationstyles.csl+json",
		Body: `{"type":"article-journal","title":"On a Test of Things from Elsewhere","author":[{"family":"Yamada","given":"Hanako"}],"issued":{"date-parts":[[2003]]},"DOI":"10.11467/isss2003.7.1_11"}`})
}

func TestDOI(t *testing.T) {
	sourcetest.Run(t, sourcetest.Suite{
		New:   func(c *transport.Client) source.Connector { return newDOI(Config{Client: c}) },
		Found: []biblio.Flat{japanese}, Absent: []biblio.Flat{sourcetest.Unknown(sourcetest.DOI)}, Prepare: prepareDOI,
	})
}

func TestRegistry(t *testing.T) {
	server := fixtureserver.New(fixtureserver.Facts())
	defer server.Close()
	prepareDOI(server)
	server.SetAgency("10.5555/other", "Nobody")
	c := newDOI(Config{Client: sourcetest.Client(server, nil)})
	for value, c2 := range map[string]struct {
		hits int
		gone bool
	}{
		"10.1038/nature14539":       {0, false}, // Crossref's connector has the record
		"10.11467/isss2003.7.1_11":  {1, false},
		"10.5555/other":             {0, false}, // a 404 for a description says nothing about existence
		"10.99999/nowhere.1":        {0, true},
		"10.1016/made-up(2020)<1>x": {0, true},
	} {
		id, ok := ident.ParseDOI(value)
		if !ok {
			t.Fatal(value)
		}
		answer, err := c.Lookup(context.Background(), source.Query{IDs: []ident.ID{id}})
		if err != nil || len(answer.Hits) != c2.hits || (len(answer.NoSuchID) == 1) != c2.gone {
			t.Errorf("%s: %d hits, no such %v, %v", value, len(answer.Hits), answer.NoSuchID, err)
		}
	}
	// The registry's answer requires both of its services.
	server.Inject("*", fixtureserver.NotFound, 2)
	c = newDOI(Config{Client: sourcetest.Client(server, nil)})
	id, _ := ident.ParseDOI("10.99999/nowhere.2")
	if answer, err := c.Lookup(context.Background(), source.Query{IDs: []ident.ID{id}}); err == nil {
		t.Errorf("one service answered, one did not: %+v", answer)
	}
}

func TestBatchOfDOIs(t *testing.T) {
	server := fixtureserver.New(fixtureserver.Facts())
	defer server.Close()
	c := newDOI(Config{Client: sourcetest.Client(server, nil)})
	var queries []source.Query
	for _, f := range fixtureserver.Facts() {
		for range 8 {
			queries = append(queries, sourcetest.Query(f))
		}
	}
	source.LookupAll(context.Background(), c, queries)
	if n := server.Total(); n != 1 {
		t.Errorf("%d requests for the agencies of five DOIs", n)
	}
}

// TestRecordedDOIs reads the recorded answers of the registry and of content
// negotiation.
func TestRecordedDOIs(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(testenv.Shared(t), "data", "fixtures", "doi", "*_200_*.json"))
	agencies, items := 0, 0
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonscan.Parse(raw)
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(file), err)
			continue
		}
		if strings.Contains(file, "_ra-") {
			for item := range v.Items() {
				if item.Get("RA").Text() == "" && item.Get("status").Text() == "" {
					t.Errorf("%s: neither agency nor status", filepath.Base(file))
				}
				agencies++
			}
		} else {
			items++
		}
	}
	t.Logf("doi: %d answers of the registry, %d descriptions", agencies, items)
	if agencies < 90 || items < 11 {
		t.Errorf("%d answers of the registry, %d descriptions", agencies, items)
	}
}
