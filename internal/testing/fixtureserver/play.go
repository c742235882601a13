package fixtureserver

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// found returns the objects that have any of the identifiers, in their order, each once.
func (a *answer) found(service string, ids []ident.ID) []item {
	var out []item
	seen := map[string]bool{}
	for _, id := range ids {
		for _, it := range a.library.byID(service, id) {
			if !seen[string(it.raw)] {
				seen[string(it.raw)] = true
				out = append(out, it)
			}
		}
	}
	return out
}

func idsOf(scheme ident.Scheme, texts []string) []ident.ID {
	var list []ident.ID
	for _, t := range texts {
		if id, ok := ident.ParseAs(scheme, t); ok {
			list = append(list, id)
		}
	}
	return list
}

func playCrossref(a *answer) {
	q := a.r.URL.Query()
	a.w.Header().Set("X-Rate-Limit-Limit", "3")
	a.w.Header().Set("X-Rate-Limit-Interval", "1s")
	if text, ok := strings.CutPrefix(a.path, "works/"); ok {
		if it := a.single("crossref", ident.DOI, text); it != nil {
			a.json(object{"status": "ok", "message-type": "work", "message-version": "1.0.0", "message": it})
		}
		return
	}
	var items []item
	filter, years := yearsOf(q.Get("filter"))
	if filter != "" {
		var dois []string
		for _, part := range strings.Split(filter, ",") {
			doi, ok := strings.CutPrefix(part, "doi:")
			if !ok {
				a.w.Header().Set("Content-Type", "application/json")
				a.w.WriteHeader(http.StatusBadRequest)
				fmt.Fprint(a.w,
					`{"status":"failed","message-type":"validation-failure","message":[{"type":"filter-not-available"}]}`)
				return
			}
			dois = append(dois, doi)
		}
		items = a.found("crossref", idsOf(ident.DOI, dois))
	} else {
		query := cmp.Or(q.Get("query.bibliographic"), q.Get("query.title"), q.Get("query"))
		items = a.library.ranked("crossref", query, q.Get("query.author"), atoi(q.Get("rows"), 20))
		items = slices.DeleteFunc(items, func(it item) bool { return !years(it.rec.Work.Issued.Year) })
	}
	a.json(object{"status": "ok", "message-type": "work-list", "message-version": "1.0.0",
		"message": object{"facets": object{}, "total-results": len(items),
			"items": objects(items), "items-per-page": atoi(q.Get("rows"), 20),
			"query": object{"start-index": 0, "search-terms": nil}}})
}

// yearsOf takes the bounds of the year of publication out of a filter.
func yearsOf(filter string) (rest string, within func(year int) bool) {
	from, until := 0, math.MaxInt
	var others []string
	for part := range strings.SplitSeq(filter, ",") {
		name, value, _ := strings.Cut(part, ":")
		year := biblio.LeadingYear(value)
		switch name {
		case "from-pub-date", "from_publication_date":
			from = year
		case "until-pub-date", "to_publication_date":
			until = year
		case "publication_year":
			from, until = year, year
		default:
			others = append(others, part)
		}
	}
	return strings.Join(others, ","), func(year int) bool { return from <= year && year <= until }
}

// single returns the work with an identifier that is part of the path, or answers that there is none.
func (a *answer) single(service string, scheme ident.Scheme, text string) json.RawMessage {
	if decoded, err := url.PathUnescape(text); err == nil {
		text = decoded
	}
	if items := a.found(service, idsOf(scheme, []string{text})); len(items) > 0 {
		return items[0].raw
	}
	a.status(http.StatusNotFound, "application/json", `{"error":"not found"}`)
	return nil
}

