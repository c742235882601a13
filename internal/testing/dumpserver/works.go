package dumpserver

import (
	"fmt"
	"strings"
)

// DBLP makes the XML of DBLP of its elements.
func DBLP(elements ...string) string {
	return "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<!DOCTYPE dblp SYSTEM \"dblp.dtd\">\n<dblp>\n" + strings.Join(elements, "\n") + "\n</dblp>\n"
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
	return fmt.Sprintf(`<proceedings key="conf/scca/%d"><editor>Ed Itor</editor><title>Proceedings of the Symposium on Careful Clockwork Automata, SCCA %d</title><booktitle>SCCA</booktitle><year>%d</year><publisher>Press</publisher></proceedings>`, year, year, year)
}

func inProceedings(year int, author, title string) string {
	return fmt.Sprintf(`<inproceedings key="conf/scca/%s%d"><author>%s</author><title>%s.</title><pages>1-%d</pages><year>%d</year><booktitle>SCCA</booktitle><crossref>conf/scca/%d</crossref></inproceedings>`, strings.Fields(author)[1], len(title), author, title, len(title), year, year)
}

func aclArchive() []byte {
	return tarOf("acl-anthology-master/data/xml/2019.scca.xml", `<?xml version='1.0' encoding='UTF-8'?><collection id="2019.scca"><volume id="main" type="proceedings"><meta><booktitle>Proceedings of the Workshop on Clockwork Language</booktitle><editor><first>Ed</first><last>Itor</last></editor><publisher>ACL</publisher><month>July</month><year>2019</year><venue>wcl</venue></meta>
<paper id="1"><title>Parsing the Ticking of Clocks</title><author><first>Grace</first><last>Hopper</last></author><pages>1–9</pages><url>2019.scca-main.1</url></paper></volume></collection>`)
}

const retractions = "Record ID,Title,Subject,Institution,Journal,Publisher,Country,Author,URLS,ArticleType,RetractionDate,RetractionDOI,RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,OriginalPaperPubMedID,RetractionNature,Reason,Paywalled,Notes\n" +
	"1,A Cure for Clocks,x,x,Annals of Repair,Press,x,Doe J,,Research Article,1/2/2020 0:00,10.5555/retraction.1,0,1/2/2018 0:00,10.5555/cure.1,0,Retraction,x,No,\n"

// PubMed makes a file of PubMed of its elements.
func PubMed(elements ...string) string {
	return `<?xml version="1.0" encoding="utf-8"?><!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle//EN" "x"><PubmedArticleSet>` + strings.Join(elements, "\n") + `</PubmedArticleSet>`
}

// Article makes an article of PubMed.
func Article(pmid int, title string) string { return article(pmid, title) }

func article(pmid int, title string) string {
	return fmt.Sprintf(`<PubmedArticle><MedlineCitation><PMID Version="1">%d</PMID><Article><Journal><JournalIssue><PubDate><Year>2014</Year></PubDate></JournalIssue><Title>Journal of Beetles</Title></Journal><ArticleTitle>%s.</ArticleTitle><AuthorList CompleteYN="Y"><Author><LastName>Carson</LastName><ForeName>Rachel</ForeName></Author></AuthorList></Article></MedlineCitation></PubmedArticle>`, pmid, title)
}

// Work makes a line of OpenAlex.
func Work(n int, title string, year int, field string) string { return work(n, title, year, field) }

func work(n int, title string, year int, field string) string {
	return fmt.Sprintf(`{"id":"https://openalex.org/W10%04d","display_name":%q,"publication_year":%d,"type":"article","authorships":[{"author":{"display_name":"Barbara Liskov"}}],"primary_topic":{"field":{"display_name":%q}}}`, n, title, year, field)
}

// Paper makes a record of arXiv's OAI-PMH.
func Paper(id, title string) string {
	return fmt.Sprintf(`<record><header><identifier>oai:arXiv.org:%s</identifier><datestamp>2026-01-02</datestamp><setSpec>cs</setSpec></header><metadata><arXiv xmlns="http://arxiv.org/OAI/arXiv/"><id>%s</id><created>2007-04-02</created><authors><author><keyname>Lovelace</keyname><forenames>Ada</forenames></author></authors><title>%s</title><categories>cs.AI</categories></arXiv></metadata></record>`, id, id, title)
}

// Deleted makes the record of a paper that arXiv has taken back.
func Deleted(id string) string {
	return fmt.Sprintf(`<record><header status="deleted"><identifier>oai:arXiv.org:%s</identifier><datestamp>2026-01-03</datestamp></header></record>`, id)
}
