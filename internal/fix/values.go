package fix

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/latex"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// named writes a name for which the file may have a macro: a container or a publisher. A macro is replaced,
// never edited.
func (w *writer) named(field *bibtex.Field, p Patch) ([]bibtex.Edit, error) {
	text := p.To
	if p.Field == biblio.FieldVenue {
		text = w.container(field, text)
		if short, writes := w.h.Acronym(p.To); writes && w.inBook(field) {
			if text = short; text == "" {
				return nil, errAcronym
			}
		}
	}
	for _, name := range []string{text, p.To} {
		if macro := w.h.Macro(name); macro != "" {
			if macro == w.f.Text(field.Value.Span) {
				return nil, nil
			}
			return []bibtex.Edit{bibtex.ReplaceValue(field, macro)}, nil
		}
	}
	if len(field.Value.Pieces) == 1 && field.Value.Pieces[0].Kind == bibtex.Macro {
		return nil, errMacro
	}
	if p.Aim == Completes { // only the misspelt word
		return w.put(field, w.h.Words(w.f.Expand(field.Value), p.To)), nil
	}
	return w.put(field, w.h.Escape(text)), nil
}

// container returns the form of a container's name that the entry uses: abbreviated if it was and the record
// has an abbreviation.
func (w *writer) container(field *bibtex.Field, full string) string {
	if own := w.h.Container(full, !w.inBook(field)); own != full {
		return own
	}
	short := w.c.Work.Container.Short
	if short == "" || !strings.Contains(short, ".") || w.inBook(field) {
		return full
	}
	if w.h.Abbreviates && strings.Contains(w.f.Expand(field.Value), ".") {
		return short
	}
	return full
}

// inBook reports whether a field states the title of a book or of proceedings.
func (w *writer) inBook(field *bibtex.Field) bool {
	return bibfield.Of(w.f.FieldName(field)).Role == bibfield.BookTitle
}

// year writes a year, or a date as exact as the record has it.
func (w *writer) year(name, old string) string {
	d := w.c.Work.Issued
	if bibfield.Of(name).Role == bibfield.Date && len(strings.TrimSpace(old)) >= 7 {
		if len(strings.TrimSpace(old)) >= 10 && d.Month > 0 && d.Day > 0 {
			return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day)
		}
		if d.Month > 0 {
			return fmt.Sprintf("%04d-%02d", d.Year, d.Month)
		}
	}
	return fmt.Sprintf("%04d", d.Year)
}

// identifierFields are the fields that may contain an identifier, alone or in a text.
var identifierFields = append(bibfield.Named(bibfield.DOI, bibfield.URL, bibfield.Eprint, bibfield.ArXiv, bibfield.PMID,
	bibfield.ISBN, bibfield.Volume), bibfield.With(bibfield.Mentions)...)

// identifier writes an identifier wherever the entry states the wrong one.
func (w *writer) identifier(p Patch) ([]bibtex.Edit, error) {
	if p.Field == biblio.FieldURL {
		field := w.field(biblio.FieldURL)
		if field == nil {
			return nil, errInherited
		}
		return w.put(field, p.To), nil
	}
	scheme := schemeOf[p.Field]
	var edits []bibtex.Edit
	for _, name := range identifierFields {
		field, _ := w.f.Field(w.it, name)
		if field == nil || len(field.Value.Pieces) != 1 || field.Value.Pieces[0].Open {
			continue
		}
		if text, ok := w.swap(scheme, name, w.f.Expand(field.Value), p); ok {
			edits = append(edits, w.put(field, text)...)
		}
	}
	if len(edits) == 0 {
		return nil, errInherited
	}
	return edits, nil
}

// swap replaces the wrong identifier in a value by the right one; false if the wrong one is not in it.
func (w *writer) swap(scheme ident.Scheme, name, old string, p Patch) (string, bool) {
	text := latex.Verbatim(old)
	role := bibfield.Of(name).Role
	if bibfield.SchemeOf(role) == scheme || scheme == ident.ArXiv && role == bibfield.Eprint {
		return w.swapOwn(scheme, text, p)
	}
	for _, f := range ident.Find(text) {
		if f.ID.Scheme == scheme {
			if start, end := place(text[f.Start:f.End], p.From); end > 0 {
				return text[:f.Start+start] + p.To + text[f.Start+end:], true
			}
		}
	}
	// DBLP's volume abs/1706.03762
	if id, ok := ident.ParseAs(scheme, text); ok && scheme == ident.ArXiv && id.Value == p.From {
		start, end := place(text, p.From)
		return text[:start] + p.To + text[end:], end > 0
	}
	return "", false
}

