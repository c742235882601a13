package lint

import (
	"fmt"
	"sort"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
)

// entry is one entry of a BibTeX file with what it inherits.
type entry struct {
	l         *linter
	file      *File
	bib       *bibtex.File
	it        *bibtex.Item
	kind      string // its type in small letters
	effective map[string]string
	biblatex  bool // the file is written for BibLaTeX
	sound     bool // the entry was read without a problem
}

// checks are made of every entry.
var checks = []func(*entry){
	(*entry).required, (*entry).repeated, (*entry).empty, (*entry).isbn, (*entry).issn, (*entry).doi, (*entry).pages, (*entry).year, (*entry).month,
	(*entry).characters, (*entry).names, (*entry).capitals,
}

// noWork are entry types that describe no work.
var noWork = map[string]bool{"comment": true, "xdata": true, "set": true, "control": true, "bibnote": true, "string": true, "preamble": true, "ieeetranbstctl": true, "settings": true}

// entries remarks on the entries of a file one by one.
func (l *linter) entries(f *File) {
	if f.Bib == nil {
		return
	}
	biblatex := writtenForBibLaTeX(f.Bib)
	for i := range f.Bib.Items {
		it := &f.Bib.Items[i]
		if it.Kind != bibtex.Entry || noWork[f.Bib.TypeName(it)] || len(it.Fields) == 0 {
			continue
		}
		e := &entry{l: l, file: f, bib: f.Bib, it: it, kind: f.Bib.TypeName(it), effective: map[string]string{}, biblatex: biblatex, sound: it.Closed}
		for _, p := range f.Bib.Problems[sort.Search(len(f.Bib.Problems), func(n int) bool { return f.Bib.Problems[n].Offset >= it.Span.Start }):] {
			if p.Offset > it.Span.End {
				break
			}
			e.sound = e.sound && p.Rule == "undefined-macro"
		}
		fields, _ := f.Bib.Resolve(it)
		for _, have := range fields {
			if text := strings.TrimSpace(f.Bib.Expand(have.Field.Value)); text != "" {
				e.effective[have.Name] = text
			}
		}
		for _, check := range checks {
			check(e)
		}
	}
}

// writtenForBibLaTeX reports that some entry uses what only BibLaTeX knows.
func writtenForBibLaTeX(f *bibtex.File) bool {
	for i := range f.Items {
		for j := range f.Items[i].Fields {
			switch f.FieldName(&f.Items[i].Fields[j]) {
			case "journaltitle", "date", "location", "urldate", "eprinttype", "langid", "subtitle", "maintitle":
				return true
			}
		}
	}
	return false
}

// remark adds a remark on a field, or on the entry when field is nil.
func (e *entry) remark(rule string, field *bibtex.Field, edits []bibtex.Edit, format string, args ...any) {
	at, name := e.it.Span.Start, ""
	if field != nil {
		at, name = field.Name.Start, e.bib.FieldName(field)
	}
	if !e.sound {
		edits = nil
	}
	line, _ := e.bib.Position(at)
	e.l.add(Remark{Rule: rule, File: e.file.Name, Line: line, Key: e.bib.Key(e.it), Field: name, Message: fmt.Sprintf(format, args...), Edits: edits})
}

// field gives a field of the entry itself with its text; nil for none or an
// empty one.
func (e *entry) field(name string) (*bibtex.Field, string) {
	field, _ := e.bib.Field(e.it, name)
	if field == nil {
		return nil, ""
	}
	text := strings.TrimSpace(e.bib.Expand(field.Value))
	if text == "" {
		return nil, ""
	}
	return field, text
}

