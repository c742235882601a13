package dumpserver

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/md5"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"time"
)

// Server plays the services of public dumps.
type Server struct {
	URL string

	http  *httptest.Server
	mu    sync.Mutex
	files map[string][]byte // by path
	sets  map[string][]Page // pages of OAI-PMH by their first day
	asked []string          // path, with the query where there is one
	hold  string            // the next answer of this address waits
	held  chan struct{}     // closed when it does
	free  chan struct{}     // closed to let it go
}

// Page is one answer of OAI-PMH: the records in it, as XML.
type Page []string

// New starts a server with the works of this package.
func New() *Server {
	s := &Server{files: map[string][]byte{}, sets: map[string][]Page{}}
	s.http = httptest.NewServer(s)
	s.URL = s.http.URL
	s.Put("/dblp.xml.gz", Gzip(DBLP(dblpWorks...)))
	s.Put("/acl.tar.gz", aclArchive())
	s.Put("/retraction_watch.csv", []byte(retractions))
	s.Put("/pubmed/baseline/pubmed26n0001.xml.gz", Gzip(PubMed(article(1, "Slow thoughts on fast beetles"), article(2, "A beetle that was revised"), article(3, "A beetle that was withdrawn"))))
	s.Put("/pubmed/baseline/pubmed26n0002.xml.gz", Gzip(PubMed(article(4, "The fourth beetle"))))
	s.Put("/pubmed/updatefiles/pubmed26n0003.xml.gz", Gzip(PubMed(article(2, "A beetle after its revision"), "<DeleteCitation><PMID>3</PMID></DeleteCitation>")))
	s.PutWorks("2026-01-01", work(1, "Porcelain gearboxes in practice", 2015, "Computer Science"), work(2, "Teacups as inertial frames", 2016, "Physics and Astronomy"))
	s.PutWorks("2026-02-01", work(3, "Velvet quorums revisited", 2019, "Computer Science"))
	s.PutPages("2005-09-16", Page{Paper("0704.0001", "Clockwork kernels"), Paper("0704.0002", "Clockwork lattices")}, Page{Paper("0704.0003", "A paper to be withdrawn")})
	s.PutPages("2026-01-01", Page{Paper("2601.00001", "Recent clockwork"), Paper("0704.0002", "Clockwork lattices, corrected")}, Page{Deleted("0704.0003")})
	return s
}

// Close ends the server.
func (s *Server) Close() {
	s.Release()
	s.http.Close()
}

// Mirrors gives the address of each dump, as --mirror takes it.
func (s *Server) Mirrors() map[string]string {
	return map[string]string{"dblp": s.URL + "/dblp.xml.gz", "acl": s.URL + "/acl.tar.gz", "retractionwatch": s.URL + "/retraction_watch.csv",
		"pubmed": s.URL + "/pubmed/", "openalex": s.URL + "/works/manifest.json", "arxiv": s.URL + "/oai"}
}

// Put places a file, with its checksum beside it.
func (s *Server) Put(path string, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[path] = data
	sum := md5.Sum(data)
	s.files[path+".md5"] = []byte(hex.EncodeToString(sum[:]) + "  " + path[strings.LastIndexByte(path, '/')+1:] + "\n")
}

// Drop takes a file away.
func (s *Server) Drop(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.files, path)
	delete(s.files, path+".md5")
}

// PutWorks places a part of OpenAlex's snapshot, and writes its manifest anew.
func (s *Server) PutWorks(date string, works ...string) {
	s.Put("/works/updated_date="+date+"/part_0000.gz", Gzip(strings.Join(works, "\n")+"\n"))
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []string
	for path, data := range s.files {
		if strings.HasPrefix(path, "/works/updated") && strings.HasSuffix(path, ".gz") {
			list = append(list, fmt.Sprintf(`{"url":"s3://openalex%s","meta":{"content_length":%d}}`, path, len(data)))
		}
	}
	slices.Sort(list)
	s.files["/works/manifest.json"] = []byte(`{"entries":[` + strings.Join(list, ",") + `]}`)
}

// PutPages places what OAI-PMH gives for a harvest that begins with a day.
func (s *Server) PutPages(from string, pages ...Page) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sets[from] = pages
}