// swapOwn replaces the wrong identifier in a field that states identifiers of one scheme. What precedes it
// stays, and the rest of the wrong one is removed.
func (w *writer) swapOwn(scheme ident.Scheme, text string, p Patch) (string, bool) {
	if start, end := place(text, p.From); end > 0 && len(p.From) > 3 {
		rest := text[end:]
		if scheme == ident.DOI && !strings.Contains(rest, "10.") {
			rest = ""
		}
		return text[:start] + p.To + rest, true
	}
	if id, ok := ident.ParseAs(scheme, text); ok && id.Value == p.From {
		return p.To, true
	}
	return p.To, scheme != ident.ArXiv && p.To != ""
}

// place finds an identifier in a text, ignoring case; end is 0 if it is not there.
func place(text, id string) (start, end int) {
	if start = strings.Index(ident.LowerASCII(text), ident.LowerASCII(id)); start < 0 {
		return 0, 0
	}
	return start, start + len(id)
}

// add returns the edits that state a missing field where the file usually has it.
func (w *writer) add(p Patch) ([]bibtex.Edit, error) {
	name := w.newName(p.Field)
	if name == "" {
		return nil, errShape
	}
	if w.statedElsewhere(p) {
		return nil, errElsewhere
	}
	if have, _ := w.f.Field(w.it, name); have != nil {
		if strings.TrimSpace(w.f.Expand(have.Value)) != "" || len(have.Value.Pieces) == 0 {
			return nil, errShape
		}
		return w.put(have, w.newValue(p)), nil
	}
	style := w.fileStyle()
	if (p.Field == biblio.FieldYear || p.Field == biblio.FieldVolume || p.Field == biblio.FieldIssue) && w.h.Bare(name) {
		style = bibtex.Number
	}
	value := w.delimited(w.newValue(p), style)
	if macro := w.h.Macro(p.To); macro != "" && (p.Field == biblio.FieldVenue || p.Field == biblio.FieldPublisher) {
		value = macro
	}
	if short, writes := w.h.Acronym(p.To); writes && p.Field == biblio.FieldVenue &&
		bibfield.Of(name).Role == bibfield.BookTitle && value != w.h.Macro(p.To) {
		if short == "" {
			return nil, errAcronym
		}
		value = w.delimited(w.h.Escape(short), style)
	}
	return w.f.InsertField(w.it, w.behind(name, p.Aim), w.h.Named(name), value)
}

// behind returns the field behind which a new one goes: none that the published version drops.
func (w *writer) behind(name string, aim Aim) int {
	at := w.h.Place(w.f, w.it, name)
	for aim == Publishes && at >= 0 && w.dropped(&w.it.Fields[at]) {
		at--
	}
	return at
}

// statedElsewhere reports whether the entry states an identifier in another field, such as "number =
// {1906.11323}" of the journal arXiv, or names a container among publishers and notes.
func (w *writer) statedElsewhere(p Patch) bool {
	if p.Field != biblio.FieldVenue && !p.Field.Identifier() || p.Field == biblio.FieldURL {
		return false
	}
	wanted := normalise.ParseContainer(p.To)
	return slices.ContainsFunc(w.it.Fields, func(field bibtex.Field) bool {
		text := w.f.Expand(field.Value)
		if p.Field != biblio.FieldVenue {
			return strings.Contains(ident.LowerASCII(latex.Verbatim(text)), ident.LowerASCII(p.To))
		}
		have := normalise.ParseContainer(latex.Text(text))
		return slices.Contains(containerNotes, bibfield.Of(w.f.FieldName(&field)).Role) && len(have.Venues) > 0 &&
			normalise.CompareContainers(&have, &wanted) >= normalise.SeriesOf
	})
}

// containerNotes are the fields in which authors put the container of a work that already has one.
var containerNotes = []bibfield.Role{bibfield.Organization, bibfield.Series, bibfield.Note, bibfield.HowPublished,
	bibfield.Publisher, bibfield.Event}

