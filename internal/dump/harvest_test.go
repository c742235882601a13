package dump

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/transport"
)

// oaiService plays arXiv's OAI-PMH service: pages of two records a year.
type oaiService struct {
	sync.Mutex
	asked   []string // queries
	status  []int    // sent first, one per request
	expired bool     // the next resumption is refused
	loop    bool     // every page refers to itself as the next
	cut     bool     // the next answer breaks off
}

func (s *oaiService) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.Lock()
	defer s.Unlock()
	s.asked = append(s.asked, r.URL.RawQuery)
	if len(s.status) > 0 {
		w.Header().Set("Retry-After", "0")
		w.WriteHeader(s.status[0])
		s.status = s.status[1:]
		return
	}
	q := r.URL.Query()
	text := s.answer(q.Get("from"), q.Get("resumptionToken"))
	if s.cut {
		s.cut, text = false, text[:len(text)/2]
	}
	fmt.Fprintf(w,
		`<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2007-11-22T17:00:00Z</responseDate>%s</OAI-PMH>`, text)
}

func (s *oaiService) answer(from, token string) string {
	year, page := strings.SplitN(from, "-", 2)[0], 0
	if token != "" {
		if s.expired {
			s.expired = false
			return `<error code="badResumptionToken">it has expired</error>`
		}
		if _, err := fmt.Sscanf(token, "%4s|%d", &year, &page); err != nil {
			return `<error code="badArgument">what is that</error>`
		}
	}
	if year == "2006" {
		return `<error code="noRecordsMatch">nothing</error>`
	}
	next := fmt.Sprintf(`<resumptionToken cursor="%d" completeListSize="6">%s|%d</resumptionToken>`, 2*page, year, page+1)
	if page == 2 && !s.loop {
		next = `<resumptionToken cursor="4"/>`
	}
	if s.loop {
		next = `<resumptionToken>2005|1</resumptionToken>`
	}
	text := "<ListRecords>"
	for i := range 2 {
		text += fmt.Sprintf(
			`<record><header/><metadata><arXiv><id>07%s.%04d</id><title>Title %s %d</title></arXiv></metadata></record>`,
			year[2:], 2*page+i+1, year, 2*page+i)
	}
	return text + next + "</ListRecords>"
}

func (s *oaiService) queries() []string {
	s.Lock()
	defer s.Unlock()
	list := s.asked
	s.asked = nil
	return list
}

func harvestOf(t *testing.T) (*oaiService, Public, *Fetcher) {
	s := &oaiService{}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	p := arXivSet("cs", 1, 1)
	p.URL, p.Every = server.URL+"/oai", 0
	return s, p, &Fetcher{Dir: t.TempDir(), Downloads: transport.Downloads{Wait: time.Millisecond}}
}

