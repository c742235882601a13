package wire

import (
	"fmt"
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

func TestRestated(t *testing.T) {
	crossref := func(members string) string {
		return `{"DOI":"10.1000/x","type":"journal-article","title":["Some title"],` + members + `}`
	}
	for _, c := range []struct {
		name string
		read func([]byte) (biblio.Record, error)
		in   string
		want []string // year and title, the record's own first
	}{
		{"one date", Crossref, crossref(`"issued":{"date-parts":[[2020,1]]},"published-online":{"date-parts":[[2020,1]]}`),
			[]string{"2020 Some title"}},
		{"early access", Crossref,
			crossref(
				`"issued":{"date-parts":[[2019]]},"published-online":{"date-parts":[[2019]]},"published-print":{"date-parts":[[2021]]}`),
			[]string{"2019 Some title", "2021 Some title"}},
		{"the issue alone has the later year", Crossref,
			crossref(`"issued":{"date-parts":[[2019]]},"journal-issue":{"issue":"2","published-print":{"date-parts":[[2020]]}}`),
			[]string{"2019 Some title", "2020 Some title"}},
		{"online the year after", Crossref,
			crossref(`"issued":{"date-parts":[[2013]]},"published-online":{"date-parts":[[2014]]}`),
			[]string{"2013 Some title", "2014 Some title"}},
		{"digitised", Crossref, crossref(`"issued":{"date-parts":[[1951]]},"published-online":{"date-parts":[[2004]]}`),
			[]string{"1951 Some title"}},
		{"no date", Crossref, crossref(`"issued":{"date-parts":[[null]]},"volume":"1"`), []string{"0 Some title"}},
		{"two languages", Crossref,
			crossref(
				`"original-title":["Ein Titel"],"issued":{"date-parts":[[2020]]},"published-print":{"date-parts":[[2021]]}`),
			[]string{"2020 Some title", "2021 Some title", "2020 Ein Titel", "2021 Ein Titel"}},
		{"the original's title alone", Crossref, `{"DOI":"10.1000/x","title":[""],"original-title":["五、乾餾及瓦斯化"]}`,
			[]string{"0 五、乾餾及瓦斯化"}},
		{"translated in print", Crossref, `{"DOI":"10.1000/x","title":["Penisverletzung","Penile injury"]}`,
			[]string{"0 Penisverletzung", "0 Penile injury"}},
		{"medline", PubMed,
			`<PubmedArticle><MedlineCitation><PMID>1</PMID><Article><Journal><JournalIssue><PubDate><Year>2019</Year></PubDate></JournalIssue></Journal>
			<ArticleTitle>[No certain connection].</ArticleTitle><ArticleDate><Year>2018</Year></ArticleDate><VernacularTitle>Inget säkert samband.</VernacularTitle></Article></MedlineCitation></PubmedArticle>`,
			[]string{"2019 No certain connection", "2018 No certain connection", "2019 Inget säkert samband",
				"2018 Inget säkert samband"}},
		{"europe pmc", EuropePMC,
			`{"id":"1","source":"MED","title":"Some title.","journalInfo":{"yearOfPublication":2020,"journal":{"title":"J"}},"electronicPublicationDate":"2019-12-30"}`,
			[]string{"2020 Some title", "2019 Some title"}},
		{"europe pmc ahead of the issue", EuropePMC,
			`{"id":"1","source":"MED","title":"Some title.","journalInfo":{"yearOfPublication":0,"journal":{"title":"J"}},"firstPublicationDate":"2026-03-26"}`,
			[]string{"2026 Some title"}},
		{"versions of a preprint", ArXivEntry,
			`<entry><id>http://arxiv.org/abs/2303.08774v6</id><title>Some title</title><published>2023-03-15T17:15:04Z</published><updated>2024-03-04T06:01:33Z</updated></entry>`,
			[]string{"2023 Some title", "2024 Some title"}},
		{"versions in a dump", ArXiv,
			`{"id":"2303.08774","title":"Some title","versions":[{"version":"v1","created":"Wed, 15 Mar 2023 17:15:04 GMT"},{"version":"v2","created":"Mon, 27 Mar 2023 17:46:54 GMT"},{"version":"v6","created":"Mon, 4 Mar 2024 06:01:33 GMT"}],"update_date":"2025-01-01"}`,
			[]string{"2023 Some title", "2024 Some title"}},
		{"approved", Crossref,
			`{"DOI":"10.1000/x","type":"dissertation","title":["Some title"],"issued":{"date-parts":[[null]]},"approved":{"date-parts":[[2013,5]]}}`, []string{"2013 Some title"}},
	} {
		records, err := WithRestated(one(c.read([]byte(c.in))))
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var got, keys []string
		for _, r := range records {
			got = append(got, fmt.Sprintf("%d %s", r.Issued.Year, r.FullTitle()))
			keys = append(keys, r.LocalID)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		if slices.Sort(keys); len(slices.Compact(keys)) != len(got) {
			t.Errorf("%s: keys %q", c.name, keys)
		}
	}
}

func one(rec biblio.Record, err error) ([]biblio.Record, error) { return []biblio.Record{rec}, err }

// A notice among the works of an answer marks the work that it is about.
func TestWithNotices(t *testing.T) {
	article, _ := Crossref([]byte(`{"DOI":"10.1000/article","title":["Some title"]}`))
	other, _ := Crossref([]byte(`{"DOI":"10.1000/other","title":["Some title"]}`))
	notice, _ := Crossref(
		[]byte(`{"DOI":"10.1000/notice","title":["Retraction: Some title"],"update-to":[{"DOI":"10.1000/Article","type":"retraction","updated":{"date-parts":[[2021,2,3]]}}]}`))
	records, _ := WithNotices([]biblio.Record{article, other, notice}, nil)
	records, _ = WithNotices(records, nil) // nothing is added twice
	if r := records[0]; r.Status != biblio.StatusRetracted || len(r.Updates) != 1 ||
		r.Updates[0].ID.Value != "10.1000/notice" || r.Updates[0].Date.Year != 2021 {
		t.Errorf("the article: %+v", r)
	}
	for _, r := range records[1:] {
		if r.Status != biblio.StatusNormal || len(r.Updates) > 0 {
			t.Errorf("%s: %+v", r.LocalID, r)
		}
	}
}
