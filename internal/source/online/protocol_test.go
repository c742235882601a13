package online_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/online"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// connector returns the named source, using a client.
func connector(t *testing.T, name string, client *transport.Client, keys map[string]string) source.Connector {
	t.Helper()
	i := slices.IndexFunc(online.Sources, func(e online.Entry) bool { return e.Name == name })
	if i < 0 {
		t.Fatal("no such source: ", name)
	}
	return online.Sources[i].New(online.Config{Client: client, Keys: keys})
}

// byIDs returns queries with one identifier each.
func byIDs(scheme ident.Scheme, values ...string) []source.Query {
	var queries []source.Query
	for _, v := range values {
		queries = append(queries, source.Query{IDs: []ident.ID{{Scheme: scheme, Value: v}}})
	}
	return queries
}

// numbered returns n texts.
func numbered(format string, n int) []string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf(format, i))
	}
	return list
}

// TestUnknownTogether queries many identifiers that no service has: one request answers for all, and a registry
// that says so is queried once more.
func TestUnknownTogether(t *testing.T) {
	for _, c := range []struct {
		name     string
		queries  []source.Query
		requests int
		gone     bool
	}{
		// 400, "No valid paper ids given"
		{"semantic_scholar", byIDs(ident.DOI, numbered("10.99999/nowhere.%d", 30)...), 1, false},
		{"arxiv", byIDs(ident.ArXiv, numbered("9912.000%02d", 30)...), 2, true},
		{"pubmed", byIDs(ident.PMID, numbered("999999%02d", 30)...), 2, true},
	} {
		server := fixtureserver.New(fixtureserver.Facts())
		client := sourcetest.Client(server, nil)
		for i, l := range source.LookupAll(context.Background(), connector(t, c.name, client, nil), c.queries) {
			if l.Outcome != answer.NoMatch || (len(l.Answer.NoSuchID) == 1) != c.gone {
				t.Errorf("%s, %v: %s %s, no such %v", c.name, c.queries[i].IDs, l.Outcome, l.Reason, l.Answer.NoSuchID)
			}
		}
		if n := server.Total(); n != c.requests {
			t.Errorf("%s: %d requests, want %d", c.name, n, c.requests)
		}
		client.Close()
		server.Close()
	}
}

// recorder records the requests to a handler.
type recorder struct {
	mu    sync.Mutex
	asked []string
}

func (r *recorder) note(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.asked = append(r.asked, text)
}

// played returns a client of a server played by a handler.
func played(t *testing.T, handler http.HandlerFunc) *transport.Client {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	client := transport.New(transport.Options{Via: server.URL, Clock: &sourcetest.Clock{}})
	t.Cleanup(client.Close)
	return client
}

// TestOtherRejectionOfABatch has a batch rejected because of one identifier: the halves without it are
// answered.
func TestOtherRejectionOfABatch(t *testing.T) {
	client := played(t, func(w http.ResponseWriter, r *http.Request) {
		var question struct{ IDs []string }
		json.NewDecoder(r.Body).Decode(&question)
		w.Header().Set("Content-Type", "application/json")
		if slices.Contains(question.IDs, "DOI:10.1000/spoils.it") {
			w.WriteHeader(http.StatusBadRequest)
			fmt.Fprint(w, `{"error":"Invalid id"}`)
			return
		}
		rows := make([]string, len(question.IDs))
		for i := range rows {
			rows[i] = fmt.Sprintf(`{"paperId":"p%d","title":"A paper","externalIds":{"DOI":%q}}`, i,
				strings.TrimPrefix(question.IDs[i], "DOI:"))
		}
		fmt.Fprintf(w, "[%s]", strings.Join(rows, ","))
	})
	queries := byIDs(ident.DOI, append(numbered("10.1000/real.%d", 7), "10.1000/spoils.it")...)
	for i, l := range source.LookupAll(context.Background(), connector(t, "semantic_scholar", client, nil), queries) {
		if want := i < 7; (l.Outcome == answer.Found) != want || (l.Outcome == answer.Failed) == want {
			t.Errorf("%v: %s %s", queries[i].IDs, l.Outcome, l.Reason)
		}
	}
}

