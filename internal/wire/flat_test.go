package wire

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

func TestFlat(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     biblio.Record
	}{
		{"a preprint with the DOI of what it became",
			`{"id":"arxiv:1704.07897","title":"Optimal transport","authors":["Martin Bauer","Modin, Klas"],"year":"2017","venue":"arXiv","arxiv":"1704.07897","cat":"math.NA","doi":"10.1007/978-3-319-68445-1_16","src":"x"}`,
			biblio.Record{Source: "x", LocalID: "arxiv:1704.07897",
				Work: biblio.Work{Type: biblio.Preprint, Title: "Optimal transport", Container: biblio.Container{Title: "arXiv"},
					Issued: biblio.Date{Year: 2017},
					Contributors: []biblio.Contributor{{Given: "Martin", Family: "Bauer", Role: biblio.Author},
						{Given: "Klas", Family: "Modin", Role: biblio.Author, Stated: "Modin, Klas"}},
					IDs: []ident.ID{{Scheme: ident.ArXiv, Value: "1704.07897"}}},
				Relations: []biblio.Relation{{Kind: biblio.PublishedAs,
					ID: ident.ID{Scheme: ident.DOI, Value: "10.1007/978-3-319-68445-1_16"}}},
				Extra: map[string]string{"cat": "math.NA"}}},
		{"a rejected manuscript",
			`{"id":"pl:1","title":"T","authors":[],"year":2023,"venue":"ICLR","status":"Desk Reject","venue_type":"conference"}`,
			biblio.Record{Source: "flat", LocalID: "pl:1", Status: biblio.StatusRejected,
				Work: biblio.Work{Type: biblio.PaperConference, Title: "T", Container: biblio.Container{Title: "ICLR"},
					Issued: biblio.Date{Year: 2023}},
				Extra: map[string]string{"status": "Desk Reject", "venue_type": "conference"}}},
		{"a cut list, a number after a name, an unknown key",
			`{"id":"doi:10.1/x","doi":"10.1000/X","title":"T","authors":["Liang He 0005","et al."],"authors_complete":false,"type":"inproceedings","shape":[1, 2],"arxiv_id":"","url":"https://dblp.org/rec/1"}`,
			biblio.Record{Source: "flat", LocalID: "doi:10.1/x",
				Work: biblio.Work{Type: biblio.PaperConference, Title: "T", AuthorsCut: true, URL: "https://dblp.org/rec/1",
					Contributors: []biblio.Contributor{{Given: "Liang", Family: "He", Role: biblio.Author, Stated: "Liang He 0005"}},
					IDs:          []ident.ID{{Scheme: ident.DOI, Value: "10.1000/x"}}},
				Extra: map[string]string{"type": "inproceedings", "shape": "[1,2]"}}},
		{"an ACL id in the key, no venue", `{"id":"acl:W15-4654","title":"T","retracted":true,"year":"c. 2015"}`,
			biblio.Record{Source: "flat", LocalID: "acl:W15-4654", Status: biblio.StatusRetracted,
				Updates: []biblio.Update{{Kind: biblio.Retraction}},
				Work: biblio.Work{Title: "T", Issued: biblio.Date{Year: 2015},
					IDs: []ident.ID{{Scheme: ident.ACL, Value: "W15-4654"}}},
				Extra: map[string]string{"year": "c. 2015"}}},
	} {
		got, err := Flat([]byte(c.in), "flat")
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s:\n%s", c.name, d)
		}
	}
	for _, bad := range []string{"", "[]", "{}", `{"title":""}`, `{"title":"x"`} {
		if _, err := Flat([]byte(bad), "flat"); err == nil {
			t.Errorf("Flat(%q) accepts", bad)
		}
	}
}

// The type of a record follows from its own, from its container, or else from what kind of venue that is.
func TestFlatTypes(t *testing.T) {
	for in, want := range map[string]biblio.Type{
		`"type":"article"`: biblio.ArticleJournal, `"type":"Article"`: biblio.ArticleJournal, `"type":"unheard"`: "",
		`"type":"article","venue":"arXiv"`: biblio.Preprint, `"venue":"bioRxiv"`: biblio.Preprint,
		`"type":"book","venue":"arXiv"`: biblio.Book, `"venue":"arXiv preprint arXiv:1706.03762"`: biblio.Preprint,
		`"venue":"arXiv-based studies of the history of physics"`: "", // of more than forty bytes
		`"venue":"arxiv e-prints of nineteen eighty-nine."`:       biblio.Preprint,
		`"venue":"Preprint"`:                                           biblio.Preprint,
		`"venue":"ACL","venue_type":"conference"`:                      biblio.PaperConference,
		`"venue":"ACL","venue_type":"workshop"`:                        biblio.PaperConference,
		`"venue":"Nature","venue_type":"journal"`:                      biblio.ArticleJournal,
		`"venue":"Nature","venue_type":"journal","type":"review"`:      biblio.ArticleJournal,
		`"venue":"Nature","venue_type":"journal","type":"peer-review"`: biblio.Review,
	} {
		got, err := Flat([]byte(`{"title":"T",`+in+`}`), "flat")
		if err != nil || got.Type != want {
			t.Errorf("%s: %q, want %q, %v", in, got.Type, want, err)
		}
	}
}

