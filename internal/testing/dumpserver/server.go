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
	"net/url"
	"regexp"
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
	dated []Dated           // what OAI-PMH returns instead of the pages, if any
	now   time.Time         // for OAI-PMH
	asked []string          // path, with the query if any
	hold  string            // the next answer of this address is held
	held  chan struct{}     // closed when it is
	free  chan struct{}     // closed to release it
}

// Page is one answer of OAI-PMH: the records in it, as XML.
type Page []string

// Dated is a record of OAI-PMH with its datestamp.
type Dated struct{ Stamp, Record string }

// New starts a server with the works in this package.
func New() *Server {
	s := &Server{files: map[string][]byte{}, sets: map[string][]Page{},
		now: time.Date(2026, 11, 22, 17, 0, 0, 0, time.UTC)}
	s.http = httptest.NewServer(s)
	s.URL = s.http.URL
	s.Put("/dblp.xml.gz", Gzip(DBLP(dblpWorks...)))
	s.Put("/acl.tar.gz", aclArchive())
	s.Put("/retraction_watch.csv", []byte(retractions))
	s.Put("/pubmed/baseline/pubmed26n0001.xml.gz",
		Gzip(PubMed(article(1, "Slow thoughts on fast beetles"), article(2, "A beetle that was revised"),
			article(3, "A beetle that was withdrawn"))))
	s.Put("/pubmed/baseline/pubmed26n0002.xml.gz", Gzip(PubMed(article(4, "The fourth beetle"))))
	s.Put("/pubmed/updatefiles/pubmed26n0003.xml.gz",
		Gzip(PubMed(article(2, "A beetle after its revision"), "<DeleteCitation><PMID>3</PMID></DeleteCitation>")))
	s.PutWorks("2026-01-01", work(1, "Porcelain gearboxes in practice", 2015, "Computer Science"),
		work(2, "Teacups as inertial frames", 2016, "Physics and Astronomy"))
	s.PutWorks("2026-02-01", work(3, "Velvet quorums revisited", 2019, "Computer Science"))
	s.PutMeta(MetaRow("1", "Teacups in history", "Souza, Ana", "1999", "journal article"),
		MetaRow("2", "Teacups, today", "Li, Bo", "2020-05", "journal article")+MetaRow("3", "The book of teacups",
			"Xu, Cy", "2021", "book"))
	s.PutPages("2005-09-16", Page{Paper("0704.0001", "Clockwork kernels"), Paper("0704.0002", "Clockwork lattices")},
		Page{Paper("0704.0003", "A paper to be withdrawn")})
	s.PutPages("2026-01-01",
		Page{Paper("2601.00001", "Recent clockwork"), Paper("0704.0002", "Clockwork lattices, corrected")},
		Page{Deleted("0704.0003")})
	return s
}

// Close stops the server.
func (s *Server) Close() {
	s.Release()
	s.http.Close()
}

// Mirrors returns the address of each dump, as --mirror accepts it.
func (s *Server) Mirrors() map[string]string {
	return map[string]string{"dblp": s.URL + "/dblp.xml.gz", "acl": s.URL + "/acl.tar.gz",
		"retractionwatch": s.URL + "/retraction_watch.csv",
		"pubmed":          s.URL + "/pubmed/", "openalex": s.URL + "/works/manifest.json", "meta": s.URL + "/",
		"arxiv": s.URL + "/oai"}
}

// Put adds a file and its checksum.
func (s *Server) Put(path string, data []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[path] = data
	sum := md5.Sum(data)
	s.files[path+".md5"] = []byte(hex.EncodeToString(sum[:]) + "  " + path[strings.LastIndexByte(path, '/')+1:] + "\n")
}

// PutRelease adds a release of DBLP like those in Dagstuhl's archive, and lists it on the page of all releases.
func (s *Server) PutRelease(date string, data []byte) {
	s.Put("/storage/artifacts/dblp/xml/"+date[:4]+"/dblp-"+date+".xml.gz", data)
	s.mu.Lock()
	defer s.mu.Unlock()
	const page = "/entities/collection/10.4230/dblp.xml"
	link := fmt.Sprintf(
		"<li><a href=\"https://drops.dagstuhl.de/entities/artifact/10.4230/dblp.xml.%s\">dblp XML of %s</a></li>\n", date,
		date)
	s.files[page] = append(s.files[page], "<!DOCTYPE html>\n"+link...)
}

// PutMeta adds a release of OpenCitations Meta, one table per member of an archive, as on Zenodo.
func (s *Server) PutMeta(tables ...string) {
	var b bytes.Buffer
	t := tar.NewWriter(&b)
	for i, rows := range tables {
		text := `"id","title","author","issue","volume","venue","page","pub_date","type","publisher","editor"` + "\n" + rows
		h := tar.Header{Typeflag: tar.TypeReg, Name: fmt.Sprintf("csv/output_%d.csv", i), Mode: 0o644, Size: int64(len(text))}
		if t.WriteHeader(&h) != nil {
			panic("tar")
		}
		_, _ = t.Write([]byte(text))
	}
	_ = t.Close()
	data := Gzip(b.String())
	const file = "/api/records/20000000/files/output_csv.tar.gz/content"
	s.Put(file, data)
	s.mu.Lock()
	defer s.mu.Unlock()
	sum := md5.Sum(data)
	s.files["/api/records/18324537/versions/latest"] = fmt.Appendf(nil,
		`{"id":20000000,"files":[{"key":"readme.md","size":3,"links":{"self":"https://zenodo.org/api/records/20000000/files/readme.md/content"}},{"key":"output_csv.tar.gz","size":%d,"checksum":"md5:%x","links":{"self":"https://zenodo.org%s"}}]}`, len(data), sum, file)
}

