package reading

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/refstring"
)

// Result is the content read from one file. Places do not contain the file's name, which the caller knows.
type Result struct {
	References []biblio.Reference
	Citations  []biblio.Citation
	Problems   []biblio.Problem
	Texts      []Text // the running text around the lists, in which it may cite
	Pages      int    // of a PDF
}

// Problem records what could not be read as intended.
func (r *Result) Problem(at biblio.Place, rule, format string, args ...any) {
	if len(r.Problems) < maxProblems {
		r.Problems = append(r.Problems, biblio.Problem{Place: at, Rule: rule, Message: fmt.Sprintf(format, args...)})
	}
}

// Cite records a citation.
func (r *Result) Cite(c biblio.Citation) {
	if len(r.Citations) < MaxCitations && c.Key != "" {
		r.Citations = append(r.Citations, c)
	}
}

// The bounds of one document.
const (
	MaxCitations = 20000
	maxProblems  = 1000
)

// Named sets the name of the file in all places.
func (r *Result) Named(file string) {
	for i := range r.References {
		r.References[i].Place.File = file
	}
	for i := range r.Citations {
		r.Citations[i].Place.File = file
	}
	for i := range r.Problems {
		r.Problems[i].Place.File = file
	}
}

// Lines returns the line, from 1, of offsets queried in ascending order.
type Lines struct {
	src      string
	at, seen int
}

// NewLines returns a Lines for a text.
func NewLines(src string) *Lines { return &Lines{src: src} }

// Of returns the line that contains the byte.
func (c *Lines) Of(offset int) int {
	offset = max(c.at, min(offset, len(c.src)))
	c.seen += strings.Count(c.src[c.at:offset], "\n")
	c.at = offset
	return c.seen + 1
}

// statedIn lists the fields of RIS and CSL that state an identifier. A record keeps a malformed one among its further
// fields.
var statedIn = []struct {
	key    string
	scheme ident.Scheme
}{{"DO", ident.DOI}, {"DOI", ident.DOI}, {"PMID", ident.PMID}, {"PMCID", ident.PMCID}}

// FromRecord returns the claim of an entry that was read as a record. A record leaves out malformed identifiers; a
// claim is judged by them.
func FromRecord(r *biblio.Record) biblio.Work {
	w := r.Work
	for _, f := range statedIn {
		if text := r.Extra[f.key]; text != "" {
			w.State(f.scheme, text)
		}
	}
	partNames(&w)
	return w
}

// partNames splits the names of a claim that are whole lists, as programs and people put them into one field.
func partNames(w *biblio.Work) {
	for i := 0; i < len(w.Contributors); i++ {
		c := w.Contributors[i]
		text := cmp.Or(c.Stated, c.String())
		people, cut, ok := refstring.RunTogether(text)
		if !ok {
			continue
		}
		for k := range people {
			people[k].Role = c.Role
		}
		w.Contributors = slices.Concat(w.Contributors[:i], people, w.Contributors[i+1:])
		w.AuthorsCut = w.AuthorsCut || cut && c.Role == biblio.Author
		i += len(people) - 1
	}
}

// Fields maps names in an input to what a claim takes from the texts under them.
type Fields map[string]func(c *Claim, name, text string)

// Take takes the text under a name; it returns false if the table does not list the name.
func (f Fields) Take(c *Claim, name, text string) bool {
	take, ok := f[name]
	if ok && text != "" {
		take(c, name, text)
	}
	return ok
}

// What a text may be of a claim.
func Title(c *Claim, name, text string)     { c.Set(&c.Work.Title, name, text) }
func Container(c *Claim, name, text string) { c.Set(&c.Work.Container.Title, name, text) }
func Short(c *Claim, name, text string)     { c.Set(&c.Work.Container.Short, name, text) }
func Series(c *Claim, name, text string)    { c.Set(&c.Work.Container.Series, name, text) }
func Volume(c *Claim, name, text string)    { c.Set(&c.Work.Volume, name, text) }
func Issue(c *Claim, name, text string)     { c.Set(&c.Work.Issue, name, text) }
func Pages(c *Claim, name, text string)     { c.Set(&c.Work.Pages, name, text) }
func Publisher(c *Claim, name, text string) { c.Set(&c.Work.Publisher, name, text) }
func Place(c *Claim, name, text string)     { c.Set(&c.Work.Place, name, text) }
func Edition(c *Claim, name, text string)   { c.Set(&c.Work.Edition, name, text) }
func Author(c *Claim, _, text string)       { c.Name(text, biblio.Author) }
func Editor(c *Claim, _, text string)       { c.Name(text, biblio.Editor) }
func Authors(c *Claim, _, text string)      { c.People(text, biblio.Author) }
func Editors(c *Claim, _, text string)      { c.People(text, biblio.Editor) }
func Date(c *Claim, _, text string)         { c.Date(text) }
func First(c *Claim, _, text string)        { c.first = text }
func Last(c *Claim, _, text string)         { c.last = text }
func DOI(c *Claim, _, text string)          { c.State(ident.DOI, text) }
func PMID(c *Claim, _, text string)         { c.State(ident.PMID, text) }
func PMCID(c *Claim, _, text string)        { c.State(ident.PMCID, text) }
func ArXiv(c *Claim, _, text string)        { c.State(ident.ArXiv, text) }
func Serial(c *Claim, _, text string)       { c.Serial(text) }
func Link(c *Claim, _, text string)         { c.Link(text) }
func Nothing(*Claim, string, string)        {}

// Schemes maps words for identifiers that formats share, in lower case, to schemes.
var Schemes = map[string]ident.Scheme{"doi": ident.DOI, "pmid": ident.PMID, "pmcid": ident.PMCID, "pmc": ident.PMCID,
	"arxiv": ident.ArXiv}

// Identify adds an identifier that was read from a text; a text that is not an identifier goes to Extra.
func (c *Claim) Identify(name, text string, id ident.ID, ok bool) {
	if ok {
		c.AddID(id)
	} else {
		c.Note(name, text)
	}
}

// AddLink adds to a claim the identifier that a link of its entry leads to if the text does not print it, or
// completes one that the text truncates. Another address is kept as the extra field "link".
func AddLink(ref *biblio.Reference, uri string) {
	id, ok := ident.Parse(uri)
	switch {
	case !ok || searches(uri):
	case id.Scheme == ident.URL:
		if ref.Claimed.URL == "" {
			SetExtra(ref, "link", uri)
		}
	default:
		addID(&ref.Claimed, id)
	}
}

// SetExtra keeps a labelled value for which the claim has no place, unless there is one already.
func SetExtra(ref *biblio.Reference, key, value string) {
	if value == "" || ref.Extra[key] != "" {
		return
	}
	if ref.Extra == nil {
		ref.Extra = map[string]string{}
	}
	ref.Extra[key] = value
}

// addID adds an identifier if the claim has none of its scheme; one that continues the claimed one replaces it.
func addID(w *biblio.Work, id ident.ID) {
	for i, have := range w.IDs {
		if have.Scheme != id.Scheme {
			continue
		}
		if have.Value != id.Value && strings.HasPrefix(id.Value, have.Value) && id.Scheme == ident.DOI {
			w.IDs[i] = id
		}
		return
	}
	w.IDs = append(w.IDs, id)
}

func searches(uri string) bool {
	return slices.ContainsFunc([]string{"scholar.google", "/search", "?q=", "&q=", "query=", "openurl"},
		func(sign string) bool { return strings.Contains(uri, sign) })
}
