package entries

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/latex"
)

// identifierFields lists the fields that state an identifier of one scheme.
var identifierFields = []struct {
	scheme ident.Scheme
	names  []string
}{
	{ident.DOI, []string{"doi"}},
	{ident.ArXiv, []string{"arxivid", "arxiv", "arxiv_id", "arxiv-id"}},
	{ident.PMID, []string{"pmid"}},
	{ident.PMCID, []string{"pmcid", "pmc"}},
	{ident.ISBN, []string{"isbn"}},
}

// eprintSchemes maps archives named beside an eprint to the scheme of its
// number.
var eprintSchemes = map[string]ident.Scheme{
	"arxiv": ident.ArXiv, "pubmed": ident.PMID, "pmid": ident.PMID, "pmc": ident.PMCID, "pmcid": ident.PMCID, "doi": ident.DOI,
}

// identifiers reads every identifier that the fields state: those under their
// own name, the eprint, and those inside the container, the note and the
// address.
func (e *Entry) identifiers(w *biblio.Work) {
	for _, field := range identifierFields {
		for i := 0; i < 4; i++ {
			text := latex.Verbatim(e.take(field.names...))
			if text == "" {
				break
			}
			w.State(field.scheme, text)
		}
	}
	e.eprint(w)
	e.address(w)
	for _, name := range []string{"journal", "journaltitle", "booktitle", "note", "howpublished", "addendum", "publisher", "series", "number", "pages", "institution", "type"} {
		for i := range e.Fields {
			if e.Fields[i].Name == name {
				addFound(w, latex.Verbatim(e.Fields[i].Text))
			}
		}
	}
	if id, ok := coRR(w.Container.Title, e.peek("volume"), e.peek("pages")); ok {
		w.AddID(id)
	}
}

// eprint reads an eprint by the archive named beside it. Without one it counts
// when it has arXiv's form.
func (e *Entry) eprint(w *biblio.Work) {
	number := latex.Verbatim(e.peek("eprint"))
	archive := strings.ToLower(latex.Verbatim(e.peek("eprinttype", "archiveprefix", "archive")))
	if number == "" {
		return
	}
	scheme, known := eprintSchemes[archive]
	if _, whole := ident.ParseArXiv(number); scheme == ident.ArXiv && !whole {
		number = e.withArchive(number)
	}
	if known {
		e.take("eprint")
		w.State(scheme, number)
	} else if id, ok := ident.ParseArXiv(number); ok && archive == "" {
		e.take("eprint")
		w.AddID(id)
	} else if id, ok := ident.Parse(number); ok {
		w.AddID(id)
	}
}

// withArchive puts the archive that a field of its own names before an old-style
// number: eprint 0603147 of primaryClass astro-ph.
func (e *Entry) withArchive(number string) string {
	whole := latex.Verbatim(e.peek("eprintclass", "primaryclass")) + "/" + number
	if _, ok := ident.ParseArXiv(whole); ok {
		return whole
	}
	return number
}

// address reads the URL, which may also stand in howpublished, the note or
// DBLP's ee, and the identifier that it is.
func (e *Entry) address(w *biblio.Work) {
	if url := latex.Verbatim(e.take("url", "ee", "link", "opturl")); url != "" {
		w.URL = url
	}
	if i := strings.IndexAny(w.URL, " \n\t"); i > 0 && strings.Contains(w.URL, "://") { // several, or one broken over lines
		joined := strings.Join(strings.Fields(w.URL), "")
		if strings.Count(joined, "://") == 1 {
			w.URL = joined
		} else {
			w.URL = w.URL[:i]
		}
	}
	if w.URL == "" {
		for _, name := range []string{"howpublished", "note", "addendum"} {
			if text := e.peek(name); text != "" && w.URL == "" {
				w.URL = firstAddress(latex.Verbatim(text))
			}
		}
	}
	if id, ok := ident.Parse(w.URL); ok {
		w.AddID(id)
	}
}

// firstAddress gives the first web address in a text as it stands there.
func firstAddress(text string) string {
	for _, f := range ident.Find(text) {
		if s := text[f.Start:f.End]; strings.HasPrefix(strings.ToLower(s), "http") || strings.HasPrefix(strings.ToLower(s), "www.") {
			return s
		}
	}
	return ""
}

// addFound adds the identifiers that a text mentions, addresses excepted that
// are no identifier.
func addFound(w *biblio.Work, text string) {
	if len(text) > 4000 || len(text) < 6 {
		return
	}
	for _, f := range ident.Find(text) {
		if f.ID.Scheme != ident.URL {
			w.AddID(f.ID)
		}
	}
}

// coRR reads DBLP's way to cite arXiv: journal CoRR, volume abs/1706.03762.
func coRR(container, volume, pages string) (ident.ID, bool) {
	if !isPreprintServer(container) {
		return ident.ID{}, false
	}
	for _, text := range []string{volume, pages} {
		if text = latex.Verbatim(text); text != "" {
			if id, ok := ident.ParseArXiv(text); ok {
				return id, true
			}
		}
	}
	return ident.ID{}, false
}
