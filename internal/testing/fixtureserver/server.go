package fixtureserver

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Server plays the services.
type Server struct {
	URL string // value for transport.Options.Via

	http    *httptest.Server
	library library
	pages   map[string]Page
	files   func(address string) (Page, bool)

	mu      sync.Mutex
	faults  map[string]Fault // by host; "*" for all
	every   map[string]int   // a fault hits every n-th request
	chance  func(host, question string, times int) Fault
	counts  map[string]int
	asked   map[string]int  // by host, path, parameters and body
	last    map[string]said // by host
	given   []given         // the latest answers of all hosts
	latency func(host string) time.Duration
	limits  map[string]*limit
	broken  map[string]int // requests beyond a limit
	credits int            // that OpenAlex has left for the day
	metered bool           // requests consume credits
	left    int            // requests until the network is lost
	losing  bool
	hold    *hold // nil if requests are answered
}

// Page is a web page on the server.
type Page struct {
	Status int // 0 means 200
	Type   string
	Body   string
	To     string // redirect target
}

// New starts a server whose services know the given works that they would cover. Close stops it.
func New(works []biblio.Flat) *Server {
	s := newServer(works)
	s.http = httptest.NewServer(http.HandlerFunc(s.serve))
	s.URL = s.http.URL
	return s
}

func newServer(works []biblio.Flat) *Server {
	s := &Server{pages: map[string]Page{}, faults: map[string]Fault{}, every: map[string]int{}, counts: map[string]int{},
		asked: map[string]int{}, broken: map[string]int{}, credits: 90_000, limits: map[string]*limit{},
		last: map[string]said{}}
	s.library.add(works)
	return s
}

// Close stops the server and releases held requests.
func (s *Server) Close() {
	s.Release()
	s.http.CloseClientConnections()
	s.http.Close()
}

// SetFiles sets the source of pages that were not set by SetPage.
func (s *Server) SetFiles(f func(address string) (Page, bool)) { s.files = f }

// pageAt returns the page at an address.
func (s *Server) pageAt(address string) (Page, bool) {
	s.mu.Lock()
	p, ok := s.pages[address]
	s.mu.Unlock()
	if !ok && s.files != nil {
		return s.files(address)
	}
	return p, ok
}

// SetPage sets the page at an address: "https://example.org/a".
func (s *Server) SetPage(address string, p Page) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pages[strings.TrimPrefix(strings.TrimPrefix(address, "https://"), "http://")] = p
}

// Put puts an object in a service's format on its shelf.
func (s *Server) Put(service string, raw []byte, rec biblio.Record) { s.library.put(service, raw, rec) }

// Beside adds the works of a catalogue to those on the services' shelves.
func (s *Server) Beside(c Catalogue) { s.library.beside = c }

// SetChance sets a function that decides which requests fail, by the question to a host and its repetition; ""
// means success.
func (s *Server) SetChance(f func(host, question string, times int) Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.chance = f
}

// SetAgency sets the agency that registered a DOI.
func (s *Server) SetAgency(doi, agency string) { s.library.known[doi] = agency }

// SetLatency delays every answer.
func (s *Server) SetLatency(f func(host string) time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.latency = f
}

// Requests returns the number of requests to each host.
func (s *Server) Requests() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make(map[string]int, len(s.counts))
	maps.Copy(out, s.counts)
	return out
}

// Asked returns how often each request was made: host, path, parameters and body.
func (s *Server) Asked() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.asked)
}

// Total returns the total number of requests.
func (s *Server) Total() int {
	n := 0
	for _, count := range s.Requests() {
		n += count
	}
	return n
}

// Reset resets the counts.
func (s *Server) Reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.counts)
	clear(s.asked)
	clear(s.broken)
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(r.URL.EscapedPath(), "/")
	host, rest, _ := strings.Cut(path, "/")
	body, _ := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	r.Body = io.NopCloser(bytes.NewReader(body))
	s.mu.Lock()
	s.counts[host]++
	question := path + "?" + r.URL.RawQuery + " " + string(body)
	s.asked[question]++
	n := s.counts[host]
	fault, every := s.faults[host], s.every[host]
	if fault == "" {
		fault, every = s.faults["*"], s.every["*"]
	}
	if fault == "" && s.chance != nil {
		fault, every = s.chance(host, question, s.asked[question]), 1
	}
	latency, lost := s.latency, s.lost()
	allowed := s.limits[host].take(time.Now())
	if !allowed {
		s.broken[host]++
	}
	over := s.held()
	s.mu.Unlock()
	if over != nil && !wait(over, r) {
		return
	}
	if latency != nil {
		time.Sleep(latency(host))
	}
	if !allowed {
		http.Error(w, `{"error":"too many requests"}`, http.StatusTooManyRequests)
		return
	}
	if lost {
		fault, every = Reset, 1
	}
	a := &answer{w: w, r: r, host: host, path: rest, library: &s.library, server: s}
	if fault != "" && (every <= 1 || n%every == 0) {
		misbehave(fault, a)
		return
	}
	a.play()
}