// TestAddressLimit queries OpenAlex for titles and DOIs that do not fit into one address: the fixture server
// rejects such addresses as the service does.
func TestAddressLimit(t *testing.T) {
	var works []biblio.Flat
	for i := range 60 {
		works = append(works,
			biblio.Flat{Type: "article-journal", Authors: []string{"Анна Петрова"}, Venue: "Журнал", Year: "2011",
				Title: fmt.Sprintf("Исследование термодинамических характеристик полупроводниковых гетероструктур вида %s",
					strings.Repeat("абвгдежзи"[2*(i%8):2*(i%8)+2], 6+i)),
				DOI: fmt.Sprintf("10.1000/%s.%d", strings.Repeat("very-long/suffix;", 7), i)})
	}
	server := fixtureserver.New(works)
	defer server.Close()
	for _, ids := range []bool{false, true} {
		client := sourcetest.Client(server, nil)
		var queries []source.Query
		for _, f := range works {
			if !ids {
				f.DOI = ""
			}
			queries = append(queries, sourcetest.Query(f))
		}
		for i, l := range source.LookupAll(context.Background(),
			connector(t, "openalex", client, map[string]string{"openalex": "key"}), queries) {
			if l.Outcome != answer.Found {
				t.Errorf("identifiers %v, %.60s…: %s %s", ids, works[i].Title, l.Outcome, l.Reason)
			}
		}
		client.Close()
	}
}

// TestJoinedSearchThatFindsTooMuch has DBLP find more for several titles than one answer holds: they are
// searched in halves.
func TestJoinedSearchThatFindsTooMuch(t *testing.T) {
	var rec recorder
	client := played(t, func(w http.ResponseWriter, r *http.Request) {
		q := r.URL.Query().Get("q")
		rec.note(q)
		w.Header().Set("Content-Type", "application/json")
		if strings.Contains(q, "|") {
			fmt.Fprintf(w,
				`{"result":{"query":%q,"status":{"@code":"200"},"hits":{"@total":"5000","@sent":"1","hit":[{"info":{"key":"x","title":"Another","year":"2001","type":"Journal Articles"}}]}}}`, q)
			return
		}
		title := strings.Join(strings.Fields(q), " ")
		fmt.Fprintf(w,
			`{"result":{"query":%q,"status":{"@code":"200"},"hits":{"@total":"1","@sent":"1","hit":[{"info":{"key":"journals/x/%d","title":%q,"year":"2001","type":"Journal Articles"}}]}}}`, q, len(q), title)
	})
	titles := []string{"alphabetical bisimulation", "categorical denotation", "exponential factorisation"}
	var queries []source.Query
	for _, title := range titles {
		queries = append(queries,
			sourcetest.Query(biblio.Flat{Type: "article-journal", Title: title, Authors: []string{"Ann Other"}, Year: "2001"}))
	}
	for i, l := range source.LookupAll(context.Background(), connector(t, "dblp_online", client, nil), queries) {
		if l.Outcome != answer.Found {
			t.Errorf("%s: %s %s", titles[i], l.Outcome, l.Reason)
		}
	}
	if len(rec.asked) < 4 {
		t.Errorf("asked %q: not by halves", rec.asked)
	}
}

