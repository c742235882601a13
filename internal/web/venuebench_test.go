package web_test

import (
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/bonafide-audit/bonafide/internal/testing/venuetest"
	"github.com/bonafide-audit/bonafide/internal/web"
)

// The size of a large conference, and how often each page of it is requested.
const (
	manyPapers   = 20_000
	manyFindings = 50 // per page
	manyAsked    = 200
	pageWithin   = 300 * time.Millisecond // 95 % of the answers
)

// TestVenueAtScale requests every page of a venue of 20,000 papers with a million findings, one request at a
// time and four at a time, and reports how long the answers take, how large the database is and how much memory
// the process uses:
//
//	BONAFIDE_BENCH=1 go test -run TestVenueAtScale -v -timeout 60m ./internal/web
func TestVenueAtScale(t *testing.T) {
	if os.Getenv("BONAFIDE_BENCH") == "" {
		testenv.Missing(t, "measurements", "BONAFIDE_BENCH=1, since it measures for minutes")
	}
	t.Run("SQLite", func(t *testing.T) { atScale(t, "") })
	t.Run("PostgreSQL", func(t *testing.T) { atScale(t, testenv.Postgres(t)) })
}

func atScale(t *testing.T, database string) {
	rows := templateRows(t)
	folder := t.TempDir()
	store, err := runs.Open(t.Context(), folder, database, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	fill := venuetest.New(t, store, folder, database)
	began := time.Now()
	fillVenue(t, store, fill, rows)
	t.Logf("%d papers with %d findings each were put in within %.0f s", manyPapers, manyFindings,
		time.Since(began).Seconds())
	t.Logf("the database takes %d MB", fill.Size(t)>>20)

	log := slog.New(slog.DiscardHandler)
	worker := &runs.Worker{Store: store, Log: log}
	server := httptest.NewServer(web.Handler(worker, web.Options{
		Version: "test", Accounts: true, Offers: runs.Offers{"scheme": judge.Schemes()}, MaxUpload: 1 << 20, MaxFiles: 10,
		MaxWaiting: 20, MaxQueue: 100, MaxDisk: 1 << 30, Log: log,
	}))
	defer server.Close()
	debug.FreeOSMemory()
	t.Logf("before the first page the process takes %s", memory(t))
	for _, at := range []int{1, 4} {
		for _, page := range scalePages(t, server.URL, tokenOf(t, store, "ann"), tokenOf(t, store, "bob")) {
			took := page.measured(t, at)
			p95 := took[len(took)*95/100]
			t.Logf("%d at a time: %-34s p50 %6.1f ms  p95 %6.1f ms  most %6.1f ms", at, page.name, ms(took[len(took)/2]),
				ms(p95), ms(took[len(took)-1]))
			if p95 > pageWithin {
				t.Errorf("%s, %d at a time: 95 %% of the answers within %v", page.name, at, p95)
			}
		}
		t.Logf("the process takes %s", memory(t))
	}
	for _, format := range runs.VenueFormats {
		began := time.Now()
		n, err := io.Copy(io.Discard,
			answer(t,
				as(request(t, http.MethodGet, server.URL+"/venues/v/export?format="+format, nil), tokenOf(t, store, "ann"))).Body)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s of all papers: %d MB within %.0f s; the process takes %s", format, n>>20,
			time.Since(began).Seconds(), memory(t))
	}
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// memory returns the current and peak memory of the process.
func memory(t *testing.T) string {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "unknown memory"
	}
	var said []string
	for line := range strings.Lines(string(status)) {
		if name, value, _ := strings.Cut(line, ":"); name == "VmRSS" || name == "VmHWM" {
			var kB int
			if _, err := fmt.Sscan(value, &kB); err != nil {
				t.Fatal(err)
			}
			said = append(said, fmt.Sprintf("%s %d MB", name, kB>>10))
		}
	}
	return strings.Join(said, ", ")
}

// templateRows are real rows: one verified, one wrong, one undecided.
func templateRows(t *testing.T) (list []report.Finding) {
	d := serve(t, nil)
	run := decoded[someRun](t, upload(t, d, "", map[string]string{"refs.bib": entries}), http.StatusCreated).ID
	if _, err := io.ReadAll(
		answer(t, request(t, http.MethodGet, d.URL+"/api/v1/runs/"+run+"/events", nil)).Body); err != nil {
		t.Fatal(err)
	}
	for _, body := range get[some](t, d, "/api/v1/runs/"+run+"/findings").Items {
		list = append(list, venuetest.Read(t, body))
	}
	return list
}

