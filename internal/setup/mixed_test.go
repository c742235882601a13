package setup

import (
	"bytes"
	_ "embed" // the references below
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
)

// mixedWorks are theses, programs and standards with the services that have them,
// and invented works of each kind.
//
//go:embed testdata/mixed.jsonl
var mixedWorks []byte

// mixedWork is a reference whose truth is known.
type mixedWork struct {
	biblio.Flat
	In       string          `json:"in"` // services that have it, separated by spaces
	Page     string          `json:"page"`
	Body     json.RawMessage `json:"body"` // the content of Page
	Invented bool            `json:"invented"`
}

// mixedKinds are the services that have the works of a kind taken from the starter corpus, ten of each.
var mixedKinds = []struct {
	kind string
	in   []string
	take func(biblio.Flat) bool
}{
	{"article-journal", []string{"crossref", "openalex", "semanticscholar"},
		func(f biblio.Flat) bool { return f.DOI != "" }},
	{"article", []string{"arxiv", "openalex", "semanticscholar"}, func(f biblio.Flat) bool { return f.ArXivID != "" }},
	{"paper-conference", []string{"dblp", "openalex", "semanticscholar"}, func(f biblio.Flat) bool { return true }},
	{"book", []string{"openlibrary", "googlebooks"}, func(f biblio.Flat) bool { return f.ISBN != "" }},
}

// mixed fills a server and returns 100 references, 30 of them invented; every other one that can be found
// without identifiers states none.
func mixed(t *testing.T, server *fixtureserver.Server) (refs []biblio.Reference, invented map[string]bool) {
	t.Helper()
	invented = map[string]bool{}
	add := func(f biblio.Flat, fake bool) {
		id := fmt.Sprintf("%s-%02d", f.Type, len(refs))
		refs = append(refs, biblio.Reference{ID: id, Claimed: f.Work()})
		invented[id] = fake
	}
	records, err := corpora.StarterRecords()
	if err != nil {
		t.Fatal(err)
	}
	for _, kind := range mixedKinds {
		for _, r := range records {
			if f := r.Flat(); f.Type == kind.kind && kind.take(f) {
				server.Stock([]biblio.Flat{f}, kind.in...)
				if f.Type == "paper-conference" && f.DOI != "" {
					server.Stock([]biblio.Flat{f}, "crossref")
				}
			}
		}
		n := 0
		for i := range records {
			f := records[i*37%len(records)].Flat()
			if f.Type != kind.kind || !kind.take(f) || n == 10 {
				continue
			}
			if n++; n%2 == 0 && f.Type != "article" {
				f.DOI, f.PMID, f.ISBN = "", "", ""
			}
			add(f, false)
		}
	}
	for line := range bytes.Lines(mixedWorks) {
		var m mixedWork
		if err := json.Unmarshal(line, &m); err != nil {
			t.Fatal(err)
		}
		server.Stock([]biblio.Flat{m.Flat}, strings.Fields(m.In)...)
		if m.Page != "" {
			server.SetPage(m.Page, fixtureserver.Page{Type: "application/json", Body: string(m.Body)})
		}
		add(m.Flat, m.Invented)
	}
	if len(refs) != 100 {
		t.Fatalf("%d references", len(refs))
	}
	return refs, invented
}

