package dump

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// sniffLen is how many bytes of a file are examined to recognise its format.
const sniffLen = 64 << 10

// xmlRoots maps the root element of an XML dump to its format.
var xmlRoots = map[string]Format{
	"dblp": DBLP, "collection": ACL, "PubmedArticleSet": PubMed, "PubmedBookArticleSet": PubMed,
	"MedlineCitationSet": PubMed,
	"OAI-PMH":            ArXivOAI,
}

// jsonMarks lists for each JSON format the sets of keys that identify it, each sufficient by itself. If several
// fit, the first wins.
var jsonMarks = []struct {
	format Format
	keys   []string
}{
	{ArXiv, []string{"authors_parsed"}}, {ArXiv, []string{"submitter", "categories"}},
	{OpenAlex, []string{"authorships"}}, {OpenAlex, []string{"display_name", "publication_year"}},
	{DataCite, []string{"attributes"}}, {DataCite, []string{"titles", "creators"}},
	{SemanticScholar, []string{"paperId"}}, {SemanticScholar, []string{"corpusid"}},
	{SemanticScholar, []string{"externalids"}},
	{Crossref, []string{"DOI", "member"}}, {Crossref, []string{"DOI", "deposited"}}, {Crossref, []string{"DOI", "prefix"}},
	{Crossref, []string{"DOI", "is-referenced-by-count"}},
	{CSL, []string{"type", "issued"}}, {CSL, []string{"type", "container-title"}},
	{CSL, []string{"type", "title", "author"}}, {CSL, []string{"type", "title", "URL"}},
	{Flat, []string{"title", "authors"}}, {Flat, []string{"title", "year"}}, {Flat, []string{"title", "doi"}},
	{Flat, []string{"title", "venue"}},
	{CSL, []string{"type", "title", "id"}}, {Flat, []string{"title"}},
}

var (
	bibtexEntry = lazy.Regexp(`(?m)^\s*@[A-Za-z]+\s*[{(]`)
	risEntry    = lazy.Regexp(`(?m)^\s*TY {0,2}- {0,3}[A-Z]`)
)

// recognise returns the format of a file from its first bytes, or Auto if they fit none.
func recognise(head []byte) Format {
	text := bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	if len(text) == 0 {
		return Auto
	}
	switch text[0] {
	case '<':
		return xmlRoots[rootName(text)]
	case '{', '[':
		return recogniseJSON(text)
	}
	first, _, _ := bytes.Cut(text, []byte{'\n'})
	if bytes.Contains(first, []byte("RetractionNature")) && bytes.Contains(first, []byte("OriginalPaperDOI")) {
		return RetractionWatch
	}
	if bytes.HasPrefix(bytes.ReplaceAll(first, []byte{'"'}, nil),
		[]byte("id,title,author,issue,volume,venue,page,pub_date,type")) {
		return Meta
	}
	if bytes.IndexByte(text, 0) >= 0 {
		return Auto
	}
	if risEntry.Match(text) {
		return RIS
	}
	if bibtexEntry.Match(text) {
		return BibTeX
	}
	return Auto
}

// rootName returns the name of the first element.
func rootName(text []byte) string {
	for t := range xmlscan.NewScanner(text).Tokens() {
		if t.Kind == xmlscan.Start {
			return t.Name
		}
	}
	return ""
}

func recogniseJSON(text []byte) Format {
	skip, _ := jsonLayout(text)
	keys := topKeys(text[min(skip, len(text)):])
	for _, mark := range jsonMarks {
		if !slices.ContainsFunc(mark.keys, func(key string) bool { return !keys[key] }) {
			return mark.format
		}
	}
	return Auto
}

// topKeys returns the keys of the first object in a text that may be truncated.
func topKeys(text []byte) map[string]bool {
	keys := make(map[string]bool)
	dec := json.NewDecoder(bytes.NewReader(text))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return keys
	}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			break
		}
		keys[key.(string)] = true
		if dec.Decode(new(json.RawMessage)) != nil {
			break
		}
	}
	return keys
}