// required remarks on fields that the type of the entry requires.
func (e *entry) required() {
	need, known := requirements[e.kind]
	if !known || e.effective["entryset"] != "" {
		return
	}
	var missing []string
	for _, group := range need {
		if group.bibtexOnly && e.biblatex {
			continue
		}
		met := false
		for _, name := range group.any {
			met = met || e.effective[name] != ""
		}
		if !met {
			missing = append(missing, group.any[0])
		}
	}
	if len(missing) > 0 {
		e.remark("missing-field", nil, nil, "@%s without %s", e.kind, strings.Join(missing, ", "))
	}
}

// requirement is met by any one of some fields, of which the first is named
// when all are missing.
type requirement struct {
	any        []string
	bibtexOnly bool
}

func oneOf(names ...string) requirement { return requirement{any: names} }

func inBibTeX(names ...string) requirement { return requirement{any: names, bibtexOnly: true} }

// The groups that several types share. What stands in for an author are bodies
// and collaborations.
var (
	people    = oneOf("author", "editor", "organization", "institution", "collaboration", "shortauthor", "translator", "key", "label")
	titled    = oneOf("title", "maintitle", "booktitle")
	dated     = oneOf("year", "date", "pubstate", "eventdate", "issued")
	published = inBibTeX("publisher", "organization", "institution", "howpublished", "url")
	schooled  = oneOf("school", "institution", "publisher", "university", "organization")
)

// requirements lists for each type of BibTeX and BibLaTeX what it requires.
var requirements = map[string][]requirement{
	"article":       {people, titled, oneOf("journal", "journaltitle", "shortjournal", "journalsubtitle", "eprint", "note"), dated},
	"book":          {people, titled, published, dated},
	"inbook":        {people, titled, oneOf("chapter", "pages", "booktitle", "part"), published, dated},
	"incollection":  {people, titled, oneOf("booktitle", "maintitle"), published, dated},
	"inproceedings": {people, titled, oneOf("booktitle", "maintitle", "eventtitle", "series"), dated},
	"conference":    {people, titled, oneOf("booktitle", "maintitle", "eventtitle", "series"), dated},
	"proceedings":   {titled, dated},
	"collection":    {titled, dated},
	"phdthesis":     {people, titled, schooled, dated},
	"mastersthesis": {people, titled, schooled, dated},
	"thesis":        {people, titled, schooled, dated},
	"techreport":    {people, titled, oneOf("institution", "publisher", "organization", "school", "author"), dated},
	"report":        {people, titled, dated},
	"unpublished":   {people, titled},
	"manual":        {titled},
	"booklet":       {titled},
	"online":        {oneOf("title", "howpublished", "note"), oneOf("url", "doi", "eprint", "howpublished", "note")},
}

// repeated remarks on fields that stand twice.
func (e *entry) repeated() {
	seen := map[string]bool{}
	for j := range e.it.Fields {
		field := &e.it.Fields[j]
		name := e.bib.FieldName(field)
		if seen[name] && !repeatable[name] {
			e.remark("duplicate-field", field, nil, "%s stands here again; only the first counts", name)
		}
		seen[name] = true
	}
}

// repeatable are fields that programs other than BibTeX write several times.
var repeatable = map[string]bool{"keywords": true, "file": true, "annote": true, "note": true, "abstract": true, "url": true, "bdsk-url": true, "related": true}

// empty remarks on fields without text.
func (e *entry) empty() {
	for j := range e.it.Fields {
		field := &e.it.Fields[j]
		_, text, ok := e.bib.Inside(field)
		if !ok || strings.TrimSpace(text) != "" || crossReference[e.bib.FieldName(field)] {
			continue
		}
		var edits []bibtex.Edit
		if field.Comma >= 0 || j > 0 && j == len(e.it.Fields)-1 {
			edits = []bibtex.Edit{e.bib.DeleteField(e.it, j)}
		}
		e.remark("empty-field", field, edits, "%s has no text", e.bib.FieldName(field))
	}
}

// crossReference are fields through which entries belong together.
var crossReference = map[string]bool{"crossref": true, "xdata": true, "xref": true, "related": true, "entryset": true, "ids": true}
