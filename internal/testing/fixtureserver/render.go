package fixtureserver

import (
	"cmp"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"hash/fnv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// add puts works on the shelves of the services that would have them, each in the service's format. The formats
// follow the services' documentation.
func (l *library) add(works []biblio.Flat) {
	services := Services()
	for i := range works {
		w := works[i].Work()
		for _, s := range services {
			if s.Has(&w) {
				s.shelve(l, &w)
			}
		}
	}
}

// Stock puts works only on the shelves of the named services, each in the service's format: what a service has
// need not be what it would cover.
func (s *Server) Stock(works []biblio.Flat, services ...string) {
	s.library.open()
	for i := range works {
		w := works[i].Work()
		for _, service := range services {
			named(service).shelve(&s.library, &w)
		}
	}
}

// write puts an object on a shelf if it can be read.
func (l *library) write(service string, raw []byte, read func([]byte) (biblio.Record, error)) {
	if rec, err := read(raw); err == nil {
		l.put(service, raw, rec)
	}
}

func (l *library) render(service string, form any, read func([]byte) (biblio.Record, error)) {
	raw, err := json.Marshal(form)
	if err != nil {
		panic(err) // the formats are ours
	}
	rec, err := read(raw)
	if err != nil {
		panic(fmt.Sprintf("%s: %v: %s", service, err, raw))
	}
	l.put(service, raw, rec)
}

func number(w *biblio.Work) uint32 {
	h := fnv.New32a()
	h.Write([]byte(w.Title + "|" + w.YearString() + "|" + w.Container.Title))
	return h.Sum32()
}

func names(w *biblio.Work, make func(family, given, full string) any) []any {
	var list []any
	for _, c := range w.Authors() {
		family := strings.TrimSpace(c.Particle + " " + c.Family)
		if c.Literal != "" {
			family = c.Literal
		}
		list = append(list, make(family, c.Given, c.String()))
	}
	return list
}

func crossrefForm(w *biblio.Work) object {
	kind := cmp.Or(map[biblio.Type]string{biblio.PaperConference: "proceedings-article", biblio.Book: "book",
		biblio.Chapter: "book-chapter", biblio.Proceedings: "proceedings",
		biblio.Thesis: "dissertation", biblio.Standard: "standard", biblio.Report: "report",
		biblio.Preprint: "posted-content", biblio.Entry: "reference-entry"}[w.Type], "journal-article")
	return object{"DOI": w.ID(ident.DOI).Value, "type": kind, "title": []string{w.Title},
		"container-title": []string{w.Container.Title}, "publisher": w.Publisher,
		"volume": w.Volume, "issue": w.Issue, "page": w.Pages, "URL": "https://doi.org/" + w.ID(ident.DOI).Value,
		"issued": object{"date-parts": [][]int{{w.Issued.Year}}},
		"author": names(w, func(family, given, _ string) any {
			if given == "" {
				return object{"name": family, "sequence": "additional"}
			}
			return object{"family": family, "given": given, "sequence": "additional"}
		})}
}

func openalexForm(w *biblio.Work) object {
	id := fmt.Sprintf("https://openalex.org/W%d", number(w))
	ids := object{"openalex": id}
	o := object{"id": id, "ids": ids, "title": w.Title, "display_name": w.Title,
		"publication_year": w.Issued.Year, "type": "article",
		"primary_location": object{"source": object{"display_name": w.Container.Title,
			"type": map[bool]string{true: "conference", false: "journal"}[w.Type == biblio.PaperConference]},
			"version": "publishedVersion"},
		"biblio": object{"volume": w.Volume, "issue": w.Issue, "first_page": firstPage(w.Pages),
			"last_page": lastPage(w.Pages)},
		"authorships": names(w, func(_, _, full string) any {
			return object{"author": object{"display_name": full}, "raw_author_name": full}
		})}
	if list := o["authorships"].([]any); len(list) > mostAuthorships {
		o["authorships"] = list[:mostAuthorships]
	}
	if arxiv := w.ID(ident.ArXiv).Value; arxiv != "" && w.Type == biblio.Preprint && w.ID(ident.DOI).IsZero() {
		o["type"], o["doi"] = "preprint", "https://doi.org/10.48550/arxiv."+arxiv
		ids["doi"] = o["doi"]
		o["primary_location"] = object{"landing_page_url": "http://arxiv.org/abs/" + arxiv,
			"pdf_url": "https://arxiv.org/pdf/" + arxiv, "version": "submittedVersion",
			"source": object{"display_name": "arXiv (Cornell University)", "host_organization_name": "Cornell University",
				"type": "repository"}}
		o["locations"] = []any{o["primary_location"]}
	}
	if doi := w.ID(ident.DOI).Value; doi != "" {
		o["doi"], ids["doi"] = "https://doi.org/"+doi, "https://doi.org/"+doi
	}
	if pmid := w.ID(ident.PMID).Value; pmid != "" {
		ids["pmid"] = "https://pubmed.ncbi.nlm.nih.gov/" + pmid
	}
	if kind := map[biblio.Type]string{biblio.Book: "book", biblio.Thesis: "dissertation", biblio.Standard: "standard",
		biblio.Chapter: "book-chapter", biblio.Report: "report"}[w.Type]; kind != "" {
		o["type"] = kind
	}
	return o
}

// mostAuthorships is how many authors of a work are included in a list of works.
const mostAuthorships = 100

func firstPage(s string) string { first, _, _ := strings.Cut(s, "-"); return first }
func lastPage(s string) string  { _, last, _ := strings.Cut(s, "-"); return strings.TrimLeft(last, "-") }

func s2Form(w *biblio.Work) object {
	ids := object{"CorpusId": number(w)}
	for scheme, key := range map[ident.Scheme]string{ident.DOI: "DOI", ident.ArXiv: "ArXiv", ident.PMID: "PubMed",
		ident.ACL: "ACL"} {
		if id := w.ID(scheme).Value; id != "" {
			ids[key] = id
		}
	}
	return object{"paperId": fmt.Sprintf("%040x", number(w)), "corpusId": number(w), "externalIds": ids, "title": w.Title,
		"venue": w.Container.Title, "year": w.Issued.Year,
		"journal": object{"name": w.Container.Title, "volume": w.Volume, "pages": w.Pages},
		"authors": names(w, func(_, _, full string) any { return object{"authorId": "1", "name": full} })}
}

func text(s string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(s))
	return b.String()
}