// MetaRow is a row of OpenCitations Meta.
func MetaRow(omid, title, author, year, kind string) string {
	return fmt.Sprintf(
		`"omid:br/%s","%s","%s [omid:ra/1]","","","Journal of Teacups [issn:1234-5679 omid:br/9]","1-2","%s","%s","",""`+"\n",
		omid, title, author, year, kind)
}

// Wall replaces a file by a page for people.
func (s *Server) Wall(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[path] = []byte("<!DOCTYPE html><html><body>Making sure you are not a bot.</body></html>")
}

// Damage changes a file but not its stated size and checksum, and returns a function that undoes it.
func (s *Server) Damage(path string, change func(data []byte) []byte) (undo func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	before := s.files[path]
	s.files[path] = change(slices.Clone(before))
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.files[path] = before
	}
}

// Drop removes a file.
func (s *Server) Drop(path string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.files, path)
	delete(s.files, path+".md5")
}

// PutWorks adds a part of OpenAlex's snapshot, and rewrites its manifest.
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

// PutPages sets what OAI-PMH returns for a harvest that begins on a day.
func (s *Server) PutPages(from string, pages ...Page) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sets[from] = pages
}

// PutDated sets what OAI-PMH returns, in the order of datestamps, two records per page. Its tokens only say how
// many records to skip.
func (s *Server) PutDated(records ...Dated) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dated = records
}

// SetNow moves the clock of the OAI-PMH service.
func (s *Server) SetNow(now time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.now = now
}

// Asked returns the requests since the last call, without checksums and listings. A request for the rest of a
// file is followed by its range.
func (s *Server) Asked() (list []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, asked := range s.asked {
		if path, _, _ := strings.Cut(asked, " "); !strings.HasSuffix(path, ".md5") && !strings.HasSuffix(path, "/") &&
			!strings.HasSuffix(path, ".json") && !strings.HasPrefix(path, "/entities/") && !strings.HasSuffix(path, "/latest") {
			list = append(list, asked)
		}
	}
	s.asked = nil
	return list
}

// Hold makes the next answer whose path ends with the text, or whose query contains it, stop in the middle of
// the file until Release. The channel is closed when it does.
func (s *Server) Hold(text string) <-chan struct{} {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hold, s.held, s.free = text, make(chan struct{}), make(chan struct{})
	return s.held
}

// Release releases a held answer.
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

// halter stops in the middle of an answer.
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
	s.mu.Lock()
	defer s.mu.Unlock()
	body := s.page
	if len(s.dated) > 0 {
		body = s.datedPage
	}
	return []byte(
		`<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>` +
			s.now.Format(time.RFC3339) + `</responseDate><request verb="ListRecords">http://localhost/oai</request>` +
			body(r.URL.Query()) + "</OAI-PMH>")
}

const noRecords = `<error code="noRecordsMatch">nothing in these days</error>`

func (s *Server) page(q url.Values) string {
	from, n := q.Get("from"), 0
	if token := q.Get("resumptionToken"); token != "" {
		if _, err := fmt.Sscanf(token, "%10s|%d", &from, &n); err != nil {
			from = ""
		}
	}
	pages := s.sets[from]
	if n >= len(pages) {
		return noRecords
	}
	token := `<resumptionToken cursor="0"/>`
	if n+1 < len(pages) {
		token = fmt.Sprintf(`<resumptionToken cursor="0" completeListSize="9">%s|%d</resumptionToken>`, from, n+1)
	}
	return "<ListRecords>" + strings.Join(pages[n], "\n") + token + "</ListRecords>"
}

func (s *Server) datedPage(q url.Values) string {
	from, until, n := q.Get("from"), q.Get("until"), 0
	if token := q.Get("resumptionToken"); token != "" {
		if _, err := fmt.Sscanf(token, "%10s|%10s|%d", &from, &until, &n); err != nil {
			return `<error code="badResumptionToken">what is that</error>`
		}
	}
	var list []string
	for _, d := range s.dated {
		if d.Stamp >= from && d.Stamp <= until {
			list = append(list, dated.ReplaceAllString(d.Record, "<datestamp>"+d.Stamp+"</datestamp>"))
		}
	}
	if n >= len(list) {
		return noRecords
	}
	token := `<resumptionToken cursor="0"/>`
	if n+2 < len(list) {
		token = fmt.Sprintf(`<resumptionToken cursor="0">%s|%s|%d</resumptionToken>`, from, until, n+2)
	}
	return "<ListRecords>" + strings.Join(list[n:min(n+2, len(list))], "\n") + token + "</ListRecords>"
}