func playOpenAlex(a *answer) {
	q := a.r.URL.Query()
	if n := len("https://") + len(a.host+"/"+a.path+"?"+a.r.URL.RawQuery); n >= 4094 {
		a.status(http.StatusBadRequest, "application/json",
			fmt.Sprintf(`{"error":"Request URL too long","message":"Your request URL is %d bytes"}`, n))
		return
	}
	if text, ok := strings.CutPrefix(a.path, "works/"); ok {
		if it := a.single("openalex", ident.DOI, strings.TrimPrefix(text, "doi:")); it != nil && a.credits(false) {
			a.json(it)
		}
		return
	}
	filter, years := yearsOf(q.Get("filter"))
	kind, value, _ := strings.Cut(filter, ":")
	title := cmp.Or(q.Get("search.title"), q.Get("search"))
	if kind == "title.search" || kind == "default.search" {
		kind, title = "", value
	}
	if !a.credits(title != "") {
		return
	}
	var items []item
	switch {
	case strings.Contains(title, " AND "):
		items = a.library.having("openalex", groupsOf(title, " OR ", strings.NewReplacer("(", " ", ")", " ", " AND ", " ")),
			100)
	case title != "" && (kind == "" || kind == "raw_author_name.search"):
		items = a.library.ranked("openalex", title, value, atoi(cmp.Or(q.Get("per_page"), q.Get("per-page")), 25))
		items = slices.DeleteFunc(items, func(it item) bool { // all words must be there, but for those that are too common
			return !years(it.rec.Work.Issued.Year) || slices.ContainsFunc(wordsOf(strings.ToLower(title)),
				func(w string) bool { return len(w) > 3 && !it.words[w] })
		})
	case kind == "doi", kind == "pmid", kind == "openalex":
		items = a.found("openalex", idsOf(ident.Scheme(kind), strings.Split(value, "|")))
	default:
		a.w.WriteHeader(http.StatusBadRequest)
		return
	}
	a.json(object{"meta": object{"count": len(items), "page": 1, "per_page": atoi(q.Get("per_page"), 25)},
		"results": objects(items), "group_by": []any{}})
}

// credits consumes the cost of a request to OpenAlex, 10 for a search and 1 otherwise, states what is left of
// the day, and rejects the request if nothing is.
func (a *answer) credits(search bool) bool {
	cost := 1
	if search {
		cost = 10
	}
	left, ok := a.server.spend(cost)
	a.w.Header().Set("X-RateLimit-Remaining", fmt.Sprint(left))
	a.w.Header().Set("X-RateLimit-Reset", "3600")
	if !ok {
		a.w.Header().Set("Retry-After", "3600")
		a.status(http.StatusTooManyRequests, "application/json", `{"error":"Insufficient budget"}`)
	}
	return ok
}

// s2Schemes are the prefixes of Semantic Scholar's identifiers.
var s2Schemes = map[string]ident.Scheme{"DOI": ident.DOI, "ARXIV": ident.ArXiv, "PMID": ident.PMID,
	"PMCID": ident.PMCID, "ACL": ident.ACL}

func playSemanticScholar(a *answer) {
	switch strings.TrimPrefix(a.path, "graph/v1/paper") {
	case "/batch":
		var question struct{ IDs []string }
		if json.NewDecoder(a.r.Body).Decode(&question) != nil || len(question.IDs) > 500 {
			a.w.WriteHeader(http.StatusBadRequest)
			return
		}
		list := make([]json.RawMessage, len(question.IDs))
		known := 0
		for i, text := range question.IDs {
			list[i] = json.RawMessage("null")
			prefix, value, ok := strings.Cut(text, ":")
			scheme := s2Schemes[prefix]
			if !ok {
				scheme, value = ident.S2, text
			}
			if items := a.found("semanticscholar", idsOf(scheme, []string{value})); len(items) > 0 {
				list[i] = items[0].raw
				known++
			}
		}
		if known == 0 {
			a.status(http.StatusBadRequest, "application/json", `{"error":"No valid paper ids given"}`)
			return
		}
		a.json(list)
	case "/search":
		a.s2Result(a.library.ranked("semanticscholar", a.r.URL.Query().Get("query"), "",
			atoi(a.r.URL.Query().Get("limit"), 100)))
	case "/search/bulk":
		groups := groupsOf(a.r.URL.Query().Get("query"), "|", strings.NewReplacer("(", " ", ")", " "))
		a.s2Result(a.library.having("semanticscholar", groups, 1000))
	case "/search/match":
		items := a.library.ranked("semanticscholar", a.r.URL.Query().Get("query"), "", 1)
		if len(items) == 0 {
			a.status(http.StatusNotFound, "application/json", `{"error":"Title match not found"}`)
			return
		}
		a.s2Result(items)
	default:
		prefix, value, _ := strings.Cut(strings.TrimPrefix(a.path, "graph/v1/paper/"), ":")
		if it := a.single("semanticscholar", cmp.Or(s2Schemes[strings.ToUpper(prefix)], ident.S2),
			cmp.Or(value, prefix)); it != nil {
			a.json(it)
		}
	}
}

// s2Result omits "data" if there are no items, as the service does.
func (a *answer) s2Result(items []item) {
	if len(items) == 0 {
		a.json(object{"total": 0, "offset": 0})
		return
	}
	a.json(object{"total": len(items), "offset": 0, "data": objects(items)})
}

