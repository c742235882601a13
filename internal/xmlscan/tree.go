package xmlscan

import (
	"errors"
	"fmt"
	"html"
	"iter"
	"strings"
	"unicode/utf8"
)

const maxDepth = 200

// node is an element or, if it has no name, a text. Indexes refer to the tree's list; 0, the root, means none.
type node struct {
	name        string
	text        string // of a text node; raw attributes of an element
	child, next int32
}

// Element is one element of a parsed tree. The zero Element is absent: it has
// no name, text, attributes or children.
type Element struct {
	nodes []node
	i     int32
}

// Parse builds a tree of one element with all its content. Bytes that are not UTF-8 become U+FFFD.
func Parse(data []byte) (Element, error) {
	if !utf8.Valid(data) {
		data = []byte(strings.ToValidUTF8(string(data), "\ufffd"))
	}
	p := parser{text: string(data), data: data, nodes: make([]node, 0, 16+len(data)/40)}
	if err := p.parse(); err != nil {
		return Element{}, fmt.Errorf("xml: %w", err)
	}
	return Element{p.nodes, 0}, nil
}

type parser struct {
	text  string // names and texts are parts of it
	data  []byte // the same bytes
	nodes []node
	open  []int32 // elements not closed yet
	last  []int32 // the last child of each so far, or 0
}

func (p *parser) parse() error {
	for i := 0; i < len(p.data); {
		if p.data[i] != '<' {
			text, _, _ := strings.Cut(p.text[i:], "<")
			if err := p.addText(unescape(text)); err != nil {
				return err
			}
			i += len(text)
			continue
		}
		k, end := markup(p.data, i)
		if end == 0 {
			return fmt.Errorf("markup is not closed at byte %d", i)
		}
		if err := p.addMarkup(k, p.text[i:end]); err != nil {
			return fmt.Errorf("%w at byte %d", err, i)
		}
		i = end
	}
	if len(p.open) > 0 {
		return fmt.Errorf("element %q is not closed", p.nodes[p.open[len(p.open)-1]].name)
	}
	if len(p.nodes) == 0 {
		return errors.New("no element")
	}
	return nil
}

func (p *parser) addMarkup(k kind, tag string) error {
	switch k {
	case startTag, emptyTag:
		name := tagName(tag)
		if name == "" {
			return errors.New("tag without a name")
		}
		if len(p.open) == 0 && len(p.nodes) > 0 {
			return errors.New("second root element")
		}
		if len(p.open) >= maxDepth {
			return errors.New("nested too deep")
		}
		i := p.link(node{name: name, text: strings.TrimSuffix(tag[1+len(name):len(tag)-1], "/")})
		if k == startTag {
			p.open, p.last = append(p.open, i), append(p.last, 0)
		}
	case endTag:
		n := len(p.open) - 1
		if n < 0 || p.nodes[p.open[n]].name != tagName(tag) {
			return fmt.Errorf("end tag %.40q closes nothing", tag)
		}
		p.open, p.last = p.open[:n], p.last[:n]
	case cdata:
		return p.addText(tag[len("<![CDATA[") : len(tag)-len("]]>")])
	}
	return nil
}

func (p *parser) addText(text string) error {
	if len(p.open) == 0 {
		if strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")) != "" {
			return errors.New("text outside of the root element")
		}
		return nil
	}
	p.link(node{text: text})
	return nil
}

// link appends a node and makes it the next child of the open element.
func (p *parser) link(n node) int32 {
	i := int32(len(p.nodes))
	p.nodes = append(p.nodes, n)
	if top := len(p.open) - 1; top >= 0 {
		if before := p.last[top]; before > 0 {
			p.nodes[before].next = i
		} else {
			p.nodes[p.open[top]].child = i
		}
		p.last[top] = i
	}
	return i
}

// unescape replaces entities by characters. An unknown one stays as written.
func unescape(s string) string {
	if strings.IndexByte(s, '&') < 0 {
		return s
	}
	return html.UnescapeString(s)
}

