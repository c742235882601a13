package entries

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// yamlOpens matches the beginnings of bibliographies in YAML: a list of items, "references:", CITATION.cff, or
// Hayagriva's keys with fields below them.
var yamlOpens = lazy.Regexp(
	`(?m)\A(?:---\n|#.*\n|\s*\n)*(?:- *(?:id|title|type|author):|references:\s*$|cff-version:|[\w.:+/-]+:\s*\n[ \t]+(?:type|title|author|date|parent):)`)

// LooksLikeYAML reports whether src is a bibliography in YAML: CSL-YAML, Hayagriva or CITATION.cff. The head of a
// document, which text follows, is not one.
func LooksLikeYAML(src []byte) bool {
	if !yamlOpens.Match(src) {
		return false
	}
	items, err := yamlItems(src)
	if err != nil {
		return yamlNamed.Match(src)
	}
	return slices.ContainsFunc(items, func(i yamlItem) bool { return i.field != nil })
}

// yamlNamed matches beginnings that only bibliographies in YAML have.
var yamlNamed = lazy.Regexp(`(?m)\A(?:---\n|#.*\n|\s*\n)*(?:references:\s*$|cff-version:)`)

// ReadYAML reads CSL-YAML, Hayagriva's bibliographies and the references of a CITATION.cff.
func ReadYAML(src []byte) (reading.Result, error) {
	in := &input{src: src}
	items, err := yamlItems(src)
	if err != nil {
		return in.Result, fmt.Errorf("not valid YAML: %w", err)
	}
	if len(items) == 0 {
		return in.Result, errors.New("no entries: neither CSL-YAML, Hayagriva nor CITATION.cff")
	}
	for _, item := range items {
		in.addYAML(item)
	}
	return in.Result, nil
}

// ReadHead reads the entries under "references:" in the head of a Markdown document, as Pandoc does.
func ReadHead(src []byte) reading.Result {
	in := &input{}
	rest, ok := bytes.CutPrefix(bytes.TrimLeft(bytes.TrimPrefix(src, []byte("\ufeff")), "\r\n"), []byte("---"))
	if !ok || !bytes.Contains(rest, []byte("\nreferences:")) {
		return in.Result
	}
	head := rest
	for _, end := range []string{"\n---", "\n..."} {
		if i := bytes.Index(rest, []byte(end)); i >= 0 && i < len(head) {
			head = rest[:i]
		}
	}
	items, err := yamlItems(head)
	if err != nil {
		in.problem(1, "unreadable-entry", "the references in the head cannot be read: %v", err)
	}
	for _, item := range items {
		in.addYAML(item)
	}
	return in.Result
}

// yamlItem is an entry in the form of CSL-JSON, with its key and place.
type yamlItem struct {
	key   string
	line  int
	field map[string]any
}

func (in *input) addYAML(item yamlItem) {
	if item.field == nil {
		in.problem(item.line, "empty-entry", "the entry has neither a title nor an identifier")
		return
	}
	object, err := json.Marshal(item.field)
	var record biblio.Record
	if err == nil {
		record, err = wire.CSL(object)
	}
	if err != nil {
		in.problem(item.line, "unreadable-entry", "this entry cannot be read: %v", err)
		return
	}
	if len(in.References) == biblio.MaxReferences {
		return
	}
	in.add(biblio.Reference{ID: item.key, Key: item.key, Raw: string(object), Claimed: reading.FromRecord(&record),
		Extra: record.Extra}, item.line, item.line)
}

