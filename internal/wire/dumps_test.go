package wire

import (
	"encoding/csv"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

func doi(s string) ident.ID   { return ident.ID{Scheme: ident.DOI, Value: s} }
func arxiv(s string) ident.ID { return ident.ID{Scheme: ident.ArXiv, Value: s} }
func pmid(s string) ident.ID  { return ident.ID{Scheme: ident.PMID, Value: s} }
func by(given, family string) biblio.Contributor {
	return biblio.Contributor{Given: given, Family: family, Role: biblio.Author}
}

func compare(t *testing.T, want, got biblio.Record, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestDBLP(t *testing.T) {
	got, err := DBLP(
		[]byte(`<article key="journals/corr/abs-1901-00001" mdate="2020-01-01" publtype="informal"><author orcid="0000-0001">J&ouml;rg Mayer 0001</author><author>Wei Wang</author><title>On <i>k</i>-sets.</title><year>2019</year><month>January</month><journal>CoRR</journal><volume>abs/1901.00001</volume><ee type="oa">http://arxiv.org/abs/1901.00001</ee><ee>https://doi.org/10.48550/arXiv.1901.00001</ee><stream>streams/journals/corr</stream></article>`))
	first := by("Jörg", "Mayer")
	first.Stated = "Jörg Mayer 0001"
	compare(t, biblio.Record{Source: "dblp", LocalID: "journals/corr/abs-1901-00001",
		Work: biblio.Work{Type: biblio.Preprint, Title: "On k-sets",
			Contributors: []biblio.Contributor{first, by("Wei", "Wang")}, Container: biblio.Container{Title: "CoRR"},
			Issued: biblio.Date{Year: 2019, Month: 1}, Volume: "abs/1901.00001", URL: "http://arxiv.org/abs/1901.00001",
			IDs: []ident.ID{arxiv("1901.00001")}},
		Extra: map[string]string{"type": "article", "mdate": "2020-01-01", "publtype": "informal",
			"orcid": "Jörg Mayer 0001: 0000-0001", "month": "January", "ee": "https://doi.org/10.48550/arXiv.1901.00001",
			"stream": "streams/journals/corr"}}, got, err)
	if _, err := DBLP([]byte(`<www key="homepages/x/Y"><author>Y</author><title>Home Page</title></www>`)); !errors.Is(err,
		ErrNotAWork) {
		t.Errorf("a home page: %v", err)
	}
	if _, err := DBLP([]byte(`<person/>`)); err == nil || errors.Is(err, ErrNotAWork) {
		t.Errorf("an unknown element: %v", err)
	}
}

func TestACLVolume(t *testing.T) {
	v, err := ReadACLVolume("P19",
		[]byte(`<volume id="1" type="proceedings"><meta><booktitle>Proceedings of the Nth Meeting</booktitle><editor><first>Ed</first><last>Itor</last></editor><publisher>P</publisher><address>Florence</address><month>July</month><year>2019</year><venue>acl</venue></meta><frontmatter><url>P19-1000</url><bibkey>acl-2019</bibkey></frontmatter>
<paper id="1"><title><fixed-case>BERT</fixed-case> and co</title><author><first>Ana</first><last>de Souza</last><affiliation>U</affiliation></author><pages>1–6</pages><doi>10.18653/v1/P19-1001</doi><url>P19-1001</url><retracted date="2020-02-03">why</retracted></paper>
<paper id="3"><title/></paper><paper id="4"><title>Last</title><author><first/><last>Solo</last></author></paper></volume>`))
	if err != nil {
		t.Fatal(err)
	}
	if len(v.Records) != 4 || len(v.Bad) != 0 {
		t.Fatalf("%d records, bad %v", len(v.Records), v.Bad)
	}
	compare(t,
		biblio.Record{Source: "acl", LocalID: "P19-1001", Status: biblio.StatusRetracted,
			Updates: []biblio.Update{{Kind: biblio.Retraction, Date: biblio.Date{Year: 2020, Month: 2, Day: 3}}},
			Work: biblio.Work{Type: biblio.PaperConference, Title: "BERT and co",
				Contributors: []biblio.Contributor{{Given: "Ana", Particle: "de", Family: "Souza", Role: biblio.Author}},
				Container: biblio.Container{Title: "Proceedings of the Nth Meeting",
					Short: "acl"}, Issued: biblio.Date{Year: 2019, Month: 7}, Pages: "1–6", Publisher: "P", Place: "Florence",
				IDs: []ident.ID{{Scheme: ident.ACL, Value: "P19-1001"}, doi("10.18653/v1/p19-1001")}},
			Extra: map[string]string{"affiliation": "Ana de Souza: U", "retracted": "why"}}, v.Records[1], nil)
	want := biblio.CoverageRow{Container: "Proceedings of the Nth Meeting", Aliases: []string{"acl", "P19-1"}, Year: 2019,
		Types: []biblio.Type{biblio.PaperConference},
		How:   biblio.Declared, Note: "ACL Anthology, volume P19-1: numbers left out: 2"}
	if d := cmp.Diff(want, v.Row); d != "" {
		t.Error(d)
	}
	for in, want := range map[string]string{
		"Computational Linguistics, Volume 32, Number 1, March 2006":                   "Computational Linguistics",
		"Journal for Language Technology, Vol. 35 No. 1":                               "Journal for Language Technology",
		"Computational Linguistics. Formerly the American Journal Volume 12, Number 2": "Computational Linguistics",
		"Traitement Automatique des Langues":                                           "Traitement Automatique des Langues",
	} {
		if got := aclIssue.ReplaceAllString(in, ""); got != want {
			t.Errorf("journal of %q is %q, want %q", in, got, want)
		}
	}
	for in, want := range map[[3]string]string{{"W18", "54", "1"}: "W18-5401", {"D19", "5", "12"}: "D19-0512",
		{"D19", "1", "12"}: "D19-1012", {"2020.acl", "main", "1"}: "2020.acl-main.1"} {
		v := aclVolume{collection: in[0], number: in[1], id: in[0] + "-" + in[1]}
		if got := v.paperID(in[2]); got != want {
			t.Errorf("paperID(%v) = %s, want %s", in, got, want)
		}
	}
}

func TestArXiv(t *testing.T) {
	got, err := ArXiv(
		[]byte(`{"id":"0704.0001","submitter":"P","authors":"C. Bal\\'azs, E. L. van der Berger","title":"Calculation of\n  prompt","comments":"37 pages","journal-ref":"Phys.Rev.D76:013009,2007","doi":"10.1103/PhysRevD.76.013009","report-no":null,"categories":"hep-ph","versions":[{"version":"v1","created":"Mon, 2 Apr 2007 19:18:42 GMT"}],"update_date":"2008-11-26","authors_parsed":[["Balázs","C.",""],["van der Berger","E. L.","Jr."],["ATLAS Collaboration","",""]]}`))
	compare(t, biblio.Record{Source: "arxiv", LocalID: "0704.0001",
		Work: biblio.Work{Type: biblio.Preprint, Title: "Calculation of prompt", Container: biblio.Container{Title: "arXiv"},
			Issued: biblio.Date{Year: 2007, Month: 4, Day: 2}, IDs: []ident.ID{arxiv("0704.0001")},
			Contributors: []biblio.Contributor{by("C.", "Balázs"),
				{Given: "E. L.", Particle: "van der", Family: "Berger", Suffix: "Jr.", Role: biblio.Author},
				{Literal: "ATLAS Collaboration", Role: biblio.Author}}},
		Relations: []biblio.Relation{{Kind: biblio.PublishedAs, ID: doi("10.1103/physrevd.76.013009")}},
		Extra: map[string]string{"submitter": "P", "comments": "37 pages", "journal-ref": "Phys.Rev.D76:013009,2007",
			"doi": "10.1103/PhysRevD.76.013009", "categories": "hep-ph",
			"versions": `[{"version":"v1","created":"Mon, 2 Apr 2007 19:18:42 GMT"}]`, "update_date": "2008-11-26"}}, got, err)
}

func TestCrossref(t *testing.T) {
	got, err := Crossref(
		[]byte(`{"DOI":"10.1000/A.1","type":"book-chapter","title":["On <i>E. coli<\/i> &amp; co"],"subtitle":["A Study"],"author":[{"given":"Ana","family":"de Souza","sequence":"first","affiliation":[]},{"name":"The Group","sequence":"additional"}],"editor":[{"given":"E","family":"Ditor"}],
	"container-title":["Lecture Notes in Computer Science","Vision 2020"],"short-container-title":[],"ISSN":["0302-9743"],"ISBN":["9783863951887"],"page":"1-9","publisher":"Springer","publisher-location":"Cham","issued":{"date-parts":[[2020,8]]},"published-online":{"date-parts":[[2019,12,31]]},
	"relation":{"has-preprint":[{"id-type":"doi","id":"10.1101/074898","asserted-by":"object"}]},"updated-by":[{"DOI":"10.1000/r.1","type":"retraction","updated":{"date-parts":[[2021,1,2]]}}],"URL":"http://dx.doi.org/10.1000/a.1"}`))
	compare(t, biblio.Record{Source: "crossref", LocalID: "10.1000/A.1", Status: biblio.StatusRetracted,
		Work: biblio.Work{Type: biblio.Chapter, Title: "On E. coli & co", Subtitle: "A Study",
			Contributors: []biblio.Contributor{{Given: "Ana", Particle: "de", Family: "Souza", Role: biblio.Author},
				{Literal: "The Group", Role: biblio.Author}, {Given: "E", Family: "Ditor", Role: biblio.Editor}},
			Container: biblio.Container{Title: "Vision 2020", Series: "Lecture Notes in Computer Science",
				ISSN: []string{"0302-9743"}}, Issued: biblio.Date{Year: 2020, Month: 8}, Pages: "1-9",
			Publisher: "Springer", Place: "Cham",
			URL: "http://dx.doi.org/10.1000/a.1",
			IDs: []ident.ID{doi("10.1000/a.1"), {Scheme: ident.ISBN, Value: "9783863951887"}}},
		Updates: []biblio.Update{{Kind: biblio.Retraction, ID: doi("10.1000/r.1"),
			Date: biblio.Date{Year: 2021, Month: 1, Day: 2}}},
		Relations: []biblio.Relation{{Kind: biblio.PreprintOf, ID: doi("10.1101/074898")}},
		Extra: map[string]string{"type": "book-chapter", "title": "On <i>E. coli</i> &amp; co",
			"published-online": "2019-12-31", "container-title": `["Lecture Notes in Computer Science","Vision 2020"]`,
			"relation":   `{"has-preprint":[{"id-type":"doi","id":"10.1101/074898","asserted-by":"object"}]}`,
			"updated-by": `[{"DOI":"10.1000/r.1","type":"retraction","updated":{"date-parts":[[2021,1,2]]}}]`}}, got, err)
}

func TestCrossrefNotices(t *testing.T) {
	notice, err := Crossref(
		[]byte(`{"DOI":"10.1000/r.1","type":"journal-article","title":["Retraction"],"update-to":[{"DOI":"10.1000/A.1","type":"retraction","updated":{"date-parts":[[2021]]}},{"DOI":"10.1000/A.2","type":"new_version"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	want := []biblio.Record{{Source: "crossref", LocalID: "10.1000/r.1", Status: biblio.StatusRetracted,
		Work:    biblio.Work{IDs: []ident.ID{doi("10.1000/a.1")}},
		Updates: []biblio.Update{{Kind: biblio.Retraction, ID: doi("10.1000/r.1"), Date: biblio.Date{Year: 2021}}}}}
	if d := cmp.Diff(want, CrossrefNotices(&notice)); d != "" {
		t.Error(d)
	}
	if notice.Status != biblio.StatusNormal {
		t.Error("the notice itself counts as retracted")
	}
}

func TestOpenAlexVersions(t *testing.T) {
	got, err := OpenAlex(
		[]byte(`{"id":"https://openalex.org/W2","doi":"https://doi.org/10.1000/pub","display_name":"T","publication_year":2020,"publication_date":"2020-03-01","type":"article","ids":{"pmid":"https://pubmed.ncbi.nlm.nih.gov/123","pmcid":"https://www.ncbi.nlm.nih.gov/pmc/articles/4234579"},
	"primary_location":{"landing_page_url":"https://doi.org/10.1000/pub","version":"publishedVersion","source":{"display_name":"J","type":"journal","issn":["1234-5678"],"host_organization_name":"P"}},
	"locations":[{"landing_page_url":"https://doi.org/10.1000/pub","version":"publishedVersion"},{"landing_page_url":"http://arxiv.org/abs/1901.00001","version":"submittedVersion"}],
	"authorships":[{"author":{"display_name":"Ana Souza"},"raw_author_name":"A. Souza"}],"is_retracted":true,"biblio":{"volume":"1","issue":null,"first_page":"5","last_page":"5"}}`))
	if err != nil {
		t.Fatal(err)
	}
	wantIDs := []ident.ID{doi("10.1000/pub"), pmid("123"), {Scheme: ident.PMCID, Value: "PMC4234579"}}
	if d := cmp.Diff(wantIDs, got.IDs); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]biblio.Relation{{Kind: biblio.PreprintOf, ID: arxiv("1901.00001")}}, got.Relations); d != "" {
		t.Error(d)
	}
	if got.Pages != "5" || got.Publisher != "P" || got.Status != biblio.StatusNormal ||
		got.Updates[0].Kind != biblio.RetractionFlag || got.Contributors[0].Given != "A." {
		t.Errorf("%+v", got)
	}
}

// A mark at the end of a list of authors means that it is cut; it is not a name.
func TestMarksOfCutLists(t *testing.T) {
	for body, read := range map[string]func([]byte) (biblio.Record, error){
		`{"id":"https://openalex.org/W1","title":"Terns","authorships":[{"raw_author_name":"Alice Walker"},{"raw_author_name":"et al."}]}`: OpenAlex,
		`{"paperId":"a1","title":"Terns","authors":[{"name":"Alice Walker"},{"name":"et al."}]}`:                                           SemanticScholar,
		`{"paperId":"a1","title":"Terns","authors":["Alice Walker","et al."]}`:                                                             SemanticScholar,
	} {
		rec, err := read([]byte(body))
		if err != nil || !rec.AuthorsCut || len(rec.Contributors) != 1 || rec.Contributors[0].Family != "Walker" {
			t.Errorf("%s: %+v, %v", body, rec.Work, err)
		}
	}
}

func TestSemanticScholarDataset(t *testing.T) {
	got, err := SemanticScholar(
		[]byte(`{"corpusid":13756489,"externalids":{"ArXiv":"1706.03762","PubMedCentral":"11","DOI":null,"DBLP":"conf/nips/V"},"title":"Attention","authors":[{"authorId":"1","name":"Ashish Vaswani"}],"venue":"NeurIPS","year":2017,"publicationdate":"2017-06-12","publicationtypes":["Conference"],"journal":{"name":"ArXiv","pages":"1-9","volume":"abs/1706.03762"}}`))
	compare(t, biblio.Record{Source: "semanticscholar", LocalID: "13756489",
		Work: biblio.Work{Type: biblio.PaperConference, Title: "Attention",
			Contributors: []biblio.Contributor{by("Ashish", "Vaswani")}, Container: biblio.Container{Title: "NeurIPS"},
			Issued: biblio.Date{Year: 2017, Month: 6, Day: 12},
			Pages:  "1-9", IDs: []ident.ID{arxiv("1706.03762"), {Scheme: ident.PMCID, Value: "PMC11"}}},
		Extra: map[string]string{"corpusId": "13756489", "externalIds.DBLP": "conf/nips/V",
			"authors": `[{"authorId":"1","name":"Ashish Vaswani"}]`, "publicationtypes": `["Conference"]`,
			"journal.name": "ArXiv", "journal.volume": "abs/1706.03762"}}, got, err)
}

func TestDataCite(t *testing.T) {
	got, err := DataCite(
		[]byte(`{"id":"10.48550/arxiv.1901.00001","type":"dois","attributes":{"doi":"10.48550/arxiv.1901.00001","titles":[{"title":"T"},{"title":"Sub","titleType":"Subtitle"}],"creators":[{"name":"Souza, Ana","nameType":"Personal","givenName":"Ana","familyName":"Souza"},{"name":"Lab","nameType":"Organizational"}],"publisher":{"name":"arXiv"},"publicationYear":2019,"types":{"resourceTypeGeneral":"Preprint"},"relatedIdentifiers":[{"relatedIdentifier":"10.1000/PUB","relatedIdentifierType":"DOI","relationType":"IsVersionOf"}],"identifiers":[{"identifier":"1901.00001","identifierType":"arXiv"}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	got.Extra = nil
	compare(t, biblio.Record{Source: "datacite", LocalID: "10.48550/arxiv.1901.00001",
		Work: biblio.Work{Type: biblio.Preprint, Title: "T", Subtitle: "Sub",
			Contributors: []biblio.Contributor{by("Ana", "Souza"), {Literal: "Lab", Role: biblio.Author}},
			Container:    biblio.Container{Title: "arXiv"}, Publisher: "arXiv",
			Issued: biblio.Date{Year: 2019}, IDs: []ident.ID{doi("10.48550/arxiv.1901.00001"), arxiv("1901.00001")}},
		Relations: []biblio.Relation{{Kind: biblio.PublishedAs, ID: doi("10.1000/pub")}}}, got, nil)
}

func TestPubMed(t *testing.T) {
	got, err := PubMed(
		[]byte(`<PubmedArticle><MedlineCitation><PMID>77</PMID><Article><Journal><ISSN>1234-5678</ISSN><JournalIssue><Volume>3</Volume><Issue>2</Issue><PubDate><MedlineDate>1998 Dec-1999 Jan</MedlineDate></PubDate></JournalIssue><Title>The journal</Title><ISOAbbreviation>J.</ISOAbbreviation></Journal><ArticleTitle>[Effects of <sub>2</sub>-x.]</ArticleTitle><Pagination><MedlinePgn>1234-41</MedlinePgn></Pagination><ELocationID EIdType="doi" ValidYN="Y">10.1000/X</ELocationID>
<AuthorList CompleteYN="N"><Author><LastName>Souza</LastName><ForeName>Ana B</ForeName><Initials>AB</Initials></Author><Author><CollectiveName>The Group</CollectiveName></Author></AuthorList><PublicationTypeList><PublicationType>Retracted Publication</PublicationType></PublicationTypeList></Article><MedlineJournalInfo><MedlineTA>J</MedlineTA></MedlineJournalInfo>
<CommentsCorrectionsList><CommentsCorrections RefType="RetractionIn"><RefSource>J. 2001;4:5</RefSource><PMID>88</PMID></CommentsCorrections></CommentsCorrectionsList></MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="pmc">PMC5</ArticleId></ArticleIdList></PubmedData></PubmedArticle>`))
	compare(t, biblio.Record{Source: "pubmed", LocalID: "77", Status: biblio.StatusRetracted,
		Work: biblio.Work{Type: biblio.ArticleJournal, Title: "Effects of 2-x",
			Contributors: []biblio.Contributor{by("Ana B", "Souza"),
				{Literal: "The Group", Role: biblio.Author}}, AuthorsCut: true,
			Container: biblio.Container{Title: "The journal", Short: "J", ISSN: []string{"1234-5678"}},
			Issued:    biblio.Date{Year: 1998}, Volume: "3", Issue: "2", Pages: "1234-1241",
			IDs: []ident.ID{pmid("77"), doi("10.1000/x"), {Scheme: ident.PMCID, Value: "PMC5"}}},
		Updates: []biblio.Update{{Kind: biblio.Retraction, ID: pmid("88"), Date: biblio.Date{Year: 2001}}},
		Extra: map[string]string{"ArticleTitle": "[Effects of 2-x.]", "ISOAbbreviation": "J.",
			"MedlineDate": "1998 Dec-1999 Jan", "MedlineJournalInfo": "J", "PublicationTypeList": "Retracted Publication",
			"RetractionIn": "J. 2001;4:5; 88"}}, got, err)
}

func TestCSL(t *testing.T) {
	got, err := CSL(
		[]byte(`{"id":"x","type":"paper-conference","title":"T","author":[{"family":"Beethoven","given":"Ludwig","non-dropping-particle":"van"},{"literal":"The Group"}],"container-title":"C","issued":{"date-parts":[["2019","5"]]},"DOI":"10.1000/x","ISSN":"1234-5678; 2345-6789, 3456-7890 4567-8901","page":"1-2","URL":"https://doi.org/10.1000/x","language":"en"}`))
	compare(t, biblio.Record{Source: "csl-json", LocalID: "x",
		Work: biblio.Work{Type: biblio.PaperConference, Title: "T",
			Contributors: []biblio.Contributor{{Given: "Ludwig", Particle: "van", Family: "Beethoven", Role: biblio.Author},
				{Literal: "The Group", Role: biblio.Author}},
			Container: biblio.Container{Title: "C", ISSN: []string{"1234-5678", "2345-6789", "3456-7890", "4567-8901"}},
			Issued:    biblio.Date{Year: 2019, Month: 5}, Pages: "1-2", URL: "https://doi.org/10.1000/x",
			IDs: []ident.ID{doi("10.1000/x")}},
		Extra: map[string]string{"language": "en"}}, got, err)
}

func TestRetractionWatch(t *testing.T) {
	rows, err := csv.NewReader(
		strings.NewReader(
			"Record ID,Title,Journal,Author,RetractionDate,RetractionDOI,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason\n5,T,J,Ana Souza;Bo Li;,8/16/2023 0:00,10.1000/R,9/24/2021 0:00,10.1000/O,0,Retraction,+Why;\n")).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	got, err := RetractionWatch(rows[0], rows[1])
	compare(t, biblio.Record{Source: "retractionwatch", LocalID: "5", Status: biblio.StatusRetracted,
		Work: biblio.Work{Title: "T", Contributors: []biblio.Contributor{by("Ana", "Souza"), by("Bo", "Li")},
			Container: biblio.Container{Title: "J"}, Issued: biblio.Date{Year: 2021, Month: 9, Day: 24},
			IDs: []ident.ID{doi("10.1000/o")}},
		Updates: []biblio.Update{{Kind: biblio.Retraction, ID: doi("10.1000/r"),
			Date: biblio.Date{Year: 2023, Month: 8, Day: 16}}},
		Extra: map[string]string{"RetractionDate": "8/16/2023 0:00", "RetractionDOI": "10.1000/R",
			"RetractionNature": "Retraction", "Reason": "+Why;"}}, got, err)
}

func TestMeta(t *testing.T) {
	rows, err := csv.NewReader(
		strings.NewReader(`"id","title","author","issue","volume","venue","page","pub_date","type","publisher","editor"
"doi:10.1162/qss_a_00023 openalex:W3106215946 omid:br/0612058700","OpenCitations, An Infrastructure &amp; Organization For Open Scholarship","Peroni, Silvio [orcid:0000-0003-0530-4305 omid:ra/0614010840729]; Shotton, David [omid:ra/0621010775619]; The [Open] Group [omid:ra/1]; Li, ; Bo Xu","1","1","Quantitative Science Studies [issn:2641-3337 omid:br/062501778099]","428-444","2020-02","journal article","MIT Press [crossref:281 omid:ra/0610116105]",""
"doi:10.48550/arxiv.1706.03762 omid:br/2","Attention","","","","","","2017-06-12","preprint","",""
"isbn:9780262035613 omid:br/3","Deep Learning","","","","Adaptive Computation [omid:br/4]","","2016","book","","Souza, Ana [omid:ra/2]"
"issn:1234-5678 omid:br/5","A journal","","","","","","","journal","",""
`)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Meta(rows[0], rows[1])
	compare(t, biblio.Record{Source: "meta", LocalID: "br/0612058700",
		Work: biblio.Work{Type: biblio.ArticleJournal,
			Title: "OpenCitations, An Infrastructure & Organization For Open Scholarship",
			Contributors: []biblio.Contributor{by("Silvio", "Peroni"), by("David", "Shotton"),
				{Literal: "The [Open] Group", Role: biblio.Author}, by("", "Li"), by("Bo", "Xu")},
			Container: biblio.Container{Title: "Quantitative Science Studies", ISSN: []string{"2641-3337"}},
			Issued:    biblio.Date{Year: 2020, Month: 2},
			Volume:    "1", Issue: "1", Pages: "428-444", Publisher: "MIT Press",
			IDs: []ident.ID{doi("10.1162/qss_a_00023"), {Scheme: ident.OpenAlex, Value: "W3106215946"}}},
		Extra: map[string]string{"type": "journal-article"}}, got, err)
	got, err = Meta(rows[0], rows[2])
	compare(t, biblio.Record{Source: "meta", LocalID: "br/2",
		Work: biblio.Work{Type: biblio.Preprint, Title: "Attention", Issued: biblio.Date{Year: 2017, Month: 6, Day: 12},
			IDs: []ident.ID{{Scheme: ident.ArXiv, Value: "1706.03762"}}},
		Extra: map[string]string{"type": "preprint"}}, got, err)
	got, err = Meta(rows[0], rows[3])
	compare(t, biblio.Record{Source: "meta", LocalID: "br/3",
		Work: biblio.Work{Type: biblio.Book, Title: "Deep Learning",
			Contributors: []biblio.Contributor{{Given: "Ana", Family: "Souza", Role: biblio.Editor}},
			Container:    biblio.Container{Title: "Adaptive Computation"}, Issued: biblio.Date{Year: 2016},
			IDs: []ident.ID{{Scheme: ident.ISBN, Value: "9780262035613"}}},
		Extra: map[string]string{"type": "book"}}, got, err)
	if _, err := Meta(rows[0], rows[4]); !errors.Is(err, ErrNotAWork) {
		t.Errorf("a journal: %v", err)
	}
}

func TestRIS(t *testing.T) {
	got, err := RIS([]byte("TY  - JOUR\r\nAU  - Souza, Ana\r\nTI  - A title\r\n  that goes on\r\nT2  - The " +
		"Journal\r\nJA  - T. J.\r\nPY  - 2019/05/17/\r\nVL  - 3\r\nSP  - 1\r\nEP  - 9\r\nDO  - 10.1000/x\r\nSN  - " +
		"1234-5678\r\nKW  - a\r\nKW  - b\r\nER  - \r\n"))
	compare(t, biblio.Record{Source: "ris",
		Work: biblio.Work{Type: biblio.ArticleJournal, Title: "A title that goes on",
			Contributors: []biblio.Contributor{{Given: "Ana", Family: "Souza", Role: biblio.Author, Stated: "Souza, Ana"}},
			Container:    biblio.Container{Title: "The Journal", Short: "T. J.", ISSN: []string{"1234-5678"}},
			Issued:       biblio.Date{Year: 2019, Month: 5, Day: 17}, Volume: "3", Pages: "1-9",
			IDs: []ident.ID{doi("10.1000/x")}},
		Extra: map[string]string{"TY": "JOUR", "PY": "2019/05/17/", "KW": "a; b"}}, got, err)
}

// FuzzReaders passes arbitrary bytes to every reader: none may crash, and a record has a title or an
// identifier.
func FuzzReaders(f *testing.F) {
	for _, seed := range []string{`{"DOI":"10.1/x","title":["a"],"author":[{}],"issued":{"date-parts":[[null]]}}`,
		`{"id":"https://openalex.org/W123","locations":[{}]}`, `{"paperId":"x","title":"t","externalIds":{"DOI":[]}}`,
		`{"data":{"attributes":{"titles":[{}],"creators":[{"name":{}}]}}}`,
		`{"id":"0704.0001","authors_parsed":[[]],"versions":[{"created":"a b c d"}]}`,
		`<PubmedArticle><MedlineCitation><PMID>1</PMID></MedlineCitation></PubmedArticle>`,
		`<article key="a"><ee>https://doi.org/10.1/x</ee></article>`,
		`<volume id="1"><meta/><paper id="9999999999"/><paper id="1"><title>t</title></paper></volume>`, "TY  - \nTI  - x",
		"<record><metadata><arXiv><id>0704.0001</id><authors><author><keyname/></author></authors></arXiv></metadata></record>", "<PubmedBookArticle><BookDocument><Book/></BookDocument></PubmedBookArticle>"} {
		f.Add([]byte(seed))
	}
	readers := []func([]byte) (biblio.Record, error){Crossref, OpenAlex, SemanticScholar, DataCite, ArXiv, ArXivOAI, CSL,
		PubMed, DBLP, RIS, func(b []byte) (biblio.Record, error) { return Flat(b, "flat") },
		func(b []byte) (biblio.Record, error) {
			parts := strings.Split(string(b), "\n")
			return RetractionWatch(parts, append([]string{"Retraction"}, parts...))
		},
		func(b []byte) (biblio.Record, error) {
			return Meta([]string{"id", "author", "venue", "title"}, strings.Split(string(b), "\n"))
		}}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, read := range readers {
			if rec, err := read(data); err == nil {
				if rec.Title == "" && len(rec.IDs) == 0 {
					t.Fatalf("an empty record from %q", data)
				}
				CrossrefNotices(&rec)
			}
		}
		if v, err := ReadACLVolume("P19", data); err == nil && len(v.Records) == 0 {
			t.Fatal("a volume without its own record")
		}
	})
}