func harvested(t *testing.T, f fetched) (ids []string) {
	t.Helper()
	for _, dir := range f.Files {
		if pages, err := filepath.Glob(filepath.Join(dir, "page-*.gz")); err != nil || len(pages) == 0 {
			t.Fatalf("no pages in %s: %v", dir, err)
		}
		r, err := Open(dir, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for rec := range records(t, r) {
			ids = append(ids, rec.LocalID)
		}
		if bad := r.Bad(); len(bad) > 0 {
			t.Errorf("bad: %v", bad)
		}
		r.Close()
	}
	return ids
}

var allHarvested = []string{"0705.0001", "0705.0002", "0705.0003", "0705.0004", "0705.0005", "0705.0006", "0707.0001",
	"0707.0002", "0707.0003", "0707.0004", "0707.0005", "0707.0006"}

func TestHarvest(t *testing.T) {
	s, p, f := harvestOf(t)
	s.status = []int{503, 503}
	got, err := fetchAll(t.Context(), f, p)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(allHarvested, harvested(t, got)); d != "" {
		t.Error(d)
	}
	asked := s.queries()
	want := []string{
		"from=2005-09-16&metadataPrefix=arXiv&set=cs&until=2005-12-31&verb=ListRecords",
		"resumptionToken=2005%7C1&verb=ListRecords", "resumptionToken=2005%7C2&verb=ListRecords",
		"from=2006-01-01&metadataPrefix=arXiv&set=cs&until=2006-12-31&verb=ListRecords",
		"from=2007-01-01&metadataPrefix=arXiv&set=cs&until=2007-11-22&verb=ListRecords",
		"resumptionToken=2007%7C1&verb=ListRecords", "resumptionToken=2007%7C2&verb=ListRecords",
	}
	if d := cmp.Diff(append(want[:1:1], append(want[:1:1], want...)...), asked); d != "" {
		t.Error(d)
	}
	if again, err := fetchAll(t.Context(), f, p); err != nil || again.Changed != 0 || len(s.queries()) != 0 {
		t.Errorf("again: %+v, %v", again, err)
	}
}

// TestHarvestGoesOn interrupts a harvest after each request, leaves half a page, and continues: no page is
// requested twice.
func TestHarvestGoesOn(t *testing.T) {
	for stop := 1; stop < 7; stop++ {
		s, p, f := harvestOf(t)
		ctx, kill := context.WithCancel(t.Context())
		pages := 0
		f.Progress = func(string, int64, int64) {
			if pages++; pages == stop {
				kill()
			}
		}
		if _, err := fetchAll(ctx, f, p); err == nil {
			t.Fatal("was not stopped")
		}
		halves, _ := filepath.Glob(filepath.Join(f.Dir, p.Name, "*"))
		if err := os.WriteFile(filepath.Join(halves[len(halves)-1], ".new"), []byte("half a page"), 0o600); err != nil {
			t.Fatal(err)
		}
		next := &Fetcher{Dir: f.Dir}
		got, err := fetchAll(t.Context(), next, p)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(allHarvested, harvested(t, got)); d != "" {
			t.Errorf("stopped after %d: %s", stop, d)
		}
		if n := len(s.queries()); n != 7 {
			t.Errorf("stopped after %d: %d requests, want 7", stop, n)
		}
	}
}

func TestHarvestExpired(t *testing.T) {
	s, p, f := harvestOf(t)
	s.expired = true
	got, err := fetchAll(t.Context(), f, p)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(allHarvested, harvested(t, got)); d != "" {
		t.Error(d)
	}
}

func TestHarvestFailures(t *testing.T) {
	s, p, f := harvestOf(t)
	s.loop = true
	if _, err := fetchAll(t.Context(), f, p); err == nil || !strings.Contains(err.Error(), "same page") {
		t.Errorf("a list that turns in a circle: %v", err)
	}
	s, p, f = harvestOf(t)
	s.cut = true
	if _, err := fetchAll(t.Context(), f, p); err == nil {
		t.Error("an answer that breaks off passes")
	}
	if got, err := fetchAll(t.Context(), f, p); err != nil || len(harvested(t, got)) != len(allHarvested) {
		t.Errorf("after it: %v", err)
	}
	s, p, f = harvestOf(t)
	s.expired, p.First = true, "2007-01-01"
	s.status = []int{503, 503, 503, 503, 503, 503, 503, 503, 503, 503, 503}
	if _, err := fetchAll(t.Context(), f, p); err == nil || !strings.Contains(err.Error(), "503") {
		t.Errorf("a service that stays down: %v", err)
	}
}

// TestHarvestPace waits between two requests for as long as the service demands.
func TestHarvestPace(t *testing.T) {
	_, p, f := harvestOf(t)
	p.Every = time.Hour
	var slept []time.Duration
	f.Sleep = func(_ context.Context, d time.Duration) error {
		slept = append(slept, d)
		return nil
	}
	if _, err := fetchAll(t.Context(), f, p); err != nil {
		t.Fatal(err)
	}
	if len(slept) != 6 {
		t.Errorf("%d pauses for 7 requests", len(slept))
	}
	for _, d := range slept {
		if d < 50*time.Minute {
			t.Errorf("a pause of %v", d)
		}
	}
}

func TestHarvestParts(t *testing.T) {
	p := arXivSet("", 1, 1)
	at := func(s string) time.Time {
		d, err := time.Parse(day, s)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	for _, c := range []struct{ since, today, want string }{
		{"2026-11-01", "2026-11-22", "2026-11-01…2026-11-22"},
		{"2025-11-01", "2026-11-22", "2025-11-01…2025-12-31 2026-01-01…2026-11-22"},
		{"2026-11-22", "2026-12-31", "2026-11-22…2026-12-31"},
		{"2026-12-30", "2027-01-01", "2026-12-30…2026-12-31 2027-01-01…2027-01-01"},
		{"2027-01-05", "2026-12-31", "2027-01-05…2027-01-05"},
	} {
		var got []string
		for _, part := range harvestParts(p, at(c.since), at(c.today).Add(17*time.Hour)) {
			got = append(got, part.From+"…"+part.Until)
			if !safeName(part.Name) || !part.Update {
				t.Errorf("%+v", part)
			}
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s to %s: %v", c.since, c.today, got)
		}
	}
	if n := len(harvestParts(p, time.Time{}, at("2026-11-22"))); n != 22 {
		t.Errorf("%d parts", n)
	}
}