// yamlItems returns the entries of any of the formats, or nil if there are none. The error, of a text that is not
// YAML, says in which line.
func yamlItems(src []byte) (out []yamlItem, err error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(src, &doc); err != nil || len(doc.Content) == 0 {
		return nil, err
	}
	root := doc.Content[0]
	if root.Kind == yaml.SequenceNode {
		return listItems(root, cslItem), nil
	}
	if root.Kind != yaml.MappingNode {
		return nil, nil
	}
	shape := cslItem
	if child(root, "cff-version") != nil {
		shape = cffItem
		if own := child(root, "preferred-citation"); own != nil {
			out = listItems(&yaml.Node{Content: []*yaml.Node{own}}, shape)
		}
	}
	if list := child(root, "references"); list != nil && list.Kind == yaml.SequenceNode {
		return append(out, listItems(list, shape)...), nil
	}
	if len(out) > 0 {
		return out, nil
	}
	for i := 0; i+1 < len(root.Content); i += 2 {
		key, value := root.Content[i], root.Content[i+1]
		var m map[string]any
		if value.Kind != yaml.MappingNode || wide(value) || value.Decode(&m) != nil ||
			m["title"] == nil && m["author"] == nil {
			continue
		}
		out = append(out, yamlItem{key.Value, key.Line, hayagrivaItem(m)})
	}
	return out, nil
}

// keysMost bounds the keys of a map in an entry: they are compared with each other.
const keysMost = 500

// wide reports whether a node has a map with more keys than an entry has.
func wide(n *yaml.Node) bool {
	return n.Kind == yaml.MappingNode && len(n.Content) > 2*keysMost || slices.ContainsFunc(n.Content, wide)
}

func child(m *yaml.Node, name string) *yaml.Node {
	for i := 0; i+1 < len(m.Content); i += 2 {
		if m.Content[i].Value == name {
			return m.Content[i+1]
		}
	}
	return nil
}

var saying = []string{"title", "author", "authors", "DOI", "doi", "URL", "url"}

// listItems returns the entries of a list; an item that is not an entry has no fields.
func listItems(list *yaml.Node, shape func(map[string]any) map[string]any) []yamlItem {
	var out []yamlItem
	for _, n := range list.Content {
		var m map[string]any
		if n.Kind != yaml.MappingNode || wide(n) || n.Decode(&m) != nil ||
			!slices.ContainsFunc(saying, func(name string) bool { return m[name] != nil }) {
			out = append(out, yamlItem{line: n.Line})
			continue
		}
		out = append(out, yamlItem{text(m["id"]), n.Line, shape(m)})
	}
	return out
}

// cslItem converts the dates of CSL-YAML, which may be a year, a text or a list of maps, to the form of CSL-JSON, and
// a single name to a list.
func cslItem(m map[string]any) map[string]any {
	for _, name := range []string{"author", "editor"} {
		if _, list := m[name].([]any); !list && m[name] != nil {
			m[name] = people(m[name], "family", "given")
		}
	}
	for _, name := range []string{"issued", "original-date"} {
		switch v := m[name].(type) {
		case nil:
			continue
		case []any:
			if len(v) > 0 {
				m[name] = dateParts(v[0])
			}
		default:
			m[name] = dateParts(v)
		}
	}
	return m
}

func dateParts(v any) any {
	m, ok := v.(map[string]any)
	if !ok {
		return map[string]any{"raw": text(v)}
	}
	if m["year"] == nil {
		return m
	}
	parts := []any{m["year"]}
	for _, name := range []string{"month", "day"} {
		if m[name] == nil {
			break
		}
		parts = append(parts, m[name])
	}
	return map[string]any{"date-parts": []any{parts}}
}

// text returns a scalar, or the value of a map that contains one with notes on it.
func text(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case map[string]any:
		for _, name := range []string{"value", "name", "title"} {
			if v[name] != nil {
				return text(v[name])
			}
		}
		return ""
	case interface{ Format(string) string }: // a time
		return v.Format("2006-01-02")
	}
	return strings.TrimSpace(fmt.Sprint(v))
}

// setText sets the fields that have a value, given as pairs of name and value.
func setText(out map[string]any, pairs ...any) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if s := text(pairs[i+1]); s != "" {
			out[pairs[i].(string)] = s
		}
	}
}

