package entries

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/latex"
)

// mentions lists the fields into whose text people put identifiers.
var mentions = bibfield.With(bibfield.Mentions)

// eprintSchemes maps archives named with an eprint to the scheme of its number.
var eprintSchemes = map[string]ident.Scheme{
	"arxiv": ident.ArXiv, "pubmed": ident.PMID, "pmid": ident.PMID, "pmc": ident.PMCID,
	"pmcid": ident.PMCID, "doi": ident.DOI,
}

// identifiers reads every identifier that the fields state: those in fields of their own, the eprint, and those
// inside the container, the note and the address.
func (e *Entry) identifiers(w *biblio.Work) {
	for _, field := range bibfield.Identifiers {
		for range 4 {
			text := latex.Verbatim(e.take(field.Role))
			if text == "" {
				break
			}
			w.State(field.Scheme, text)
		}
	}
	e.eprint(w)
	e.address(w)
	for _, name := range mentions {
		for i := range e.Fields {
			if e.Fields[i].Name == name {
				addFound(w, latex.Verbatim(e.Fields[i].Text))
			}
		}
	}
	if id, ok := coRR(w.Container.Title, e.peek(bibfield.Volume), e.peek(bibfield.Pages)); ok {
		w.AddID(id)
	}
}

// eprint reads an eprint by the archive named with it. Without an archive it counts if it has arXiv's form.
func (e *Entry) eprint(w *biblio.Work) {
	number := latex.Verbatim(e.peek(bibfield.Eprint))
	archive := strings.ToLower(latex.Verbatim(e.peek(bibfield.Archive)))
	if number == "" {
		return
	}
	scheme, known := eprintSchemes[archive]
	if _, whole := ident.ParseArXiv(number); scheme == ident.ArXiv && !whole {
		number = e.withArchive(number)
	}
	if known {
		e.take(bibfield.Eprint)
		w.State(scheme, number)
	} else if id, ok := ident.ParseArXiv(number); ok && archive == "" {
		e.take(bibfield.Eprint)
		w.AddID(id)
	} else if id, ok := ident.Parse(number); ok {
		w.AddID(id)
	}
}

// withArchive prepends the archive, which another field names, to an old-style number: eprint 0603147 of primaryClass
// astro-ph.
func (e *Entry) withArchive(number string) string {
	whole := latex.Verbatim(e.peek(bibfield.EprintClass)) + "/" + number
	if _, ok := ident.ParseArXiv(whole); ok {
		return whole
	}
	return number
}

// address reads the URL, which may also be in howpublished, the note or DBLP's ee, and the identifier that it is.
func (e *Entry) address(w *biblio.Work) {
	if url := latex.Verbatim(e.take(bibfield.URL)); url != "" {
		w.URL = url
	}
	// several, or one broken over lines
	if i := strings.IndexAny(w.URL, " \n\t"); i > 0 && strings.Contains(w.URL, "://") {
		joined := strings.Join(strings.Fields(w.URL), "")
		if strings.Count(joined, "://") == 1 {
			w.URL = joined
		} else {
			w.URL = w.URL[:i]
		}
	}
	if w.URL == "" {
		for _, role := range []bibfield.Role{bibfield.HowPublished, bibfield.Note, bibfield.Addendum} {
			if text := e.peek(role); text != "" && w.URL == "" {
				w.URL = firstAddress(latex.Verbatim(text))
			}
		}
	}
	if id, ok := ident.Parse(w.URL); ok {
		w.AddID(id)
	}
}

func firstAddress(text string) string {
	for _, f := range ident.Find(text) {
		if s := text[f.Start:f.End]; strings.HasPrefix(strings.ToLower(s), "http") ||
			strings.HasPrefix(strings.ToLower(s), "www.") {
			return s
		}
	}
	return ""
}

// addFound adds the identifiers that a text mentions, except addresses that are not identifiers.
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

// coRR reads DBLP's notation for arXiv: journal CoRR, volume abs/1706.03762.
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
