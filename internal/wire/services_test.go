package wire

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

func TestCivil(t *testing.T) {
	for days := 0; days < 60000; days += 7 {
		want := time.Unix(int64(days)*86400, 0).UTC()
		if got := civil(days); got != (biblio.Date{Year: want.Year(), Month: int(want.Month()), Day: want.Day()}) {
			t.Fatalf("civil(%d) = %v, want %v", days, got, want)
		}
	}
}

func TestRecordedArXivFeeds(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(testenv.Shared(t), "data", "fixtures", "arxiv", "*.xml"))
	var feeds, works, complete int
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(raw), "<feed") {
			continue
		}
		entries, _, err := ArXivFeed(raw)
		if strings.Contains(file, "_400_") {
			if err == nil {
				t.Errorf("%s: an error report passes for an answer", filepath.Base(file))
			}
			continue
		}
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(file), err)
			continue
		}
		feeds++
		for _, entry := range entries {
			rec, err := ArXivEntry(entry)
			if err != nil {
				t.Errorf("%s: %v", filepath.Base(file), err)
				continue
			}
			works++
			checkRecord(t, &rec)
			if rec.Title != "" && len(rec.Contributors) > 0 && rec.Issued.Year > 0 && !rec.ID(ident.ArXiv).IsZero() {
				complete++
			}
		}
	}
	t.Logf("arxiv: %d feeds, %d works, %d with title, names, year and number", feeds, works, complete)
	if feeds < 20 || works < 100 || complete != works {
		t.Errorf("arxiv: %d feeds, %d works, %d complete", feeds, works, complete)
	}
}