func arxivForm(w *biblio.Work) []byte {
	id := w.ID(ident.ArXiv)
	year, month, _ := id.ArXivDate()
	var b strings.Builder
	fmt.Fprintf(&b,
		`<entry><id>http://arxiv.org/abs/%sv1</id><title>%s</title><published>%04d-%02d-01T00:00:00Z</published>`, id.Value,
		text(w.Title), year, max(month, 1))
	for _, c := range w.Authors() {
		fmt.Fprintf(&b, `<author><name>%s</name></author>`, text(c.String()))
	}
	if ref := w.Container.Title; w.Type == biblio.Preprint && ref != "" && ref != "arXiv" {
		fmt.Fprintf(&b, `<arxiv:journal_ref xmlns:arxiv="http://arxiv.org/schemas/atom">%s</arxiv:journal_ref>`, text(ref))
	}
	if doi := w.ID(ident.DOI).Value; w.Type == biblio.Preprint && doi != "" {
		fmt.Fprintf(&b, `<arxiv:doi xmlns:arxiv="http://arxiv.org/schemas/atom">%s</arxiv:doi>`, text(doi))
	}
	b.WriteString(`</entry>`)
	return []byte(b.String())
}

func dblpForm(w *biblio.Work) object {
	kind := "Journal Articles"
	if w.Type == biblio.PaperConference {
		kind = "Conference and Workshop Papers"
	}
	if w.Type == biblio.Preprint {
		kind = "Informal and Other Publications"
	}
	info := object{"title": w.Title + ".", "venue": w.Container.Title, "year": w.YearString(), "type": kind,
		"key": fmt.Sprintf("conf/x/%d", number(w)), "pages": w.Pages,
		"authors": object{"author": names(w, func(_, _, full string) any { return object{"@pid": "1", "text": full} })}}
	if doi := w.ID(ident.DOI).Value; doi != "" {
		info["doi"], info["ee"] = doi, "https://doi.org/"+doi
	}
	if arxiv := w.ID(ident.ArXiv).Value; w.Type == biblio.Preprint && arxiv != "" {
		info["venue"], info["volume"], info["ee"] = "CoRR", "abs/"+arxiv, "https://arxiv.org/abs/"+arxiv
	}
	return object{"@score": "1", "@id": fmt.Sprint(number(w)), "info": info}
}

func dataciteForm(w *biblio.Work) object {
	kind := cmp.Or(map[biblio.Type]string{biblio.Thesis: "Dissertation", biblio.Software: "Software",
		biblio.Dataset: "Dataset"}[w.Type], "Preprint")
	return object{"id": w.ID(ident.DOI).Value, "type": "dois",
		"attributes": object{"doi": w.ID(ident.DOI).Value, "titles": []object{{"title": w.Title}},
			"publicationYear": w.Issued.Year, "publisher": w.Publisher, "types": object{"resourceTypeGeneral": kind},
			"creators": names(w, func(family, given, full string) any {
				return object{"name": full, "familyName": family, "givenName": given, "nameType": "Personal"}
			})}}
}