func playArXiv(a *answer) {
	q := a.r.URL.Query()
	if a.r.Header.Get("Accept") == "" {
		a.status(http.StatusNotAcceptable, "text/html", "<h1>Not Acceptable</h1>")
		return
	}
	if strings.HasPrefix(a.path, "src/") || strings.HasPrefix(a.path, "pdf/") {
		a.page(a.host + "/" + a.path)
		return
	}
	var items []item
	if list := q.Get("id_list"); list != "" {
		for _, text := range strings.Split(list, ",") {
			id, ok := ident.ParseArXiv(text)
			if !ok {
				a.w.Header().Set("Content-Type", "application/atom+xml")
				a.w.WriteHeader(http.StatusBadRequest)
				fmt.Fprintf(a.w,
					`<feed><entry><id>https://arxiv.org/api/errors#incorrect_id_format</id><title>Error</title></entry></feed>`)
				return
			}
			items = append(items, a.library.byID("arxiv", id)...)
		}
	} else {
		items = a.library.having("arxiv",
			groupsOf(q.Get("search_query"), " OR ", strings.NewReplacer("(", " ", ")", " ", "ti:", " ", `"`, " ", " AND ", " ")),
			atoi(q.Get("max_results"), 10))
	}
	a.w.Header().Set("Content-Type", "application/atom+xml; charset=utf-8")
	fmt.Fprintf(a.w, `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom" xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/"><title>arXiv Query: search_query=%s&amp;id_list=%s&amp;start=0&amp;max_results=%s</title><id>https://arxiv.org/api/x</id><opensearch:totalResults>%d</opensearch:totalResults>`, q.Get("search_query"), q.Get("id_list"), q.Get("max_results"), len(items))
	for _, it := range items {
		a.w.Write(it.raw)
	}
	fmt.Fprint(a.w, `</feed>`)
}

func playDBLP(a *answer) {
	q := a.r.URL.Query()
	var parts [][]string
	for _, part := range strings.Fields(q.Get("q")) {
		parts = append(parts, strings.Split(strings.ToLower(part), "|"))
	}
	var items []item
	for _, it := range slices.Concat(a.library.shelves["dblp"], a.library.columns("dblp", parts)) {
		all := len(parts) > 0
		for _, part := range parts {
			one := false
			for _, w := range part {
				one = one || it.words[w]
			}
			all = all && one
		}
		if all {
			items = append(items, it)
		}
	}
	total := len(items)
	items = items[:min(total, atoi(q.Get("h"), 30))]
	hits := object{"@total": fmt.Sprint(total), "@computed": fmt.Sprint(total),
		"@sent": fmt.Sprint(len(items)), "@first": "0"}
	if len(items) > 0 {
		hits["hit"] = objects(items)
	}
	a.json(object{"result": object{"query": q.Get("q"), "status": object{"@code": "200", "text": "OK"}, "hits": hits}})
}

// columns returns works of the catalogue for a query that requires one word of each part: the first words of
// all parts are one title, the second words another.
func (l *library) columns(service string, parts [][]string) []item {
	var out []item
	for n := 0; ; n++ {
		var title []string
		for _, part := range parts {
			if n < len(part) {
				title = append(title, part[n])
			}
		}
		if len(title) == 0 {
			return out
		}
		for _, it := range l.near(service, strings.Join(title, " "), nearest) {
			if !slices.ContainsFunc(out, it.same) {
				out = append(out, it)
			}
		}
	}
}

func playDOI(a *answer) {
	switch {
	case strings.HasPrefix(a.path, "doiRA/"):
		var list []object
		for _, part := range strings.Split(strings.TrimPrefix(a.path, "doiRA/"), ",") {
			doi, _ := url.PathUnescape(part)
			doi = strings.ToLower(doi)
			if agency := a.library.agency(doi); agency != "" {
				list = append(list, object{"DOI": doi, "RA": agency})
			} else {
				list = append(list, object{"DOI": doi, "status": "DOI does not exist"})
			}
		}
		a.json(list)
	case strings.HasPrefix(a.path, "api/handles/"):
		doi, _ := url.PathUnescape(strings.TrimPrefix(a.path, "api/handles/"))
		code := 1
		a.w.Header().Set("Content-Type", "application/json")
		if a.library.agency(doi) == "" {
			code = 100
			a.w.WriteHeader(http.StatusNotFound)
		}
		fmt.Fprintf(a.w, `{"responseCode":%d,"handle":%q}`, code, doi)
	default:
		a.describe()
	}
}