// people returns names in the form of CSL-JSON, from texts "Family, Given" or from maps.
func people(v any, family, given string) []any {
	list, ok := v.([]any)
	if !ok && v != nil {
		list = []any{v}
	}
	var out []any
	for _, one := range list {
		m, ok := one.(map[string]any)
		switch {
		case ok && m[family] != nil:
			out = append(out, map[string]any{"family": text(m[family]), "given": text(m[given]),
				"non-dropping-particle": cmp.Or(text(m["name-particle"]), text(m["prefix"])),
				"suffix":                cmp.Or(text(m["name-suffix"]), text(m["suffix"]))})
		case ok:
			out = append(out, map[string]any{"literal": text(m)})
		default:
			if last, first, comma := strings.Cut(text(one), ","); comma {
				out = append(out, map[string]any{"family": strings.TrimSpace(last), "given": strings.TrimSpace(first)})
			} else {
				out = append(out, map[string]any{"literal": text(one)})
			}
		}
	}
	return out
}

// parentTypes maps Hayagriva's types of an entry's container to the entry's type in CSL.
var parentTypes = map[string]string{"proceedings": "paper-conference", "conference": "paper-conference",
	"periodical": "article-journal", "newspaper": "article-newspaper", "anthology": "chapter", "book": "chapter"}

// hayagrivaItem returns an entry of Hayagriva, in which the container is the entry's parent.
func hayagrivaItem(m map[string]any) map[string]any {
	out := map[string]any{"type": "document"}
	parent, _ := m["parent"].(map[string]any)
	if list, ok := m["parent"].([]any); ok && len(list) > 0 {
		parent, _ = list[0].(map[string]any)
	}
	either := func(name string) any {
		if m[name] != nil {
			return m[name]
		}
		return parent[name]
	}
	switch kind := parentTypes[strings.ToLower(text(parent["type"]))]; {
	case kind != "":
		out["type"] = kind
	case strings.EqualFold(text(m["type"]), "book"), strings.EqualFold(text(m["type"]),
		"thesis"), strings.EqualFold(text(m["type"]), "report"):
		out["type"] = strings.ToLower(text(m["type"]))
	}
	setText(out, "title", m["title"], "container-title", parent["title"], "page", m["page-range"], "volume",
		either("volume"), "issue", either("issue"), "publisher", either("publisher"), "URL", m["url"])
	if names := people(m["author"], "name", "given-name"); names != nil {
		out["author"] = names
	}
	if names := people(either("editor"), "name", "given-name"); names != nil {
		out["editor"] = names
	}
	if date := either("date"); date != nil {
		out["issued"] = map[string]any{"raw": text(date)}
	}
	if numbers, ok := m["serial-number"].(map[string]any); ok {
		setText(out, "DOI", numbers["doi"], "ISBN", numbers["isbn"], "PMID", numbers["pmid"])
		if id := text(numbers["arxiv"]); id != "" && out["URL"] == nil {
			out["URL"] = "https://arxiv.org/abs/" + id
		}
	}
	return out
}

func cffItem(m map[string]any) map[string]any {
	out := map[string]any{"type": "document"}
	switch text(m["type"]) {
	case "article":
		out["type"] = "article-journal"
	case "conference-paper":
		out["type"] = "paper-conference"
	case "book", "thesis", "report", "software":
		out["type"] = text(m["type"])
	}
	venue := m["journal"]
	for _, name := range []string{"collection-title", "conference"} {
		if venue == nil {
			venue = m[name]
		}
	}
	setText(out, "title", m["title"], "container-title", venue, "volume", m["volume"], "issue", m["issue"], "publisher",
		m["publisher"], "DOI", m["doi"], "ISBN", m["isbn"], "URL", m["url"], "page", m["pages"])
	if start := text(m["start"]); start != "" {
		out["page"] = strings.TrimRight(start+"-"+text(m["end"]), "-")
	}
	if names := people(m["authors"], "family-names", "given-names"); names != nil {
		out["author"] = names
	}
	date := m["year"]
	if date == nil {
		date = m["date-released"]
	}
	if date != nil {
		out["issued"] = map[string]any{"raw": text(date)}
	}
	return out
}
