package dump

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// bench reads one dump repeatedly and reports records per second.
func bench(b *testing.B, path string, size int, opt Options) {
	b.Helper()
	b.SetBytes(int64(size))
	b.ReportAllocs()
	records := 0
	for b.Loop() {
		r, err := Open(path, opt)
		if err != nil {
			b.Fatal(err)
		}
		for {
			list, err := r.NextBatch()
			if err == io.EOF {
				break
			}
			if err != nil {
				b.Fatal(err)
			}
			records += len(list)
		}
		if bad := r.Bad(); len(bad) > 0 {
			b.Fatal(bad[0])
		}
		r.Close()
	}
	b.ReportMetric(float64(records)/b.Elapsed().Seconds(), "records/s")
}

// BenchmarkRead reads a generated dump of each of the large formats.
func BenchmarkRead(b *testing.B) {
	for _, c := range []struct {
		format Format
		head   string
		one    string // with a number twice
		tail   string
	}{
		{Flat, "",
			`{"id":"x:%d","title":"A study of the things that are studied in study %d","authors":["Jane Doe","John A. Smith","Wei Wang"],"year":"2019","venue":"Journal of Things","volume":"3","pages":"1-20","doi":"10.1000/xyz.123","url":"https://example.org/a1","src":"x"}` + "\n", ""},
		{DBLP, `<?xml version="1.0" encoding="ISO-8859-1"?><!DOCTYPE dblp SYSTEM "dblp.dtd"><dblp>`,
			`<article key="journals/x/Doe%d" mdate="2020-01-01"><author>Jane Doe</author><author orcid="0000-0001-2345-6789">J&ouml;rg Mayer 0001</author><title>A study of the things that are studied in study %d.</title><pages>1-20</pages><year>2019</year><volume>3</volume><journal>J. Things</journal><number>4</number><ee>https://doi.org/10.1000/xyz</ee><url>db/journals/x/x3.html#Doe19</url></article>` + "\n", "</dblp>"},
		{Crossref, "",
			`{"indexed":{"date-parts":[[2022,3,31]],"date-time":"2022-03-31T13:00:34Z","timestamp":1648731634281},"reference-count":2,"publisher":"P","issue":"1","content-domain":{"domain":[],"crossmark-restriction":false},"short-container-title":["J. Th."],"DOI":"10.1000/x.%d","type":"journal-article","created":{"date-parts":[[2019,1,1]]},"page":"1-20","source":"Crossref","is-referenced-by-count":0,"title":["A study of the things that are studied in study %d"],"prefix":"10.1000","volume":"3","author":[{"given":"Jane","family":"Doe","sequence":"first","affiliation":[{"name":"University of Things"}]},{"given":"John A.","family":"Smith","sequence":"additional","affiliation":[]}],"member":"1","reference":[{"key":"1","doi-asserted-by":"crossref","unstructured":"A. Author. A long reference that was deposited with the work. 2001.","DOI":"10.1000/y"},{"key":"2","volume-title":"Another","author":"B","year":"2002"}],"container-title":["Journal of Things"],"language":"en","deposited":{"date-parts":[[2019,1,2]]},"score":1,"issued":{"date-parts":[[2019,1,1]]},"URL":"http://dx.doi.org/10.1000/x.1","ISSN":["1234-5678"],"published":{"date-parts":[[2019,1,1]]}}` + "\n", ""},
		{PubMed, "<PubmedArticleSet>",
			`<PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">%d</PMID><DateRevised><Year>2019</Year><Month>02</Month><Day>08</Day></DateRevised><Article PubModel="Print"><Journal><ISSN IssnType="Print">0006-2944</ISSN><JournalIssue CitedMedium="Print"><Volume>13</Volume><Issue>2</Issue><PubDate><Year>1975</Year><Month>Jun</Month></PubDate></JournalIssue><Title>Journal of Things</Title><ISOAbbreviation>J Things</ISOAbbreviation></Journal><ArticleTitle>A study of the things that are studied in study %d.</ArticleTitle><Pagination><MedlinePgn>117-26</MedlinePgn></Pagination><AuthorList CompleteYN="Y"><Author ValidYN="Y"><LastName>Doe</LastName><ForeName>J B</ForeName><Initials>JB</Initials></Author><Author ValidYN="Y"><LastName>Smith</LastName><ForeName>A</ForeName><Initials>A</Initials></Author></AuthorList><Language>eng</Language><PublicationTypeList><PublicationType UI="D016428">Journal Article</PublicationType></PublicationTypeList></Article><MedlineJournalInfo><Country>United States</Country><MedlineTA>J Things</MedlineTA><NlmUniqueID>0151424</NlmUniqueID><ISSNLinking>0006-2944</ISSNLinking></MedlineJournalInfo></MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="pubmed">1</ArticleId><ArticleId IdType="doi">10.1016/0006-2944(75)90147-7</ArticleId></ArticleIdList></PubmedData></PubmedArticle>` + "\n", "</PubmedArticleSet>"},
	} {
		var data bytes.Buffer
		data.WriteString(c.head)
		for i := range 20_000 {
			fmt.Fprintf(&data, c.one, i+1, i)
		}
		data.WriteString(c.tail)
		path := write(b, b.TempDir(), "dump", data.Bytes())
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/workers=%d", c.format, workers),
				func(b *testing.B) { bench(b, path, data.Len(), Options{Workers: workers, Omit: Bulky()}) })
		}
	}
}

// BenchmarkShared reads the real dumps, with decompression.
func BenchmarkShared(b *testing.B) {
	dir := filepath.Join(testenv.Shared(b), "data", "corpora")
	for _, c := range []struct {
		file string
		size int // decompressed
	}{{"works.jsonl.zst", 407_475_692}, {"acl-anthology-xml.tar.zst", 131_000_000}} {
		b.Run(c.file, func(b *testing.B) {
			bench(b, filepath.Join(dir, c.file), c.size, Options{Omit: Bulky()})
		})
	}
}