// describe writes the page of a DOI or, for an agency without descriptions, the page that says so.
func (a *answer) describe() {
	doi, _ := url.PathUnescape(a.path)
	a.server.mu.Lock()
	_, ok := a.server.pages["doi.org/"+a.path]
	a.server.mu.Unlock()
	if agency := a.library.agency(doi); agency != "" && !ok {
		a.status(http.StatusNotAcceptable, "text/html", "<html><body>no description in that form</body></html>")
		return
	}
	a.page("doi.org/" + a.path)
}

// status answers with a status and a body of a type.
func (a *answer) status(code int, kind, body string) {
	a.w.Header().Set("Content-Type", kind)
	a.w.WriteHeader(code)
	fmt.Fprint(a.w, body)
}

// quoted returns the texts in quotation marks.
func quoted(s string) []string {
	var list []string
	for i, part := range strings.Split(s, `"`) {
		if i%2 == 1 {
			list = append(list, part)
		}
	}
	return list
}

func playDataCite(a *answer) {
	query := a.r.URL.Query().Get("query")
	size := atoi(a.r.URL.Query().Get("page[size]"), 25)
	var items []item
	if rest, ok := strings.CutPrefix(query, "titles.title:"); ok {
		items = a.library.having("datacite", groupsOf(rest, ") OR (", strings.NewReplacer("(", " ", ")", " ", " AND ", " ")),
			size)
	} else {
		items = a.found("datacite", idsOf(ident.DOI, quoted(query)))
	}
	a.jsonAs("application/vnd.api+json; charset=utf-8",
		object{"data": objects(items), "meta": object{"total": len(items)},
			"links": object{"self": "https://api.datacite.org/dois?" + a.r.URL.RawQuery}})
}

func playPubMed(a *answer) {
	a.r.ParseForm()
	q := a.r.Form
	a.w.Header().Set("Content-Type", "text/xml; charset=UTF-8")
	if strings.HasSuffix(a.path, "efetch.fcgi") {
		fmt.Fprint(a.w,
			`<?xml version="1.0" ?><!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN" "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd"><PubmedArticleSet>`)
		for _, it := range a.found("pubmed", idsOf(ident.PMID, strings.Split(q.Get("id"), ","))) {
			a.w.Write(it.raw)
		}
		fmt.Fprint(a.w, `</PubmedArticleSet>`)
		return
	}
	term := q.Get("term")
	var items []item
	if strings.HasSuffix(term, "[uid]") {
		items = a.found("pubmed", idsOf(ident.PMID, strings.Split(strings.ReplaceAll(term, "[uid]", ""), " OR ")))
	} else {
		items = a.library.having("pubmed",
			groupsOf(term, " OR ", strings.NewReplacer("(", " ", ")", " ", "[ti]", " ", " AND ", " ")),
			atoi(q.Get("retmax"), 20))
	}
	fmt.Fprintf(a.w,
		`<?xml version="1.0"?><eSearchResult><Count>%d</Count><RetMax>20</RetMax><RetStart>0</RetStart><IdList>`, len(items))
	for _, it := range items {
		fmt.Fprintf(a.w, "<Id>%s</Id>", it.rec.ID(ident.PMID).Value)
	}
	fmt.Fprintf(a.w, `</IdList><QueryTranslation>%s</QueryTranslation></eSearchResult>`,
		strings.ReplaceAll(term, "[ti]", "[Title]"))
}

func playEuropePMC(a *answer) {
	a.r.ParseForm()
	query := a.r.Form.Get("query")
	var items []item
	if strings.HasPrefix(query, "TITLE:(") {
		items = a.library.having("europepmc",
			groupsOf(query, " OR ", strings.NewReplacer("TITLE:", " ", "(", " ", ")", " ", " AND ", " ")),
			atoi(a.r.Form.Get("pageSize"), 25))
	} else {
		var ids []ident.ID
		for _, part := range strings.Split(query, " OR ") {
			if doi := quoted(part); len(doi) > 0 {
				ids = append(ids, idsOf(ident.DOI, doi)...)
			} else if _, rest, ok := strings.Cut(part, "EXT_ID:"); ok {
				ids = append(ids, idsOf(ident.PMID, strings.Fields(rest)[:1])...)
			}
		}
		items = a.found("europepmc", ids)
	}
	a.json(object{"version": "6.9", "hitCount": len(items), "request": object{"queryString": query},
		"resultList": object{"result": objects(items)}})
}