// TestHundredMixed: articles, preprints, papers, books, theses, programs, standards, and invented ones of each,
// under all documented limits: without any key, where DBLP is behind its bot wall, Semantic Scholar throttles
// everyone and OpenAlex has 1,000 credits; and with all keys. The time is simulated.
func TestHundredMixed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		keys    map[string]string
		contact string
		credits int
		within  time.Duration
	}{
		{"without any key", nil, "", 1000, 80 * time.Second},
		{"with all keys",
			map[string]string{"crossref": "k", "openalex": "k", "semanticscholar": "k", "pubmed": "k", "openreview": "k",
				"googlebooks": "k", "ads": "k", "github": "k"},
			"someone@example.org", 10_000, 45 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			cache := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				server, clock := fixtureserver.Simulate(nil)
				defer server.Close()
				refs, invented := mixed(t, server)
				server.Enforce(c.contact != "", keysOfServices(c.keys)...)
				server.SetLatency(func(string) time.Duration { return 100 * time.Millisecond })
				server.SetCredits(c.credits)
				server.Inject("dblp.org", fixtureserver.Anubis, 1)
				if c.keys == nil {
					server.Inject("api.semanticscholar.org", fixtureserver.TooMany, 1)
				}
				s := onlineSetup(t, server.URL, Online{Contact: c.contact, Keys: c.keys, Cache: cache, Clock: clock})
				forecast := s.Forecast(refs)
				start := time.Now()
				account := s.Account()
				findings := runUnder(account.With(t.Context()), t, s.Auditor, refs, time.Time{})
				took := time.Since(start)
				right := decidedRightly(t, findings, invented)
				summary := sum(s, findings)
				failed, all := summary.Outages()
				t.Logf("rightly %+v, %v, %d requests, %d credits, outcomes %v: %v", right, took.Round(10*time.Millisecond),
					account.Cost().Requests, c.credits-server.Credits(), summary.Outcomes, server.Requests())
				nearForecast(t, forecast, account.Cost().Requests, c.credits-server.Credits(), took)
				// Invented books and theses stay undecided: services lack most real ones.
				if right.decided+right.exempt < 84 || right.decided < 77 || right.accused > 1 || len(failed) > 0 || all {
					t.Errorf("%+v decided rightly of 100; outage of %v", right, failed)
				}
				if took > c.within {
					t.Errorf("took %v", took)
				}
				for host, n := range server.Broken() {
					if host == "raw.githubusercontent.com" {
						continue // the limit is that of acl_anthology, and repository reads CITATION.cff there
					}
					t.Errorf("the limit of %s was broken %d times", host, n)
				}
			})
		})
	}
}

// nearForecast compares a forecast with the actual counts: requests and credits within a third, the
// time within a half.
func nearForecast(t *testing.T, f Forecast, requests, credits int, took time.Duration) {
	t.Helper()
	t.Logf("forecast: %d requests, %v, credits %v, of %v", f.Requests, f.Time, f.Credits, f.Services)
	near := func(what string, forecast, counted, factor float64) {
		if forecast > counted*factor || counted > forecast*factor {
			t.Errorf("%s: %.0f expected, %.0f counted", what, forecast, counted)
		}
	}
	near("requests", float64(f.Requests), float64(requests), 1.33)
	near("seconds", f.Time.Seconds(), took.Seconds(), 1.5)
	if len(f.Credits) != 1 {
		t.Fatalf("credits: %v", f.Credits)
	}
	near("credits", float64(f.Credits[0].Spend), float64(credits), 1.33)
}

// rightly counts correct decisions about references.
type rightly struct {
	decided int // verified works, and invented ones that are not found, discrepant or to check by hand
	exempt  int // programs and standards that no bibliography lists, correctly exempt
	accused int // works called not found or discrepant
}

// decidedRightly counts the findings. No invented work may be verified.
func decidedRightly(t *testing.T, findings []audit.Finding, invented map[string]bool) (n rightly) {
	for _, f := range findings {
		fake, got := invented[f.Reference.ID], f.Verdict.Outcome
		switch {
		case fake && (accuses(got) || got == judge.Doubtful), !fake && got == judge.Verified:
			n.decided++
			continue
		case fake && got == judge.Verified:
			t.Errorf("%s is invented and verified", f.Reference.ID)
		case !fake && got == judge.Exempt:
			n.exempt++
		case !fake && accuses(got):
			n.accused++
		}
		t.Logf("%s: %v (invented: %v) %q", f.Reference.ID, got, fake, f.Reference.Claimed.Title)
	}
	return n
}

// keysOfServices returns the names that the transport uses for what the keys are for; they are the same.
func keysOfServices(keys map[string]string) []string {
	var list []string
	for name := range keys {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}