// rfcForm returns an entry of the index of all RFCs.
func rfcForm(w *biblio.Work) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, `<rfc-entry><doc-id>RFC%s</doc-id><title>%s</title>`, w.Issue, text(w.Title))
	for _, c := range w.Authors() {
		fmt.Fprintf(&b, `<author><name>%s</name></author>`, text(c.String()))
	}
	fmt.Fprintf(&b, `<date><month>June</month><year>%d</year></date><doi>%s</doi></rfc-entry>`, w.Issued.Year,
		text(w.ID(ident.DOI).Value))
	return []byte(b.String())
}

func pubmedForm(w *biblio.Work) []byte {
	var b strings.Builder
	fmt.Fprintf(&b,
		`<PubmedArticle><MedlineCitation><PMID Version="1">%s</PMID><Article><Journal><JournalIssue><Volume>%s</Volume><Issue>%s</Issue><PubDate><Year>%d</Year></PubDate></JournalIssue><Title>%s</Title></Journal><ArticleTitle>%s.</ArticleTitle><Pagination><MedlinePgn>%s</MedlinePgn></Pagination><AuthorList CompleteYN="Y">`,
		w.ID(ident.PMID).Value, text(w.Volume), text(w.Issue), w.Issued.Year, text(w.Container.Title),
		text(w.Title), text(w.Pages))
	for _, c := range w.Authors() {
		fmt.Fprintf(&b, `<Author><LastName>%s</LastName><ForeName>%s</ForeName></Author>`,
			text(strings.TrimSpace(c.Particle+" "+c.Family+c.Literal)), text(c.Given))
	}
	b.WriteString(`</AuthorList></Article></MedlineCitation><PubmedData><ArticleIdList>`)
	if doi := w.ID(ident.DOI).Value; doi != "" {
		fmt.Fprintf(&b, `<ArticleId IdType="doi">%s</ArticleId>`, text(doi))
	}
	b.WriteString(`</ArticleIdList></PubmedData></PubmedArticle>`)
	return []byte(b.String())
}

func europepmcForm(w *biblio.Work) object {
	o := object{"id": w.ID(ident.PMID).Value, "source": "MED", "pmid": w.ID(ident.PMID).Value, "title": w.Title + ".",
		"pubYear": w.YearString(), "pageInfo": w.Pages,
		"journalInfo": object{"volume": w.Volume, "issue": w.Issue, "yearOfPublication": w.Issued.Year,
			"journal": object{"title": w.Container.Title}},
		"authorList": object{"author": names(w, func(family, given, full string) any {
			return object{"fullName": full, "firstName": given, "lastName": family}
		})}}
	if doi := w.ID(ident.DOI).Value; doi != "" {
		o["doi"] = doi
	}
	return o
}

func inspireForm(w *biblio.Work) object {
	value := func(scheme ident.Scheme) []any {
		if id := w.ID(scheme).Value; id != "" {
			return []any{object{"value": id}}
		}
		return []any{}
	}
	return object{"id": fmt.Sprint(number(w)),
		"metadata": object{"control_number": number(w), "titles": []object{{"title": w.Title}},
			"document_type": []string{"article"},
			"earliest_date": w.YearString(), "arxiv_eprints": value(ident.ArXiv), "dois": value(ident.DOI),
			"author_count": len(w.Authors()),
			"authors": names(w, func(family, given, _ string) any {
				return object{"full_name": strings.Trim(family+", "+given, ", ")}
			})}}
}

func openlibraryForm(w *biblio.Work) object {
	return object{"key": fmt.Sprintf("/works/OL%dW", number(w)), "title": w.Title, "first_publish_year": w.Issued.Year,
		"publisher": []string{w.Publisher}, "isbn": []string{w.ID(ident.ISBN).Value},
		"author_name": names(w, func(_, _, full string) any { return full })}
}

func googlebooksForm(w *biblio.Work) object {
	return object{"kind": "books#volume", "id": fmt.Sprint(number(w)),
		"volumeInfo": object{"title": w.Title, "publisher": w.Publisher, "publishedDate": w.YearString(),
			"authors":             names(w, func(_, _, full string) any { return full }),
			"industryIdentifiers": []object{{"type": "ISBN_13", "identifier": w.ID(ident.ISBN).Value}}}}
}

func openreviewForm(w *biblio.Work) object {
	value := func(v any) object { return object{"value": v} }
	return object{"id": fmt.Sprintf("or%d", number(w)), "cdate": 1_600_000_000_000,
		"content": object{"title": value(w.Title), "venue": value(w.Container.Title + " " + w.YearString() + " poster"),
			"venueid": value("ICLR.cc/" + w.YearString() + "/Conference"),
			"authors": value(names(w, func(_, _, full string) any { return full }))}}
}