// Absent reports whether e is the zero Element.
func (e Element) Absent() bool { return e.nodes == nil }

// Local returns the element's name without its prefix.
func (e Element) Local() string { return localName(e.Name()) }

// Name returns the element's name as written, with its prefix.
func (e Element) Name() string {
	if e.Absent() {
		return ""
	}
	return e.nodes[e.i].name
}

// Text returns all text inside the element in order, with its white space.
func (e Element) Text() string {
	if e.Absent() {
		return ""
	}
	child := e.nodes[e.i].child
	if child == 0 {
		return ""
	}
	if only := e.nodes[child]; only.name == "" && only.next == 0 {
		return only.text
	}
	var b strings.Builder
	e.appendText(&b, child)
	return b.String()
}

func (e Element) appendText(b *strings.Builder, i int32) {
	for ; i != 0; i = e.nodes[i].next {
		if e.nodes[i].name == "" {
			b.WriteString(e.nodes[i].text)
		} else if child := e.nodes[i].child; child != 0 {
			e.appendText(b, child)
		}
	}
}

// Line returns all text inside the element, with white space reduced to single spaces.
func (e Element) Line() string { return Squeeze(e.Text()) }

// Squeeze reduces every run of white space to one space and trims the ends.
func Squeeze(s string) string {
	for i := range len(s) {
		c := s[i]
		if c > ' ' && c < 0x80 || c < ' ' && c != '\n' && c != '\t' && c != '\r' {
			continue
		}
		if c != ' ' || i == 0 || i == len(s)-1 || s[i-1] == ' ' {
			return strings.Join(strings.Fields(s), " ")
		}
	}
	return s
}

// Elements iterates over the child elements in order.
func (e Element) Elements() iter.Seq[Element] {
	return func(yield func(Element) bool) {
		if e.Absent() {
			return
		}
		for i := e.nodes[e.i].child; i != 0; i = e.nodes[i].next {
			if e.nodes[i].name != "" && !yield(Element{e.nodes, i}) {
				return
			}
		}
	}
}

// All iterates over the child elements with a name.
func (e Element) All(name string) iter.Seq[Element] {
	return func(yield func(Element) bool) {
		for c := range e.Elements() {
			if c.Name() == name && !yield(c) {
				return
			}
		}
	}
}

// Child returns the first child element with a name; several names descend into nested elements. It is absent
// if there is none.
func (e Element) Child(path ...string) Element {
next:
	for _, name := range path {
		for c := range e.All(name) {
			e = c
			continue next
		}
		return Element{}
	}
	return e
}

// Attr returns the value of an attribute, "" if there is none.
func (e Element) Attr(name string) string {
	for key, value := range e.Attrs() {
		if key == name {
			return value
		}
	}
	return ""
}

// Attrs iterates over the attributes in order.
func (e Element) Attrs() iter.Seq2[string, string] {
	if e.Absent() {
		return attributes("")
	}
	return attributes(e.nodes[e.i].text)
}

// attributes iterates over the attributes of a tag, as written.
func attributes(rest string) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for {
			key, value, after, ok := nextAttribute(rest)
			if !ok || !yield(key, unescape(value)) {
				return
			}
			rest = after
		}
	}
}

// nextAttribute splits the first attribute off those of a tag; its value is as written.
func nextAttribute(tag string) (key, value, rest string, ok bool) {
	key, rest, ok = strings.Cut(strings.TrimLeft(tag, " \n\t\r"), "=")
	if !ok {
		return "", "", "", false
	}
	rest = strings.TrimLeft(rest, " \n\t\r")
	if rest == "" || rest[0] != '"' && rest[0] != '\'' {
		return "", "", "", false
	}
	value, rest, ok = strings.Cut(rest[1:], rest[:1])
	return strings.TrimRight(key, " \n\t\r"), value, rest, ok
}