// limit is a bucket of requests.
type limit struct {
	every  time.Duration
	burst  float64
	tokens float64
	last   time.Time
}

func (l *limit) take(now time.Time) bool {
	if l == nil {
		return true
	}
	if l.last.IsZero() {
		l.tokens = l.burst
	} else {
		l.tokens = min(l.burst, l.tokens+float64(now.Sub(l.last))/float64(l.every))
	}
	l.last = now
	if l.tokens < 1 {
		return false
	}
	l.tokens--
	return true
}

// Limit makes a host reject more than burst requests at once and then more than one per every, with a little
// tolerance for the clock.
func (s *Server) Limit(host string, every time.Duration, burst int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limits[host] = &limit{every: every * 95 / 100, burst: float64(burst) + 0.5}
}

// Broken returns how often the limits of hosts were exceeded.
func (s *Server) Broken() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string]int{}
	maps.Copy(out, s.broken)
	return out
}

// answer is one request being answered.
type answer struct {
	w       http.ResponseWriter
	r       *http.Request
	host    string
	path    string // without the host
	library *library
	server  *Server
}

func (a *answer) play() {
	for _, s := range Services() {
		if slices.Contains(s.Hosts, a.host) {
			s.play(a)
			return
		}
	}
	a.page(a.host + "/" + a.path)
}

// page answers with a web page.
func (a *answer) page(address string) {
	p, ok := a.server.pageAt(strings.TrimSuffix(address, "/"))
	switch {
	case !ok:
		http.NotFound(a.w, a.r)
	case p.To != "":
		http.Redirect(a.w, a.r, p.To, http.StatusFound)
	default:
		kind := p.Type
		if kind == "" {
			kind = "text/html; charset=utf-8"
		}
		a.w.Header().Set("Content-Type", kind)
		if p.Status != 0 {
			a.w.WriteHeader(p.Status)
		}
		fmt.Fprint(a.w, p.Body)
	}
}

// Facts are a few well-known works, typed by hand, for tests that need no more.
func Facts() []biblio.Flat {
	return []biblio.Flat{
		{Type: "paper-conference", Title: "Deep Residual Learning for Image Recognition",
			Authors: []string{"Kaiming He", "Xiangyu Zhang", "Shaoqing Ren", "Jian Sun"},
			Venue:   "2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)", Year: "2016",
			DOI: "10.1109/cvpr.2016.90", ArXivID: "1512.03385", Pages: "770-778", Publisher: "IEEE"},
		{Type: "article-journal", Title: "Deep learning", Authors: []string{"Yann LeCun", "Yoshua Bengio", "Geoffrey Hinton"},
			Venue: "Nature", Year: "2015", DOI: "10.1038/nature14539",
			PMID: "26017442", Volume: "521", Issue: "7553", Pages: "436-444",
			Publisher: "Springer Science and Business Media LLC"},
		{Type: "article-journal", Title: "Basic local alignment search tool",
			Authors: []string{"Stephen F. Altschul", "Warren Gish", "Webb Miller", "Eugene W. Myers", "David J. Lipman"},
			Venue:   "Journal of Molecular Biology", Year: "1990", DOI: "10.1016/s0022-2836(05)80360-2", PMID: "2231712",
			Volume: "215", Issue: "3", Pages: "403-410", Publisher: "Elsevier BV"},
		{Type: "article", Title: "Attention Is All You Need",
			Authors: []string{"Ashish Vaswani", "Noam Shazeer", "Niki Parmar", "Jakob Uszkoreit", "Llion Jones",
				"Aidan N. Gomez", "Łukasz Kaiser", "Illia Polosukhin"},
			Venue: "arXiv", Year: "2017", DOI: "10.48550/arxiv.1706.03762", ArXivID: "1706.03762", Publisher: "arXiv"},
		{Type: "paper-conference", Title: "Adam: A Method for Stochastic Optimization",
			Authors: []string{"Diederik P. Kingma", "Jimmy Ba"}, Venue: "ICLR", Year: "2015", ArXivID: "1412.6980"},
		{Type: "book", Title: "The Art of Computer Programming", Authors: []string{"Donald E. Knuth"}, Year: "1997",
			ISBN: "9780201896831", Publisher: "Addison-Wesley"},
		{Type: "article-journal", Title: "Über das Gesetz der Energieverteilung im Normalspektrum",
			Authors: []string{"Max Planck"}, Venue: "Annalen der Physik", Year: "1901",
			DOI: "10.1002/andp.19013090310", Volume: "309", Issue: "3", Pages: "553-563", Publisher: "Wiley"},
	}
}