// TestTitleOfABook expects quotation marks around a title for Google Books; otherwise only its first word would
// be searched in titles.
func TestTitleOfABook(t *testing.T) {
	var rec recorder
	client := played(t, func(w http.ResponseWriter, r *http.Request) {
		rec.note(r.URL.Query().Get("q"))
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"kind":"books#volumes","totalItems":0}`)
	})
	q := sourcetest.Query(biblio.Flat{Type: "book", Title: `The "Art" of Proof`,
		Authors: []string{"Ann Other"}, Year: "2001"})
	reply, err := connector(t, "googlebooks", client,
		map[string]string{"googlebooks": "key"}).Lookup(context.Background(), q)
	if err != nil || reply.Coverage.Extent != answer.Uncovered ||
		!slices.Equal(rec.asked, []string{`intitle:"the art of proof"`}) {
		t.Errorf("asked %q: %+v, %v", rec.asked, reply.Coverage, err)
	}
}

// TestDOIOfArXiv queries every service about a DOI of arXiv: only DataCite and the DOI system have it, arXiv
// and the others have its number.
func TestDOIOfArXiv(t *testing.T) {
	const doi = "10.48550/arxiv.1706.03762"
	for _, name := range services {
		var rec recorder
		client := played(t, func(w http.ResponseWriter, r *http.Request) {
			text, _ := url.QueryUnescape(r.URL.RequestURI())
			var body strings.Builder
			buf := make([]byte, 1<<16)
			n, _ := r.Body.Read(buf)
			body.Write(buf[:n])
			posted, _ := url.QueryUnescape(body.String())
			rec.note(strings.ToLower(text + posted))
			w.WriteHeader(http.StatusForbidden)
		})
		source.LookupAll(context.Background(), connector(t, name, client, keys), byIDs(ident.DOI, doi))
		asked := strings.Join(rec.asked, " ")
		if has := strings.Contains(asked, "10.48550"); has != (name == "datacite" || name == "doi") {
			t.Errorf("%s was asked for the DOI: %v (%s)", name, has, asked)
		}
		if name == "arxiv" && !strings.Contains(asked, "1706.03762") {
			t.Errorf("arXiv was not asked for its number: %s", asked)
		}
	}
}

// TestRegisteredElsewhere has a DOI of an agency without readable descriptions: it exists according to the
// registry, whatever its page answers.
func TestRegisteredElsewhere(t *testing.T) {
	const doi = "10.3969/j.issn.1000-0054.2004.12.001"
	server := fixtureserver.New(fixtureserver.Facts())
	defer server.Close()
	server.SetAgency(doi, "ISTIC")
	for name, page := range map[string]fixtureserver.Page{
		"406 with a page": {},
		"204":             {Status: 204},
		"500":             {Status: 500, Body: "<html>…"},
		"a page":          {Body: "<html><title>Not JSON</title></html>"},
	} {
		if page != (fixtureserver.Page{}) {
			server.SetPage("https://doi.org/"+doi, page)
		}
		client := sourcetest.Client(server, nil)
		l := source.LookupAll(context.Background(), connector(t, "doi", client, nil), byIDs(ident.DOI, doi))[0]
		client.Close()
		if len(l.Answer.Registered) != 1 || l.Answer.Registered[0].Agency != "ISTIC" || len(l.Answer.NoSuchID) > 0 {
			t.Errorf("%s: %s %s %+v", name, l.Outcome, l.Reason, l.Answer)
		}
	}
	client := sourcetest.Client(server, nil)
	defer client.Close()
	for _, known := range []string{fixtureserver.Facts()[0].DOI, "10.99999/nowhere.1"} {
		l := source.LookupAll(context.Background(), connector(t, "doi", client, nil),
			byIDs(ident.DOI, strings.ToLower(known)))[0]
		if len(l.Answer.Registered) > 0 {
			t.Errorf("%s, which another source describes or nobody has: %+v", known, l.Answer.Registered)
		}
	}
}

// TestWalls has services that block programs: one request each, then the service is left alone for the rest of
// the run. OpenReview's text is the one for anonymous clients; Anubis answers with 500 or 200.
func TestWalls(t *testing.T) {
	const page = `<!doctype html><html lang="en"><head><title>Making sure you&#39;re not a bot!</title></head><body>…</body></html>`
	for name, c := range map[string]struct {
		source, kind, body string
		status             int
	}{
		"Anubis with 500":        {"dblp_online", "text/html; charset=utf-8", page, 500},
		"Anubis with 200":        {"dblp_online", "text/html; charset=utf-8", page, 200},
		"OpenReview's challenge": {"openreview", "application/json", `{"name":"ChallengeRequiredError","status":403}`, 403},
	} {
		var rec recorder
		client := played(t, func(w http.ResponseWriter, r *http.Request) {
			rec.note(r.URL.String())
			w.Header().Set("Content-Type", c.kind)
			w.WriteHeader(c.status)
			fmt.Fprint(w, c.body)
		})
		conn := connector(t, c.source, client, keys)
		for n := range 3 {
			q := sourcetest.Query(biblio.Flat{Type: "paper-conference", Title: fmt.Sprintf("A Title of Some Length %d", n),
				Authors: []string{"Ann Other"}, Year: "2019"})
			l := source.LookupAll(context.Background(), conn, []source.Query{q})[0]
			if l.Outcome != answer.Failed || l.Failure.Kind != answer.Refused || !strings.Contains(l.Reason, "robots") {
				t.Errorf("%s: %s %s", name, l.Outcome, l.Reason)
			}
		}
		if len(rec.asked) != 1 {
			t.Errorf("%s: %d requests", name, len(rec.asked))
		}
	}
}

// TestCredits has OpenAlex state the rest of the day's credits, in either of its headers: searches stop before
// lists do.
func TestCredits(t *testing.T) {
	for header, left := range map[string]string{"X-RateLimit-Remaining": "5", "X-RateLimit-Remaining-USD": "0.0005"} {
		var rec recorder
		client := played(t, func(w http.ResponseWriter, r *http.Request) {
			rec.note(r.URL.Query().Get("filter") + r.URL.Query().Get("search.title"))
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set(header, left)
			fmt.Fprint(w, `{"meta":{"count":0},"results":[]}`)
		})
		c := connector(t, "openalex", client, nil)
		ask := func(f biblio.Flat) answer.Lookup {
			return source.LookupAll(context.Background(), c, []source.Query{sourcetest.Query(f)})[0]
		}
		first := ask(biblio.Flat{Type: "article-journal", Title: "The First Title of Several",
			Authors: []string{"Ann Other"}})
		second := ask(biblio.Flat{Type: "article-journal", Title: "The Second Title of Several",
			Authors: []string{"Ann Other"}})
		third := source.LookupAll(context.Background(), c, byIDs(ident.DOI, "10.1000/x"))[0]
		if first.Outcome != answer.NoMatch || third.Outcome != answer.NoMatch {
			t.Errorf("%s: %s %s, %s %s", header, first.Outcome, first.Reason, third.Outcome, third.Reason)
		}
		if second.Outcome != answer.Failed || !strings.Contains(second.Reason, "5 of its daily budget") ||
			len(rec.asked) != 2 {
			t.Errorf("%s: %s %s; asked %q", header, second.Outcome, second.Reason, rec.asked)
		}
	}
}

// TestLogin queries OpenReview with user and password: one login for all questions. Without a login it is not
// queried.
func TestLogin(t *testing.T) {
	server := fixtureserver.New(fixtureserver.Facts())
	defer server.Close()
	client := sourcetest.Client(server, nil)
	defer client.Close()
	f := fixtureserver.Facts()[4]
	c := connector(t, "openreview", client,
		map[string]string{"openreview_user": "ann@example.org", "openreview_password": "sesame"})
	for range 2 {
		if l := source.LookupAll(context.Background(), c, []source.Query{sourcetest.Query(f)})[0]; l.Outcome != answer.Found {
			t.Errorf("with a password: %s %s", l.Outcome, l.Reason)
		}
	}
	if n := server.Total(); n != 2 {
		t.Errorf("%d requests, want a login and a search", n)
	}
	for name, k := range map[string]map[string]string{"openreview": {"openreview_user": "ann"}, "googlebooks": nil} {
		if l := source.LookupAll(context.Background(), connector(t, name, client, k),
			[]source.Query{sourcetest.Query(f)})[0]; l.Outcome != answer.NotAsked {
			t.Errorf("%s without what it needs: %s %s", name, l.Outcome, l.Reason)
		}
	}
}
