package wire

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

func TestWithdrawnPreprints(t *testing.T) {
	entry := func(comment, summary string) bool {
		rec, err := ArXivEntry([]byte(`<entry><id>http://arxiv.org/abs/1706.03762v2</id><title>A title</title><summary>` +
			summary + `</summary><arxiv:comment>` + comment + `</arxiv:comment></entry>`))
		if err != nil {
			t.Fatal(err)
		}
		return len(rec.Updates) == 1 && rec.Updates[0].Kind == biblio.WithdrawalOf
	}
	for comment, want := range map[string]bool{
		"This paper has been withdrawn by the author due to an error": true, "Withdrawn: superseded by 2001.00001": true,
		"This paper is withdrawn because of Lemma 3":                 true,
		"Paper withdrawn by the author":                              true,
		"This submission has been withdrawn by arXiv administrators": true, "4 pages. This article was withdrawn": true,
		"": false, "12 pages": false, "Accepted at ICUFN 2018 but later withdrawn due to financial issues": false,
		"18 pages, Subsection 2.5 withdrawn":                                    false,
		"This submission substitutes paper quant-ph/0212148 that was withdrawn": false,
		"supersedes 1303.0723, which will be withdrawn":                         false,
	} {
		if got := entry(comment, "We prove a theorem."); got != want {
			t.Errorf("comment %q: withdrawn %v", comment, got)
		}
	}
	for summary, want := range map[string]bool{"This paper has been withdrawn by the author.": true,
		"We study drugs that the company has withdrawn.":          false,
		"The paper money was withdrawn from circulation in 1921.": false} {
		if got := entry("", summary); got != want {
			t.Errorf("abstract %q: withdrawn %v", summary, got)
		}
	}
}

// TestRetractedBySpelling has the spellings of update types that publishers deposit.
func TestRetractedBySpelling(t *testing.T) {
	for kind, want := range map[string]string{"retraction": "retraction true", "Retraction": "retraction true",
		"partial-retraction": "retraction false", "Expression of Concern": "expression-of-concern false",
		"expression-of-concern": "expression-of-concern false", "Corrigendum": "correction false", "new_version": " false"} {
		rec, err := Crossref(
			[]byte(fmt.Sprintf(`{"DOI":"10.1000/182","title":["A"],"updated-by":[{"type":%q,"DOI":"10.1000/183"}]}`, kind)))
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, u := range rec.Updates {
			got += string(u.Kind)
		}
		if got = fmt.Sprint(got, " ", rec.Status == biblio.StatusRetracted); got != want {
			t.Errorf("%s: %s, want %s", kind, got, want)
		}
		notice, err := Crossref(
			[]byte(fmt.Sprintf(`{"DOI":"10.1000/183","title":["Notice: A"],"update-to":[{"type":%q,"DOI":"10.1000/182"}]}`,
				kind)))
		if err != nil {
			t.Fatal(err)
		}
		if list := CrossrefNotices(&notice); (len(list) == 1) != (want != " false") {
			t.Errorf("%s: %d works with a notice", kind, len(list))
		}
	}
	rec, err := PubMed(
		[]byte(`<PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>A.</ArticleTitle></Article><CommentsCorrectionsList>
		<CommentsCorrections RefType="RetractionIn"><RefSource>Lancet. 2010;375</RefSource><PMID>2</PMID></CommentsCorrections></CommentsCorrectionsList></MedlineCitation></PubmedArticle>`))
	if err != nil || rec.Status != biblio.StatusRetracted || len(rec.Updates) != 1 ||
		rec.Updates[0].ID != (ident.ID{Scheme: ident.PMID, Value: "2"}) {
		t.Errorf("%+v %v", rec, err)
	}
}

func TestPartialLists(t *testing.T) {
	work := func(n int, more string) bool {
		names := strings.TrimSuffix(strings.Repeat(`{"author":{"display_name":"Ada Lovelace"}},`, n), ",")
		rec, err := OpenAlex([]byte(`{"id":"https://openalex.org/W1","title":"A","authorships":[` + names + `]` + more + `}`))
		if err != nil || len(rec.Contributors) != n {
			t.Fatal(len(rec.Contributors), err)
		}
		return rec.AuthorsCut
	}
	if work(99, "") || !work(100, "") || work(100, `,"is_authors_truncated":false`) ||
		!work(100, `,"is_authors_truncated":true`) || work(101, "") {
		t.Error("which lists of authors are cut")
	}
}