func playACL(a *answer) {
	p, ok := a.server.pageAt("raw.githubusercontent.com/" + a.path)
	if !ok {
		a.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		a.w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(a.w, "404: Not Found")
		return
	}
	a.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprint(a.w, p.Body)
}

// oldOpenReview is the API for conferences of earlier years; it has no papers here.
const oldOpenReview = "api.openreview.net"

func playOpenReview(a *answer) {
	q := a.r.URL.Query()
	if a.path == "login" && a.host != oldOpenReview {
		a.json(object{"token": "token-of-the-day"})
		return
	}
	if a.strangers() {
		return
	}
	if a.host == oldOpenReview {
		a.json(object{"notes": []any{}, "count": 0})
		return
	}
	var items []item
	if strings.HasSuffix(a.path, "search") {
		items = a.library.ranked("openreview", q.Get("term"), "", atoi(q.Get("limit"), 10))
	} else {
		for _, it := range a.library.shelves["openreview"] {
			if it.rec.LocalID == q.Get("id") {
				items = append(items, it)
			}
		}
	}
	a.json(object{"notes": objects(items), "count": len(items)})
}

// strangers rejects requests without a token, as OpenReview does.
func (a *answer) strangers() bool {
	if a.r.Header.Get("Authorization") != "" {
		return false
	}
	a.status(http.StatusForbidden, "application/json",
		`{"name":"ChallengeRequiredError","message":"Challenge required","status":403}`)
	return true
}

func playUnpaywall(a *answer) {
	doi, _ := url.PathUnescape(strings.TrimPrefix(a.path, "v2/"))
	items := a.found("unpaywall", idsOf(ident.DOI, []string{doi}))
	if len(items) == 0 {
		a.w.Header().Set("Content-Type", "application/json")
		a.w.WriteHeader(http.StatusNotFound)
		fmt.Fprintf(a.w,
			`{"HTTP_status_code":404,"error":true,"message":"'%s' isn't in Unpaywall. See https://support.unpaywall.org/a/solutions/articles/44001900286"}`, doi)
		return
	}
	a.json(json.RawMessage(items[0].raw))
}

func playOpenLibrary(a *answer) {
	q := a.r.URL.Query()
	if strings.HasSuffix(a.path, "search.json") {
		items := a.library.having("openlibrary",
			groupsOf(q.Get("q"), " OR ", strings.NewReplacer("title:", " ", "(", " ", ")", " ", " AND ", " ")),
			atoi(q.Get("limit"), 100))
		a.json(object{"numFound": len(items), "start": 0, "docs": objects(items)})
		return
	}
	books := object{}
	for _, key := range strings.Split(q.Get("bibkeys"), ",") {
		for _, it := range a.found("openlibrary", idsOf(ident.ISBN, []string{strings.TrimPrefix(key, "ISBN:")})) {
			var authors []object
			for _, c := range it.rec.Authors() {
				authors = append(authors, object{"name": c.String()})
			}
			books[key] = object{"key": "/books/OL1M", "title": it.rec.Title, "authors": authors,
				"publish_date": it.rec.YearString(),
				"publishers":   []object{{"name": it.rec.Publisher}},
				"identifiers":  object{"isbn_13": []string{it.rec.ID(ident.ISBN).Value}}}
		}
	}
	a.json(books)
}

// inspireSyntax removes what surrounds the words of INSPIRE's title searches.
var inspireSyntax = strings.NewReplacer("(t ", " ", "(", " ", ")", " ", " and t ", " ")

func playInspire(a *answer) {
	items := a.physics("inspire", a.r.URL.Query().Get("q"), "(t ", " or ", inspireSyntax)
	a.json(object{"hits": object{"hits": objects(items), "total": len(items)},
		"links": object{"self": "https://inspirehep.net/api/literature?" + a.r.URL.RawQuery}})
}

// physics answers a query for titles, which begins with a mark, or for
// identifiers in quotation marks.
func (a *answer) physics(service, query, mark, or string, syntax *strings.Replacer) []item {
	if strings.HasPrefix(query, mark) {
		return a.library.having(service, groupsOf(query, or, syntax), 100)
	}
	var ids []ident.ID
	for _, text := range quoted(query) {
		if id, ok := ident.Parse(text); ok {
			ids = append(ids, id)
		}
	}
	return a.found(service, ids)
}

