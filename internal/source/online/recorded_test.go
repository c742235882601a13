package online_test

import (
	"bufio"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/online"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// TestRecordedObjects checks how many recorded works each service has and what the incomplete ones lack.
func TestRecordedObjects(t *testing.T) {
	server := fixtureserver.New(nil)
	defer server.Close()
	loaded, err := server.Recorded(filepath.Join(testenv.Shared(t), "data", "fixtures"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"crossref", "openalex", "semanticscholar", "dblp", "europepmc",
		"datacite", "unpaywall"} {
		complete, lacks := 0, map[string]int{}
		for _, rec := range server.Records(name) {
			whole := true
			for what, missing := range map[string]bool{"title": rec.Title == "", "names": len(rec.Contributors) == 0,
				"year": rec.Issued.Year == 0} {
				if missing {
					lacks[what]++
					whole = false
				}
			}
			if whole {
				complete++
			}
		}
		t.Logf("%s: %d works, %d with title, names and year; others lack %v", name, loaded[name], complete, lacks)
		if loaded[name] == 0 {
			t.Errorf("%s: no recorded works", name)
		}
	}
}

// TestRecordedStatuses replays every recorded answer with a status other than 200: none of them is an answer.
func TestRecordedStatuses(t *testing.T) {
	fixtures := filepath.Join(testenv.Shared(t), "data", "fixtures")
	n := 0
	for _, folder := range []string{"crossref", "openalex", "semanticscholar", "arxiv", "datacite", "pubmed", "doi"} {
		file, err := os.Open(filepath.Join(fixtures, folder, "manifest.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		lines := bufio.NewScanner(file)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			var l struct {
				File   string
				Status int
			}
			if json.Unmarshal(lines.Bytes(), &l) != nil || l.Status == 200 || l.Status/100 == 3 {
				continue
			}
			body, err := os.ReadFile(filepath.Join(fixtures, folder, l.File))
			if err != nil {
				t.Fatal(err)
			}
			server := fixtureserver.New(nil)
			server.SetPage("https://service.example/x",
				fixtureserver.Page{Status: l.Status, Type: "application/json", Body: string(body)})
			client := sourcetest.Client(server, nil)
			if _, err := client.Do(context.Background(),
				&transport.Request{Service: "crossref", URL: "https://service.example/x"}); err == nil {
				t.Errorf("%s/%s: status %d passes for an answer", folder, l.File, l.Status)
			}
			client.Close()
			server.Close()
			n++
		}
	}
	t.Logf("%d recorded answers with an error status", n)
	if n < 50 {
		t.Errorf("only %d recorded answers with an error status", n)
	}
}

// TestRecordAndReplay records a run through every service and replays it
// without any.
func TestRecordAndReplay(t *testing.T) {
	server := fixtureserver.New(fixtureserver.Facts())
	defer server.Close()
	server.Inject("api.openalex.org", fixtureserver.Forbidden, 1)
	var queries []source.Query
	for _, f := range fixtureserver.Facts() {
		queries = append(queries, sourcetest.Query(f))
		f.DOI, f.ArXivID, f.PMID = "", "", ""
		queries = append(queries, sourcetest.Query(f))
	}
	queries = append(queries, sourcetest.Query(sourcetest.Unknown(sourcetest.DOI)))
	path := filepath.Join(t.TempDir(), "run.jsonl")
	tape, err := transport.Record(path)
	if err != nil {
		t.Fatal(err)
	}
	client := sourcetest.Client(server, func(o *transport.Options) { o.Tape = tape })
	want := ask(context.Background(), client, services, queries)
	client.Close()
	if err := tape.Close(); err != nil {
		t.Fatal(err)
	}
	played, err := transport.Replay(path)
	if err != nil {
		t.Fatal(err)
	}
	server.Reset()
	client = sourcetest.Client(server, func(o *transport.Options) { o.Tape = played })
	defer client.Close()
	got := ask(context.Background(), client, services, queries)
	if n := server.Total(); n != 0 {
		t.Errorf("%d requests in a replay", n)
	}
	for name, lookups := range want {
		for i := range lookups {
			a, b := lookups[i], got[name][i]
			if a.Outcome != b.Outcome || !reflect.DeepEqual(a.Answer, b.Answer) {
				t.Errorf("%s, query %d: recorded %s (%s), replayed %s (%s)", name, i, a.Outcome, a.Reason, b.Outcome, b.Reason)
			}
		}
	}
}

func TestProbe(t *testing.T) {
	server := fixtureserver.New(fixtureserver.Facts())
	defer server.Close()
	server.SetPage("https://aclanthology.org/N19-1423", fixtureserver.Page{Body: "<title>BERT</title>"})
	server.SetPage("https://api.github.com/repos/scipy/scipy",
		fixtureserver.Page{Type: "application/json", Body: `{"name":"scipy","full_name":"scipy/scipy"}`})
	client := sourcetest.Client(server, nil)
	defer client.Close()
	config := online.Config{Client: client, Keys: allKeys()}
	for _, e := range online.Sources {
		if _, err := online.Probe(context.Background(), e.New(config)); err != nil && e.Name != "publisher" {
			t.Errorf("%s: %v", e.Name, err)
		}
	}
	server.Inject("*", fixtureserver.ServerError, 1)
	client = sourcetest.Client(server, nil)
	defer client.Close()
	config.Client = client
	for _, e := range online.Sources {
		if _, err := online.Probe(context.Background(), e.New(config)); err == nil {
			t.Errorf("%s answers although it is down", e.Name)
		}
	}
}
