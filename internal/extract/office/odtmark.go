package office

import (
	"cmp"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/prose"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// markTypes are types of OpenDocument's own bibliography that BibTeX does not have.
var markTypes = map[string]biblio.Type{"journal": biblio.ArticleJournal, "email": biblio.Personal}

// bibliographyMark reads a citation of OpenDocument's own bibliography, which contains the fields of the work.
func (o *odt) bibliographyMark(t xmlscan.Token) {
	o.marks++
	key := t.Attr("identifier")
	var c reading.Claim
	kind := strings.ToLower(t.Attr("bibliography-type"))
	c.Type = cmp.Or(markTypes[kind], biblio.Type(bibfield.TypeOf(kind).CSL))
	c.Title = reading.OneLine(t.Attr("title"))
	c.Date(t.Attr("year"))
	for _, name := range strings.FieldsFunc(t.Attr("author"), func(r rune) bool { return r == ';' }) {
		for _, one := range strings.Split(name, " and ") {
			c.Name(one, biblio.Author)
		}
	}
	for _, name := range strings.FieldsFunc(t.Attr("editor"), func(r rune) bool { return r == ';' }) {
		c.Name(name, biblio.Editor)
	}
	c.Set(&c.Container.Title, "journal", t.Attr("journal"))
	c.Set(&c.Container.Title, "booktitle", t.Attr("booktitle"))
	c.Volume, c.Issue, c.Pages = t.Attr("volume"), t.Attr("number"), t.Attr("pages")
	c.Container.Series, c.Edition = t.Attr("series"), t.Attr("edition")
	c.Set(&c.Publisher, "publisher", t.Attr("publisher"))
	c.Set(&c.Publisher, "institution", t.Attr("institution"))
	c.Set(&c.Publisher, "school", t.Attr("school"))
	c.Place = t.Attr("address")
	c.Serial(t.Attr("isbn"))
	c.Link(t.Attr("url"))
	c.Note("note", t.Attr("note"))
	o.write("[" + key + "]")
	f := fieldCode{Kind: citationField, Keys: []string{key}}
	if !c.Empty() {
		f.Sources = []prose.Source{{Key: key, Claim: c}}
	}
	o.cite(f, o.top(), o.at(), o.at())
}

func (o *odt) fieldCode(t xmlscan.Token) {
	n := len(o.fields)
	if n == 0 || !strings.HasSuffix(t.Attr("name"), ".field.code") {
		return
	}
	f, err := parseField(t.Attr("value"), "")
	if err != nil {
		o.Problem(o.place(), "unreadable-field", "%v; the citation is read as printed", err)
	}
	if f.Kind == bibliographyField && o.fields[n-1].field.Kind != bibliographyField {
		o.story.lists++
	}
	o.fields[n-1].field = f
}

func (o *odt) fieldEnds() {
	s, ok := pop(&o.fields)
	if !ok {
		return
	}
	switch s.field.Kind {
	case bibliographyField:
		o.story.lists--
	case citationField:
		to := s.start
		if s.para == o.top() {
			to = o.at()
		}
		o.cite(s.field, s.para, s.start, to)
	}
}

// odtStyle holds the relevant properties of a style.
type odtStyle struct {
	parent string
	listed bool
	raised bool
}

func (o *odt) readStyles(text []byte) {
	s := xmlscan.NewScanner(text)
	name := ""
	var list *[listLevels]level
	for len(o.styles)+len(o.lists) < maxStyles {
		t, ok := s.Next()
		if !ok || t.Name == "body" && t.Kind == xmlscan.Start {
			return
		}
		switch {
		case t.Kind == xmlscan.End && t.Name == "list-style":
			list = nil
		case t.Kind != xmlscan.Start:
		case t.Name == "style":
			name = t.Attr("name")
			parent := t.Attr("parent-style-name")
			o.styles[name] = odtStyle{parent: parent, listed: listStyle(plainStyle(name)) ||
				listStyle(plainStyle(t.Attr("display-name")))}
		case t.Name == "text-properties":
			if st := o.styles[name]; strings.HasPrefix(t.Attr("text-position"), "super") {
				st.raised = true
				o.styles[name] = st
			}
		case t.Name == "list-style":
			list = new([listLevels]level)
			o.lists[t.Attr("name")] = list
		case list != nil && (t.Name == "list-level-style-number" || t.Name == "list-level-style-bullet"):
			at := max(0, min(atoi(t.Attr("level"))-1, listLevels-1))
			list[at] = level{format: t.Attr("num-format"), start: atoi(t.Attr("start-value"))}
			if t.Name == "list-level-style-bullet" {
				list[at].format = "bullet"
			}
		}
	}
}

// plainStyle returns a style's name without the codes for special characters.
func plainStyle(name string) string { return strings.ReplaceAll(name, "_20_", " ") }

// style returns the properties of a style, including inherited ones.
func (o *odt) style(name string) odtStyle {
	out := o.styles[name]
	for range 20 {
		parent, ok := o.styles[out.parent]
		if !ok {
			out.listed = out.listed || listStyle(plainStyle(out.parent))
			break
		}
		out.listed, out.raised, out.parent = out.listed || parent.listed, out.raised || parent.raised, parent.parent
	}
	return out
}

// spaces collapses white space to single spaces, as OpenDocument does.
func spaces(s string) string {
	if !strings.ContainsAny(s, "\n\t\r") && !strings.Contains(s, "  ") {
		return s
	}
	out := strings.Join(strings.Fields(s), " ")
	if out == "" {
		return " "
	}
	if strings.TrimLeft(s, " \n\t\r") != s {
		out = " " + out
	}
	if strings.TrimRight(s, " \n\t\r") != s {
		out += " "
	}
	return out
}