func TestServices(t *testing.T) {
	for _, c := range []struct {
		name string
		read func([]byte) (biblio.Record, error)
		in   string
		want biblio.Flat
		more func(*biblio.Record) bool
	}{
		{"google books", GoogleBooks,
			`{"id":"xy","volumeInfo":{"title":"The Art of Computer Programming","subtitle":"Fundamental Algorithms","authors":["Donald E. Knuth"],
			"publisher":"Addison-Wesley Professional","publishedDate":"1997-07-04","industryIdentifiers":[{"type":"ISBN_13","identifier":"9780201896831"}]}}`,
			biblio.Flat{Type: "book", Title: "The Art of Computer Programming: Fundamental Algorithms",
				Authors: []string{"Donald E. Knuth"}, Year: "1997",
				Publisher: "Addison-Wesley Professional", ISBN: "9780201896831"}, nil},
		{"inspire", Inspire,
			`{"id":"451647","metadata":{"titles":[{"title":"The Large N limit of superconformal field theories and supergravity"}],
			"authors":[{"full_name":"Maldacena, Juan Martin"}],"author_count":1,"dois":[{"value":"10.4310/ATMP.1998.v2.n2.a1"}],
			"arxiv_eprints":[{"value":"hep-th/9711200"}],"document_type":["article"],
			"publication_info":[{"journal_title":"Adv.Theor.Math.Phys.","journal_volume":"2","page_start":"231","page_end":"252","year":1998}]}}`,
			biblio.Flat{Type: "article-journal", Title: "The Large N limit of superconformal field theories and supergravity",
				Authors: []string{"Juan Martin Maldacena"},
				Venue:   "Adv.Theor.Math.Phys.", Year: "1998", DOI: "10.4310/atmp.1998.v2.n2.a1", ArXivID: "hep-th/9711200",
				Volume: "2", Pages: "231-252"}, nil},
		{"ads", ADS,
			`{"bibcode":"1915SPAW.......844E","title":["Die Feldgleichungen der Gravitation"],"author":["Einstein, Albert"],"year":"1915",
			"pub":"Sitzungsberichte der K&ouml;niglich Preussischen Akademie der Wissenschaften","page":["844"],"page_range":"844-847","doctype":"article"}`,
			biblio.Flat{Type: "article-journal", Title: "Die Feldgleichungen der Gravitation",
				Authors: []string{"Albert Einstein"}, Year: "1915",
				Venue: "Sitzungsberichte der Königlich Preussischen Akademie der Wissenschaften", Pages: "844-847"}, nil},
		{"openreview v2, rejected", OpenReview,
			`{"id":"abc","cdate":1695000000000,"content":{"title":{"value":"A Title"},"authors":{"value":["Ada Lovelace"]},
			"venue":{"value":"Submitted to ICLR 2024"},"venueid":{"value":"ICLR.cc/2024/Conference/Rejected_Submission"}}}`,
			biblio.Flat{Type: "paper-conference", Title: "A Title", Authors: []string{"Ada Lovelace"},
				Venue: "Submitted to ICLR 2024", Year: "2024", URL: "https://openreview.net/forum?id=abc"},
			func(r *biblio.Record) bool { return r.Status == biblio.StatusRejected }},
		{"openreview v1", OpenReview,
			`{"id":"rJ","content":{"title":"Adam","authors":["D. Kingma","J. Ba"],"venue":"ICLR 2015 Poster"}}`,
			biblio.Flat{Type: "paper-conference", Title: "Adam", Authors: []string{"D. Kingma", "J. Ba"}, Venue: "ICLR 2015",
				Year: "2015", URL: "https://openreview.net/forum?id=rJ"},
			func(r *biblio.Record) bool { return r.Status == biblio.StatusNormal }},
		{"rfc", rfc,
			`<rfc-entry><doc-id>RFC0793</doc-id><title>Transmission Control Protocol</title><author><name>J. Postel</name></author>
			<date><month>September</month><year>1981</year></date><doi>10.17487/RFC0793</doi><obsoleted-by><doc-id>RFC9293</doc-id></obsoleted-by></rfc-entry>`,
			biblio.Flat{Type: "report", Title: "Transmission Control Protocol", Authors: []string{"J. Postel"},
				Venue: "Request for Comments", Year: "1981",
				DOI: "10.17487/rfc0793", URL: "https://www.rfc-editor.org/rfc/rfc793", Volume: "793", Publisher: "RFC Editor"},
			func(r *biblio.Record) bool { return r.LocalID == "RFC793" && r.Extra["obsoleted-by"] == "RFC9293" }},
		{"zotero", Zotero,
			`{"key":"AB","itemType":"preprint","title":"Attention Is All You Need","creators":[{"firstName":"Ashish","lastName":"Vaswani","creatorType":"author"},
			{"name":"Google Brain","creatorType":"author"}],"date":"2017-12-05","repository":"arXiv","extra":"arXiv:1706.03762 [cs]"}`,
			biblio.Flat{Type: "article", Title: "Attention Is All You Need", Authors: []string{"Ashish Vaswani", "Google Brain"},
				Venue: "arXiv", Year: "2017", ArXivID: "1706.03762"}, nil},
		{"europepmc, retracted", EuropePMC,
			`{"id":"9500320","source":"MED","title":"Ileal-lymphoid-nodular hyperplasia.","authorString":"Wakefield AJ, Murch SH.","pubYear":"1998",
			"journalInfo":{"volume":"351","issue":"9103","yearOfPublication":1998,"monthOfPublication":2,"journal":{"title":"Lancet"}},"pageInfo":"637-641",
			"pubTypeList":{"pubType":["Retracted Publication","Journal Article"]},"commentCorrectionList":{"commentCorrection":[{"id":"20137807","source":"MED","type":"Retraction in"}]}}`,
			biblio.Flat{Type: "article-journal", Title: "Ileal-lymphoid-nodular hyperplasia",
				Authors: []string{"AJ Wakefield", "SH Murch"}, Venue: "Lancet", Year: "1998",
				PMID: "9500320", Volume: "351", Issue: "9103", Pages: "637-641"},
			func(r *biblio.Record) bool {
				return r.Status == biblio.StatusRetracted && len(r.Updates) == 1 && r.Updates[0].ID.Value == "20137807"
			}},
		{"europepmc, chapter", EuropePMC,
			`{"id":"NBK1","source":"NBK","title":"Gene Regulation.","authorString":"Ada Lovelace.","pubYear":"2012",
			"bookOrReportDetails":{"publisher":"Oxford University Press","yearOfPublication":2012,"comprisingTitle":"The Book of Cells","seriesName":"Cells","isbn13":"9780201896831"}}`,
			biblio.Flat{Type: "chapter", Title: "Gene Regulation", Authors: []string{"Ada Lovelace"},
				Venue: "The Book of Cells", Year: "2012",
				Publisher: "Oxford University Press", ISBN: "9780201896831"},
			func(r *biblio.Record) bool { return r.Container.Series == "Cells" }},
		{"europepmc, book", EuropePMC,
			`{"id":"NBK2","source":"NBK","title":"The Book of Cells","authorString":"Ada Lovelace.","bookOrReportDetails":{"yearOfPublication":2012,"edition":"3rd","comprisingTitle":"The Book of Cells"}}`,
			biblio.Flat{Type: "book", Title: "The Book of Cells", Authors: []string{"Ada Lovelace"}, Year: "2012"},
			func(r *biblio.Record) bool { return r.Edition == "3rd" }},
		{"openreview, authors with profiles", OpenReview,
			`{"id":"xyz","content":{"title":{"value":"A Title"},"authors":{"value":[{"fullname":"Ada Lovelace","username":"~Ada1"},{"fullname":"Alan Turing"}]},"venue":{"value":"ICLR 2026 Poster"}}}`,
			biblio.Flat{Type: "paper-conference", Title: "A Title", Authors: []string{"Ada Lovelace", "Alan Turing"},
				Venue: "ICLR 2026", Year: "2026", URL: "https://openreview.net/forum?id=xyz"}, nil},
	} {
		rec, err := c.read([]byte(c.in))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got, _ := json.Marshal(rec.Flat())
		want, _ := json.Marshal(c.want)
		if string(got) != string(want) {
			t.Errorf("%s:\n got %s\nwant %s", c.name, got, want)
		}
		if c.more != nil && !c.more(&rec) {
			t.Errorf("%s: %+v", c.name, rec)
		}
	}
}

// FuzzServices checks that no reader fails on any input.
func FuzzServices(f *testing.F) {
	for _, seed := range []string{`{}`, `[]`, `{"content":{"title":{"value":"x"}}}`,
		`{"metadata":{"titles":[{"title":"x"}],"publication_info":[{}]}}`, `{"title":["x"],"doi":["10.1/x"]}`,
		`<entry><id>http://arxiv.org/abs/1706.03762v1</id><title>x</title></entry>`,
		`<rfc-entry><doc-id>RFC1</doc-id></rfc-entry>`, `{"volumeInfo":{"title":"x"}}`, `{"cdate":99999999999999999}`} {
		f.Add([]byte(seed))
	}
	readers := []func([]byte) (biblio.Record, error){DBLPHit, EuropePMC, OpenReview, Inspire, ADS, OpenLibrarySearch,
		OpenLibraryBook, GoogleBooks, Unpaywall, rfc, Zotero, ArXivEntry}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, read := range readers {
			if rec, err := read(data); err == nil {
				checkRecord(t, &rec)
			}
		}
		ArXivFeed(data)
		RFCIndex(data)
	})
}