// fillVenue adds the papers: of twenty references one is wrong, one undecided, and in every seventh paper some
// were not found. Two thousand papers have reviews.
func fillVenue(t *testing.T, store *runs.Store, fill *venuetest.Filler, rows []report.Finding) {
	for _, name := range []string{"ann", "bob", "eve"} {
		if err := store.AddPerson(t.Context(), name, "correct horse "+name); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.CreateVenue(t.Context(), runs.Venue{Name: "v", Owner: "ann"}); err != nil {
		t.Fatal(err)
	}
	for name, role := range map[string]runs.Role{"bob": runs.AreaHead, "eve": runs.Chair} {
		if err := store.SetMember(t.Context(), "ann", "v", runs.Member{Person: name, Role: role}); err != nil {
			t.Fatal(err)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	list := make([]report.Finding, manyFindings)
	for n := range manyPapers {
		for i := range list {
			kind := 0
			switch at := random.IntN(20); {
			case at == 0:
				kind = 1
			case at == 1:
				kind = 2
			}
			list[i] = venuetest.Like(rows[kind], fmt.Sprintf("key%d", i), n*manyFindings+i)
			if n%7 == 0 && i < random.IntN(4) {
				list[i].Outcome, list[i].Gravity, list[i].Codes = "not-found", "fabricated", []string{"H1"}
			}
		}
		paper := runs.NewPaper{ID: paperName(n), Title: fmt.Sprintf("On the %d Forests of Region %d", n, n%97)}
		if n%200 == 0 {
			paper.Chairs = []string{"bob"}
		}
		fill.Paper(t, "v", paper, fmt.Sprint("content ", n), list...)
	}
	for _, name := range []string{"ann", "eve"} {
		desk, err := store.Membership(t.Context(), name, "v")
		if err != nil {
			t.Fatal(err)
		}
		for n := range manyPapers / 10 {
			verdict := runs.Confirm
			if name == "eve" && n%9 == 0 {
				verdict = runs.Dismiss
			}
			if err := desk.Say(t.Context(), paperName(n*10), "key0", 0, verdict, "looked at it"); err != nil {
				t.Fatal(err)
			}
		}
	}
	fill.Analyze(t)
}

func paperName(n int) string { return fmt.Sprintf("p%05d", n) }

func tokenOf(t *testing.T, store *runs.Store, name string) string {
	t.Helper()
	token, err := store.NewToken(t.Context(), name, "bench", runs.Decides, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	return token
}

// scalePage is a page with its n-th request.
type scalePage struct {
	name string
	ask  func(n int) *http.Request
}

// scalePages returns the pages of a venue in every order and with every filter.
func scalePages(t *testing.T, base, chair, area string) []scalePage {
	get := func(token, path string, args ...any) *http.Request {
		return as(request(t, http.MethodGet, base+fmt.Sprintf(path, args...), nil), token)
	}
	pages := []scalePage{
		{"venues", func(int) *http.Request { return get(chair, "/venues") }},
		{"venue", func(int) *http.Request { return get(chair, "/venues/v") }},
		{"venue of an area chair", func(int) *http.Request { return get(area, "/venues/v") }},
		{"venue, search", func(n int) *http.Request { return get(chair, "/venues/v?q=region+%d", n%97) }},
		{"venue, search for nothing", func(int) *http.Request { return get(chair, "/venues/v?q=nowhere") }},
		{"venue, filter", func(n int) *http.Request {
			return get(chair, "/venues/v?having=%s&triaged=%s", []string{"not-found", "inconclusive", "substantive"}[n%3],
				runs.TriagedAll[n%4])
		}},
		{"venue, looked after by", func(int) *http.Request { return get(chair, "/venues/v?chair=bob") }},
		{"venue, far behind", func(n int) *http.Request { return get(chair, "/venues/v?sort=paper&cursor=p%05d", n*90) }},
		{"paper", func(n int) *http.Request { return get(chair, "/venues/v/papers/p%05d", n*97%manyPapers) }},
		{"paper of an area chair", func(n int) *http.Request {
			return get(area, "/venues/v/papers/p%05d", n*200%manyPapers)
		}},
		{"paper, search", func(n int) *http.Request {
			return get(chair, "/venues/v/papers/p%05d?q=residual", n*97%manyPapers)
		}},
		{"finding", func(n int) *http.Request {
			return get(chair, "/venues/v/papers/p%05d/finding?id=key%d", n*97%manyPapers, n%manyFindings)
		}},
		{"letter", func(n int) *http.Request { return get(chair, "/venues/v/papers/p%05d/letter", n*97%manyPapers) }},
		{"paper's report", func(n int) *http.Request {
			return get(chair, "/venues/v/papers/p%05d/report?format=html", n*97%manyPapers)
		}},
		{"people", func(int) *http.Request { return get(chair, "/venues/v/people") }},
		{"log", func(int) *http.Request { return get(chair, "/venues/v/log") }},
		{"API: venue", func(int) *http.Request { return get(chair, "/api/v1/venues/v") }},
		{"API: papers, 500 a page", func(int) *http.Request { return get(chair, "/api/v1/venues/v/papers?limit=500") }},
		{"API: findings", func(n int) *http.Request {
			return get(chair, "/api/v1/venues/v/papers/p%05d/findings", n*97%manyPapers)
		}},
		{"triage", func(n int) *http.Request {
			req := as(request(t, http.MethodPost, base+fmt.Sprintf("/venues/v/papers/p%05d/triage", n*89%manyPapers),
				strings.NewReader(fmt.Sprintf("id=key%d&seen=0&verdict=confirm", 1+rand.IntN(manyFindings-1)))), chair)
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			return req
		}},
	}
	for _, order := range runs.PaperOrders {
		pages = append(pages,
			scalePage{"venue by " + string(order), func(int) *http.Request { return get(chair, "/venues/v?sort=%s", order) }})
	}
	return pages
}

// measured requests a page many times, at requests at a time, and returns the response times, sorted.
func (p *scalePage) measured(t *testing.T, at int) []time.Duration {
	t.Helper()
	var mu sync.Mutex
	var took []time.Duration
	var all sync.WaitGroup
	for worker := range at {
		all.Go(func() {
			for n := worker; n < manyAsked; n += at {
				req := p.ask(n)
				began := time.Now()
				res, err := http.DefaultTransport.RoundTrip(req)
				if err != nil {
					t.Error(err)
					return
				}
				_, err = io.Copy(io.Discard, res.Body)
				_ = res.Body.Close()
				passed := time.Since(began)
				if err != nil || res.StatusCode >= 400 && res.StatusCode != http.StatusConflict {
					t.Errorf("%s: %s %v", p.name, res.Status, err)
					return
				}
				mu.Lock()
				took = append(took, passed)
				mu.Unlock()
			}
		})
	}
	all.Wait()
	if len(took) == 0 {
		t.Fatal("no answer")
	}
	slices.Sort(took)
	return took
}