// Asked gives what was asked for since the last call, checksums and listings
// left out. The rest of a file has its range behind it.
func (s *Server) Asked() (list []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, asked := range s.asked {
		if path, _, _ := strings.Cut(asked, " "); !strings.HasSuffix(path, ".md5") && !strings.HasSuffix(path, "/") && !strings.HasSuffix(path, ".json") {
			list = append(list, asked)
		}
	}
	s.asked = nil
	return list
}

// Hold makes the next answer whose path ends with the text, or whose query has it,
// wait in the midst of the file until Release. The channel is closed when it does.
func (s *Server) Hold(text string) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hold, s.held, s.free = text, make(chan struct{}), make(chan struct{})
	return s.held
}

// Release lets a held answer go.
func (s *Server) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.free != nil {
		close(s.free)
		s.hold, s.free = "", nil
	}
}

// ServeHTTP answers a request.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	address := r.URL.Path
	if r.URL.RawQuery != "" {
		address += "?" + r.URL.RawQuery
	}
	s.mu.Lock()
	s.asked = append(s.asked, strings.TrimSpace(address+" "+r.Header.Get("Range")))
	data, ok := s.files[r.URL.Path]
	held, free := s.held, s.free
	holding := s.hold != "" && (strings.HasSuffix(r.URL.Path, s.hold) || strings.Contains(r.URL.RawQuery, s.hold))
	if holding {
		s.hold = ""
	}
	s.mu.Unlock()
	switch {
	case strings.HasPrefix(r.URL.Path, "/oai"):
		data, ok = s.oai(r), true
	case strings.HasSuffix(r.URL.Path, "/"):
		data, ok = s.listing(r.URL.Path), true
	}
	if !ok {
		http.NotFound(w, r)
		return
	}
	if holding {
		w = &halter{ResponseWriter: w, left: len(data) / 2, held: held, free: free, gone: r.Context().Done()}
	}
	sum := md5.Sum(data)
	w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:])+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}

// halter stops in the midst of an answer.
type halter struct {
	http.ResponseWriter
	left       int
	held       chan struct{}
	free, gone <-chan struct{}
}

func (h *halter) Write(p []byte) (int, error) {
	if h.left < 0 || len(p) < h.left {
		h.left -= len(p)
		return h.ResponseWriter.Write(p)
	}
	n, err := h.ResponseWriter.Write(p[:h.left])
	if err != nil {
		return n, err
	}
	h.ResponseWriter.(http.Flusher).Flush()
	h.left = -1
	close(h.held)
	select {
	case <-h.free:
	case <-h.gone:
	}
	m, err := h.ResponseWriter.Write(p[n:])
	return n + m, err
}

func (s *Server) listing(folder string) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	var b strings.Builder
	b.WriteString("<html><body><a href=\"../\">Parent</a>\n")
	for path := range s.files {
		if name, ok := strings.CutPrefix(path, folder); ok {
			fmt.Fprintf(&b, "<a href=%q>%s</a>\n", name, name)
		}
	}
	return []byte(b.String())
}

func (s *Server) oai(r *http.Request) []byte {
	q := r.URL.Query()
	from, n := q.Get("from"), 0
	if token := q.Get("resumptionToken"); token != "" {
		if _, err := fmt.Sscanf(token, "%10s|%d", &from, &n); err != nil {
			from = ""
		}
	}
	s.mu.Lock()
	pages := s.sets[from]
	s.mu.Unlock()
	body := `<error code="noRecordsMatch">nothing in these days</error>`
	if n < len(pages) {
		token := `<resumptionToken cursor="0"/>`
		if n+1 < len(pages) {
			token = fmt.Sprintf(`<resumptionToken cursor="0" completeListSize="9">%s|%d</resumptionToken>`, from, n+1)
		}
		body = "<ListRecords>" + strings.Join(pages[n], "\n") + token + "</ListRecords>"
	}
	return []byte(`<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2026-11-22T17:00:00Z</responseDate><request verb="ListRecords">http://localhost/oai</request>` + body + "</OAI-PMH>")
}

// Gzip packs a text.
func Gzip(text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, _ = z.Write([]byte(text))
	_ = z.Close()
	return b.Bytes()
}

func tarOf(name, text string) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	t := tar.NewWriter(z)
	_ = t.WriteHeader(&tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: 0o644, Size: int64(len(text))})
	_, _ = t.Write([]byte(text))
	_ = t.Close()
	_ = z.Close()
	return b.Bytes()
}
