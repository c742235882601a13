package office

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// odtStyle is what a style says.
type odtStyle struct {
	parent string
	listed bool
	raised bool
}

// readStyles reads the styles of paragraphs, spans and lists.
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
			o.styles[name] = odtStyle{parent: parent, listed: listStyle(plainStyle(name)) || listStyle(plainStyle(t.Attr("display-name")))}
		case t.Name == "text-properties":
			if st := o.styles[name]; strings.HasPrefix(t.Attr("text-position"), "super") {
				st.raised = true
				o.styles[name] = st
			}
		case t.Name == "list-style":
			list = new([listLevels]level)
			o.lists[t.Attr("name")] = list
		case list != nil && (t.Name == "list-level-style-number" || t.Name == "list-level-style-bullet"):
			at := max(0, min(atoi(t.Attr("level"), 1)-1, listLevels-1))
			list[at] = level{format: t.Attr("num-format"), start: atoi(t.Attr("start-value"), 1)}
			if t.Name == "list-level-style-bullet" {
				list[at].format = "bullet"
			}
		}
	}
}

// plainStyle gives a style's name without the codes for special characters.
func plainStyle(name string) string { return strings.ReplaceAll(name, "_20_", " ") }

// style gives what a style says with what it inherits.
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

// spaces makes white space single spaces, as OpenDocument has it.
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
