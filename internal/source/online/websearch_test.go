package online

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

const greyPage = `<title>A Grey Report on Nothing Much</title><meta name="author" content="Jane Doe"><body>A Grey Report on Nothing Much, by Jane Doe`

func TestWebSearch(t *testing.T) {
	f := biblio.Flat{Type: "report", Title: "A Grey Report on Nothing Much", Authors: []string{"Jane Doe"}}
	sourcetest.Run(t, sourcetest.Suite{
		New: func(c *transport.Client) source.Connector {
			return newWebSearch(Config{Client: c, Keys: map[string]string{"searxng_url": "https://searxng.example"}})
		},
		Prepare: func(s *fixtureserver.Server) {
			s.SetPage("https://grey.example/report", fixtureserver.Page{Body: greyPage})
		},
		Found: []biblio.Flat{f}, Absent: []biblio.Flat{sourcetest.Unknown(nil)},
	})
}

// TestSearchEngines reads an answer of each engine in its documented format; those of SerpApi are recorded.
func TestSearchEngines(t *testing.T) {
	for _, c := range []struct {
		name, host, path, body string
		keys                   map[string]string
		results                int
	}{
		{"tavily", "api.tavily.com", "search",
			`{"query":"q","results":[{"title":"T","url":"https://a.example/","content":"C","score":0.9}]}`,
			map[string]string{"tavily": "tvly-0123456789"}, 1},
		{"brave", "api.search.brave.com", "res/v1/web/search",
			`{"type":"search","query":{"original":"q"},"web":{"type":"search","results":[{"title":"T","url":"https://a.example/","description":"C"}]}}`,
			map[string]string{"brave": "0123456789"}, 1},
		{"brave, nothing", "api.search.brave.com", "res/v1/web/search", `{"type":"search","query":{"original":"q"}}`,
			map[string]string{"brave": "0123456789"}, 0},
		{"serpapi, nothing", "serpapi.com", "search.json",
			`{"search_metadata":{"status":"Success"},"error":"Google hasn't returned any results for this query."}`,
			map[string]string{"serpapi": "0123456789", "serpapi_engine": "google"}, 0},
	} {
		server := fixtureserver.New(nil)
		server.SetPage("https://"+c.host+"/"+c.path, fixtureserver.Page{Type: "application/json", Body: c.body})
		results, err := engineFor(c.keys).search(Config{Client: sourcetest.Client(server, nil), Keys: c.keys})(
			context.Background(), "q")
		if err != nil || len(results) != c.results {
			t.Errorf("%s: %+v %v", c.name, results, err)
		}
		server.Close()
	}
}

func TestErrorIsNotNothing(t *testing.T) {
	server := fixtureserver.New(nil)
	defer server.Close()
	server.SetPage("https://serpapi.com/search.json",
		fixtureserver.Page{Type: "application/json", Body: `{"error":"Invalid API key."}`})
	keys := map[string]string{"serpapi": "0123456789", "serpapi_engine": "google"}
	if results, err := engineFor(keys).search(Config{Client: sourcetest.Client(server, nil), Keys: keys})(
		context.Background(), "q"); err == nil {
		t.Errorf("%+v", results)
	}
}

func TestRecordedSerpAPI(t *testing.T) {
	dir := filepath.Join(testenv.Shared(t), "data", "fixtures", "serpapi")
	files, _ := filepath.Glob(filepath.Join(dir, "*.json"))
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var answer map[string]any
		if json.Unmarshal(raw, &answer) != nil {
			t.Fatal(file)
		}
		server := fixtureserver.New(nil)
		server.SetPage("https://serpapi.com/search.json", fixtureserver.Page{Type: "application/json", Body: string(raw)})
		keys := map[string]string{"serpapi": "0123456789",
			"serpapi_engine": answer["search_parameters"].(map[string]any)["engine"].(string)}
		results, err := engineFor(keys).search(Config{Client: sourcetest.Client(server, nil), Keys: keys})(
			context.Background(), "q")
		if err != nil || len(results) == 0 {
			t.Errorf("%s: %d results, %v", filepath.Base(file), len(results), err)
		}
		for _, r := range results {
			if r.Record != nil && (len(r.Record.Contributors) == 0 || r.Record.Issued.Year == 0) {
				t.Logf("%s: incomplete: %q %v", filepath.Base(file), r.Title, r.Record.Extra["summary"])
			}
		}
		server.Close()
	}
}