func playADS(a *answer) {
	if a.r.Header.Get("Authorization") == "" {
		a.w.WriteHeader(http.StatusUnauthorized)
		return
	}
	items := a.physics("ads", a.r.URL.Query().Get("q"), "title:", " OR ",
		strings.NewReplacer("title:", " ", "(", " ", ")", " ", " AND ", " "))
	a.json(object{"responseHeader": object{"status": 0, "params": object{"q": a.r.URL.Query().Get("q")}},
		"response": object{"numFound": len(items), "start": 0, "docs": objects(items)}})
}

func playRFC(a *answer) {
	a.w.Header().Set("Content-Type", "application/xml")
	fmt.Fprint(a.w,
		`<?xml version="1.0" encoding="UTF-8"?><rfc-index xmlns="https://www.rfc-editor.org/rfc-index"><rfc-entry><doc-id>RFC0793</doc-id><title>Transmission Control Protocol</title><author><name>J. Postel</name></author><date><month>September</month><year>1981</year></date><doi>10.17487/RFC0793</doi></rfc-entry><rfc-entry><doc-id>RFC8446</doc-id><title>The Transport Layer Security (TLS) Protocol Version 1.3</title><author><name>E. Rescorla</name></author><date><month>August</month><year>2018</year></date><doi>10.17487/RFC8446</doi></rfc-entry>`)
	for _, it := range a.library.shelves["rfc"] {
		a.w.Write(it.raw)
	}
	fmt.Fprint(a.w, `</rfc-index>`)
}

func playGoogle(a *answer) {
	if strings.HasPrefix(a.path, "customsearch") {
		a.json(object{"kind": "customsearch#search", "searchInformation": object{"totalResults": "0"}})
		return
	}
	q := a.r.URL.Query().Get("q")
	var items []item
	if isbn, ok := strings.CutPrefix(q, "isbn:"); ok {
		items = a.found("googlebooks", idsOf(ident.ISBN, []string{isbn}))
	} else {
		items = a.library.ranked("googlebooks", strings.Trim(strings.TrimPrefix(q, "intitle:"), `"`), "", 6)
	}
	answer := object{"kind": "books#volumes", "totalItems": len(items)}
	if len(items) > 0 {
		answer["items"] = objects(items)
	}
	a.json(answer)
}

func playZotero(a *answer) {
	var body strings.Builder
	buf := make([]byte, 4096)
	n, _ := a.r.Body.Read(buf)
	body.Write(buf[:n])
	if a.path == "export" {
		var items []struct{ Title, Key string }
		if json.Unmarshal([]byte(body.String()), &items) != nil || len(items) == 0 {
			http.Error(a.w, "Bad Request", http.StatusBadRequest)
			return
		}
		a.w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		for _, it := range items {
			fmt.Fprintf(a.w, "@article{%s,\n  title = {%s}\n}\n", it.Key, it.Title)
		}
		return
	}
	id, _ := ident.Parse(body.String())
	for _, service := range []string{"crossref", "openalex"} {
		if items := a.library.byID(service, id); len(items) > 0 {
			it := items[0]
			kind := "journalArticle"
			if it.rec.Type == biblio.PaperConference {
				kind = "conferencePaper"
			}
			var creators []object
			for _, c := range it.rec.Authors() {
				creators = append(creators, object{"firstName": c.Given, "lastName": c.Family + c.Literal, "creatorType": "author"})
			}
			a.json([]object{{"key": "AAAA", "itemType": kind, "title": it.rec.Title, "creators": creators,
				"date": it.rec.YearString(), "DOI": it.rec.ID(ident.DOI).Value}})
			return
		}
	}
	a.w.WriteHeader(http.StatusNotImplemented)
	fmt.Fprint(a.w, "No items returned from any translator")
}

func playSearXNG(a *answer) {
	query := a.r.URL.Query().Get("q")
	results := []object{}
	a.server.mu.Lock()
	defer a.server.mu.Unlock()
	for address, p := range a.server.pages {
		if title := strings.ToLower(query); len(quoted(title)) > 0 &&
			strings.Contains(strings.ToLower(p.Body), quoted(title)[0]) {
			results = append(results, object{"title": quoted(query)[0], "url": "https://" + address, "content": ""})
		}
	}
	a.json(object{"query": query, "number_of_results": len(results), "results": results})
}

func playArchive(a *answer) { a.json(object{"url": "", "archived_snapshots": object{}}) }