var dated = regexp.MustCompile(`<datestamp>[^<]*</datestamp>`)

// Gzip compresses a text.
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

// DBLP returns DBLP's XML with elements.
func DBLP(elements ...string) string {
	return "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<!DOCTYPE dblp SYSTEM \"dblp.dtd\">\n<dblp>\n" +
		strings.Join(elements, "\n") + "\n</dblp>\n"
}

// dblpWorks has a conference of three years with all its papers.
var dblpWorks = []string{
	proceedings(2010), proceedings(2011), proceedings(2012),
	inProceedings(2010, "Ada Lovelace", "Mechanical Sympathies of Clockwork Automata"),
	inProceedings(2011, "Alan Turing", "Halting Considered Optional"),
	inProceedings(2011, "Barbara Liskov", "On the Velvet Quorum Protocol"),
	inProceedings(2012, "Rachel Carson", "A Field Guide to Imaginary Beetles"),
	`<www key="homepages/x/Y"><author>Y</author><title>Home Page</title></www>`,
}

func proceedings(year int) string {
	return fmt.Sprintf(
		`<proceedings key="conf/scca/%d"><editor>Ed Itor</editor><title>Proceedings of the Symposium on Careful Clockwork Automata, SCCA %d</title><booktitle>SCCA</booktitle><year>%d</year><publisher>Press</publisher></proceedings>`, year, year, year)
}

func inProceedings(year int, author, title string) string {
	return fmt.Sprintf(
		`<inproceedings key="conf/scca/%s%d"><author>%s</author><title>%s.</title><pages>1-%d</pages><year>%d</year><booktitle>SCCA</booktitle><crossref>conf/scca/%d</crossref></inproceedings>`, strings.Fields(author)[1], len(title), author, title, len(title), year, year)
}

func aclArchive() []byte {
	return tarOf("acl-anthology-master/data/xml/2019.scca.xml",
		`<?xml version='1.0' encoding='UTF-8'?><collection id="2019.scca"><volume id="main" type="proceedings"><meta><booktitle>Proceedings of the Workshop on Clockwork Language</booktitle><editor><first>Ed</first><last>Itor</last></editor><publisher>ACL</publisher><month>July</month><year>2019</year><venue>wcl</venue></meta>
<paper id="1"><title>Parsing the Ticking of Clocks</title><author><first>Grace</first><last>Hopper</last></author><pages>1–9</pages><url>2019.scca-main.1</url></paper></volume></collection>`)
}

const retractions = "Record ID,Title,Subject,Institution,Journal,Publisher,Country,Author,URLS,ArticleType,RetractionDate,RetractionDOI,RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason,Paywalled,Notes\n" +
	"1,A Cure for Clocks,x,x,Annals of Repair,Press,x,Doe J,,Research Article,1/2/2020 " +
	"0:00,10.5555/retraction.1,0,1/2/2018 0:00,10.5555/cure.1,0,Retraction,x,No,\n"

// PubMed returns a PubMed file with elements.
func PubMed(elements ...string) string {
	return `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle//EN" "x"><PubmedArticleSet>` + strings.Join(elements, "\n") + `</PubmedArticleSet>`
}

// Article returns a PubMed article.
func Article(pmid int, title string) string { return article(pmid, title) }

func article(pmid int, title string) string {
	return fmt.Sprintf(
		`<PubmedArticle><MedlineCitation><PMID Version="1">%d</PMID><Article><Journal><JournalIssue><PubDate><Year>2014</Year></PubDate></JournalIssue><Title>Journal of Beetles</Title></Journal><ArticleTitle>%s.</ArticleTitle><AuthorList CompleteYN="Y"><Author><LastName>Carson</LastName><ForeName>Rachel</ForeName></Author></AuthorList></Article></MedlineCitation></PubmedArticle>`, pmid, title)
}

// Work returns a line of OpenAlex.
func Work(n int, title string, year int, field string) string { return work(n, title, year, field) }

func work(n int, title string, year int, field string) string {
	return fmt.Sprintf(
		`{"id":"https://openalex.org/W10%04d","display_name":%q,"publication_year":%d,"type":"article","authorships":[{"author":{"display_name":"Barbara Liskov"}}],"primary_topic":{"field":{"display_name":%q}}}`, n, title, year, field)
}

// Paper returns a record of arXiv's OAI-PMH.
func Paper(id, title string) string {
	return fmt.Sprintf(
		`<record><header><identifier>oai:arXiv.org:%s</identifier><datestamp>2026-01-02</datestamp><setSpec>cs</setSpec></header><metadata><arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>%s</id><created>2007-04-02</created><authors><author><keyname>Lovelace</keyname><forenames>Ada</forenames></author></authors><title>%s</title><categories>cs.AI</categories></arXiv></metadata></record>`, id, id, title)
}

// Deleted returns the record of a paper that arXiv has deleted.
func Deleted(id string) string {
	return fmt.Sprintf(
		`<record><header status="deleted"><identifier>oai:arXiv.org:%s</identifier><datestamp>2026-01-03</datestamp></header></record>`, id)
}
