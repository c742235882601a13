package wire

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

const oaiRecord = `<record><header><identifier>oai:arXiv.org:0704.0001</identifier><datestamp>2008-11-26</datestamp><setSpec>physics:hep-ph</setSpec></header>
<metadata><arXiv xmlns="http://arxiv.org/OAI/arXiv/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<id>0704.0001</id><created>2007-04-02</created><updated>2007-07-24</updated>
<authors><author><keyname>Bal&#225;zs</keyname><forenames>C.</forenames><affiliation>Argonne</affiliation></author><author><keyname>Berger</keyname><forenames>E. L.</forenames><suffix>Jr.</suffix></author><author><keyname>ATLAS Collaboration</keyname></author></authors>
<title>Calculation of
  prompt pairs</title><categories>hep-ph hep-ex</categories><comments>37 pages, 15 figures</comments><report-no>ANL-1</report-no>
<journal-ref>Phys.Rev.D76:013009,2007</journal-ref><doi>10.1103/PhysRevD.76.013009</doi><license>http://arxiv.org/licenses/x</license><abstract>  Words.
</abstract></arXiv></metadata></record>`

func TestArXivOAI(t *testing.T) {
	got, err := ArXivOAI([]byte(oaiRecord))
	junior := by("E. L.", "Berger")
	junior.Suffix = "Jr."
	compare(t, biblio.Record{Source: "arxiv", LocalID: "0704.0001",
		Work: biblio.Work{Type: biblio.Preprint, Title: "Calculation of prompt pairs",
			Container: biblio.Container{Title: "arXiv"}, Issued: biblio.Date{Year: 2007, Month: 4, Day: 2},
			IDs: []ident.ID{arxiv("0704.0001")},
			Contributors: []biblio.Contributor{by("C.", "Balázs"), junior,
				{Literal: "ATLAS Collaboration", Role: biblio.Author}}},
		Relations: []biblio.Relation{{Kind: biblio.PublishedAs, ID: doi("10.1103/physrevd.76.013009")}},
		Extra: map[string]string{"affiliation": "Argonne", "update_date": "2007-07-24", "categories": "hep-ph hep-ex",
			"comments": "37 pages, 15 figures", "report-no": "ANL-1",
			"journal-ref": "Phys.Rev.D76:013009,2007", "doi": "10.1103/PhysRevD.76.013009",
			"license": "http://arxiv.org/licenses/x", "abstract": "Words."}}, got, err)
	got, err = ArXivOAI(
		[]byte(`<record><header status="deleted"><identifier>oai:arXiv.org:hep-th/9901001</identifier></header></record>`))
	if !errors.Is(err, ErrDeleted) || got.LocalID != "hep-th/9901001" || got.Source != "arxiv" {
		t.Errorf("a deleted record: %+v, %v", got, err)
	}
	for name, text := range map[string]string{"of nothing": `<record><header status="deleted"/></record>`,
		"another form": `<record><header/><metadata><oai_dc:dc/></metadata></record>`} {
		if _, err := ArXivOAI([]byte(text)); err == nil || errors.Is(err, ErrDeleted) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestArXivOAIAsSnapshot checks that the two forms of arXiv's metadata result in the same record.
func TestArXivOAIAsSnapshot(t *testing.T) {
	snapshot, err := ArXiv(
		[]byte(`{"id":"0704.0001","submitter":"x","authors_parsed":[["Balázs","C.",""],["Berger","E. L.","Jr."],["ATLAS Collaboration","",""]],"title":"Calculation of\n prompt pairs","doi":"10.1103/PhysRevD.76.013009","journal-ref":"Phys.Rev.D76:013009,2007","versions":[{"version":"v1","created":"Mon, 2 Apr 2007 19:18:42 GMT"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	harvested, err := ArXivOAI([]byte(oaiRecord))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(snapshot.Work, harvested.Work); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff(snapshot.Relations, harvested.Relations); d != "" {
		t.Error(d)
	}
}

func TestReadOAIPage(t *testing.T) {
	const open = `<?xml version="1.0" encoding="UTF-8"?><OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2026-11-22T17:00:00Z</responseDate><request verb="ListRecords">http://oaipmh.arxiv.org/oai</request>`
	for _, c := range []struct {
		name, text string
		want       OAIPage
	}{
		{"more",
			open + `<ListRecords>` + oaiRecord +
				`<resumptionToken cursor="0" expirationDate="2026-11-23T00:00:00Z">verb%3DListRecords%26skip%3D1</resumptionToken></ListRecords></OAI-PMH>`, OAIPage{Date: "2026-11-22T17:00:00Z", Token: "verb%3DListRecords%26skip%3D1", Expires: "2026-11-23T00:00:00Z", Newest: "2008-11-26"}},
		{"the last", open + `<ListRecords>` + oaiRecord + `<resumptionToken cursor="2"/></ListRecords></OAI-PMH>`,
			OAIPage{Date: "2026-11-22T17:00:00Z", Newest: "2008-11-26"}},
		{"no order", open + `<ListRecords>` + oaiRecord + strings.Replace(oaiRecord, "2008-11-26", "2007-11-26", 1) +
			oaiRecord + `</ListRecords></OAI-PMH>`, OAIPage{Date: "2026-11-22T17:00:00Z"}},
		{"a long page",
			open + `<ListRecords>` + oaiRecord + strings.Repeat(" ", maxArticle) +
				`<resumptionToken>more</resumptionToken></ListRecords></OAI-PMH>`,
			OAIPage{Date: "2026-11-22T17:00:00Z", Newest: "2008-11-26", Token: "more"}},
		{"nothing", open + `<error code="noRecordsMatch">none in this time</error></OAI-PMH>`,
			OAIPage{Date: "2026-11-22T17:00:00Z", Error: "noRecordsMatch", Why: "none in this time"}},
	} {
		if got, err := ReadOAIPage([]byte(c.text)); err != nil || got != c.want {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
	}
	whole := open + `<ListRecords>` + oaiRecord + `</ListRecords></OAI-PMH>`
	for _, bad := range []string{"", "<html>busy</html>", whole[:len(whole)-20], whole[:len(whole)/2]} {
		if _, err := ReadOAIPage([]byte(bad)); err == nil {
			t.Errorf("%.40q passes", bad)
		}
	}
	n := 0
	list := `<ListRecords>` + strings.Repeat(oaiRecord, 3) + `<resumptionToken/></ListRecords>`
	if err := OAIRecords([]byte(list), func(record []byte) {
		if _, err := ArXivOAI(record); err == nil {
			n++
		}
	}); err != nil || n != 3 {
		t.Errorf("%d records, %v", n, err)
	}
}

func TestPubMedDeleted(t *testing.T) {
	if d := cmp.Diff([]string{"3", "5"},
		PubMedDeleted(
			[]byte(`<DeleteCitation><PMID Version="1">3</PMID><PMID Version="1">5</PMID></DeleteCitation>`))); d != "" {
		t.Error(d)
	}
	if got := PubMedDeleted([]byte(`<PubmedArticle><PMID>3</PMID></PubmedArticle>`)); got != nil {
		t.Error(got)
	}
}