// An identifier is the record's own, or that of another version if only one of both is a preprint.
func TestFlatIdentifiers(t *testing.T) {
	for in, want := range map[string]string{
		`"doi":"10.1000/x"`: "[doi:10.1000/x] []",
		`"doi":"10.1000/x","venue":"arXiv","arxiv":"1706.03762"`: "[arxiv:1706.03762] " +
			"[{published-as doi:10.1000/x}]",
		`"doi":"10.48550/arXiv.1706.03762","venue":"arXiv"`:                 "[doi:10.48550/arxiv.1706.03762] []",
		`"doi":"10.1000/x","venue":"arXiv"`:                                 "[doi:10.1000/x] []",
		`"doi":"10.1000/x 10.1000/y"`:                                       "[doi:10.1000/x doi:10.1000/y] []",
		`"doi":"unknown"`:                                                   "[] []",
		`"venue":"Nature","eprint":"1706.03762"`:                            "[] [{has-preprint arxiv:1706.03762}]",
		`"eprint":"1706.03762"`:                                             "[arxiv:1706.03762] []",
		`"url":"https://arxiv.org/abs/1706.03762"`:                          "[arxiv:1706.03762] []",
		`"url":"https://arxiv.org/abs/1706.03762","arxiv":"1412.6980"`:      "[arxiv:1412.6980] []",
		`"url":"https://example.org/1706.03762"`:                            "[] []",
		`"url":"https://doi.org/10.48550/arXiv.1706.03762","venue":"arXiv"`: "[arxiv:1706.03762] []",
		`"id":"doi:10.1000/z","doi":"10.1000/x"`:                            "[doi:10.1000/x] []",
		`"id":"doi:10.1000/z"`:                                              "[doi:10.1000/z] []",
		`"url":"https://doi.org/10.1000/x","doi":"10.1000/y","venue":"ACL"`: "[doi:10.1000/y] []",
		`"url":"https://arxiv.org/abs/1706.03762","doi":"10.1000/y"`:        "[doi:10.1000/y arxiv:1706.03762] []",
		`"pmid":"26017442","pmcid":"PMC4539","isbn":"978-0-262-03561-3"`: "[pmid:26017442 " +
			"pmcid:PMC4539 isbn:9780262035613] []",
		`"pmid":"none","url":"https://pubmed.ncbi.nlm.nih.gov/26017442/"`: "[pmid:26017442] []",
		`"venue":"arXiv","arxiv":"1706.03762","doi":"10.1101/2020.01.01.02"`: "[arxiv:1706.03762 " +
			"doi:10.1101/2020.01.01.02] []",
	} {
		got, err := Flat([]byte(`{"title":"T",`+in+`}`), "flat")
		if s := fmt.Sprint(got.IDs, " ", got.Relations); err != nil || s != want {
			t.Errorf("%s: %s, want %s, %v", in, s, want, err)
		}
	}
}

func FuzzFlat(f *testing.F) {
	f.Add([]byte(`{"id":"a","title":"t","authors":["A B","C, D"],"year":"2019","doi":"10.1/x"}`))
	f.Add([]byte(`{"title":"t","authors":"A and B","year":2019.0,"type":{}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if rec, err := Flat(data, "flat"); err == nil && rec.Title == "" && len(rec.IDs) == 0 {
			t.Fatal("an empty record")
		}
	})
}

func BenchmarkFlat(b *testing.B) {
	line := []byte(
		`{"id":"mla:jeon2025neurips-weaktostrong","title":"Weak-to-Strong Generalization under Distribution Shifts","authors":["Myeongho Jeon","Jan Sobotka","Suhwan Choi","Maria Brbic"],"year":"2025","venue":"Advances in Neural Information Processing Systems","venue_short":"neurips","venue_type":"conference","doi":"10.1007/978-3-319-68445-1_16","url":"https://openreview.net/forum?id=fEg31YjLct","src":"mlanthology"}`)
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Flat(line, "flat"); err != nil {
			b.Fatal(err)
		}
	}
}