// newName returns the name of a new field in an entry.
func (w *writer) newName(field biblio.Field) string {
	kind, role := bibfield.TypeOf(w.kind()), roles[field][0]
	switch field {
	case biblio.FieldVenue:
		if role = kind.In; role == bibfield.None {
			return ""
		}
	case biblio.FieldYear:
		if !w.h.Biblatex {
			role = bibfield.Year
		}
	case biblio.FieldPublisher:
		role = kind.Publishes()
	}
	return bibfield.Name(role, w.h.Biblatex)
}

// newValue writes the value of a new field.
func (w *writer) newValue(p Patch) string {
	switch p.Field {
	case biblio.FieldDOI:
		return w.h.DOIPrefix + p.To
	case biblio.FieldURL, biblio.FieldArXiv, biblio.FieldISBN, biblio.FieldPMID:
		return p.To
	case biblio.FieldAuthors:
		return w.h.Authors("", w.c.Work.Authors(), false)
	case biblio.FieldPages:
		return w.h.Pages("", p.To)
	case biblio.FieldTitle:
		return w.h.NewTitle(p.To)
	}
	return w.h.Escape(p.To)
}

// Values that a collection writes only for itself, handles of venues and names as someone typed them, are not
// written into an entry.

// shorthand reports whether a container's name is only a handle or an acronym: "icml", "pami". Journals may
// have names of one word.
func shorthand(name string) bool {
	if name == "" || strings.Contains(name, " ") {
		return false
	}
	return strings.ToLower(name) == name || strings.ToUpper(name) == name && normalise.VenueName(name) != ""
}

// volumeOfName matches what lists add to a journal's name to tell its volumes apart.
var volumeOfName = lazy.Regexp(`, Volume \d+\b.*`)

// containerName returns the full name of a record's container: its own, that of another record of the version,
// or the one in the table of venues for its handle; "" if there is only the handle.
func containerName(c *match.Candidate, version []*match.Candidate) string {
	own := cmp.Or(c.Hit.Record.Container.Title, c.Hit.Record.Container.Short)
	if !shorthand(own) {
		return volumeOfName.ReplaceAllString(own, "")
	}
	if name := normalise.VenueName(own); name != "" {
		return name
	}
	for _, other := range version {
		if title := other.Hit.Record.Container.Title; title != "" && !shorthand(title) {
			return title
		}
	}
	return ""
}

// capitalised adds capitals to a name that its source has in lower case. If only the family name is in lower
// case, its last word gets a capital: the others may be particles.
func capitalised(given, family string) (string, string) {
	if given == "" || family == "" {
		return given, family
	}
	if strings.ToLower(family) != family {
		if strings.ToLower(given) == given && strings.ToUpper(given) != given {
			given = upperFirst(given)
		}
		return given, family
	}
	if strings.ToLower(given) != given {
		last := strings.LastIndexByte(family, ' ') + 1
		return given, family[:last] + upperFirst(family[last:])
	}
	return upperFirst(given), upperFirst(family)
}

func upperFirst(name string) string {
	first := true
	return strings.Map(func(r rune) rune {
		if first {
			r = unicode.ToUpper(r)
		}
		first = r == ' ' || r == '-'
		return r
	}, name)
}

// typesetting replaces what sources keep from the typesetting of a work, and what LaTeX and keyboards have no
// character for: hyphens and spaces of other widths, ligatures.
var typesetting = strings.NewReplacer("\u2010", "-", "\u2011", "-", "\u00ad", "", "\u00a0", " ", "\u2009", " ",
	"\u200a", " ", "\u202f", " ", "\u200b", "",
	"ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl")

// typed returns a work as an author would type it, names with their capitals.
func typed(w biblio.Work) biblio.Work {
	for _, s := range []*string{&w.Title, &w.Subtitle, &w.Container.Title, &w.Container.Short, &w.Container.Series,
		&w.Publisher, &w.Place} {
		*s = typesetting.Replace(*s)
	}
	w.Contributors = slices.Clone(w.Contributors)
	for i := range w.Contributors {
		c := &w.Contributors[i]
		c.Given, c.Family = capitalised(c.Given, c.Family)
		for _, s := range []*string{&c.Family, &c.Given, &c.Particle, &c.Suffix, &c.Literal, &c.Stated} {
			*s = typesetting.Replace(*s)
		}
	}
	return w
}
