package entries

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/refstring"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// referenceLine is one reference in our own JSON: fields, or a raw string to be parsed, or both; then the fields
// apply and the string is kept. Other names are ignored.
type referenceLine struct {
	ID     json.RawMessage `json:"id"`
	Key    string          `json:"key"`
	Raw    string          `json:"raw"`
	Fields *looseFields    `json:"fields"`
}

// LooksLikeItems reports whether a text begins with an object or array.
func LooksLikeItems(src []byte) bool {
	src = bytes.TrimLeft(src, " \t\r\n")
	if len(src) > 1 && src[0] == '[' {
		src = bytes.TrimLeft(src[1:], " \t\r\n")
		return len(src) > 0 && (src[0] == '{' || src[0] == ']')
	}
	return len(src) > 0 && src[0] == '{'
}

// LooksLikeLines reports whether src is our own JSON, judging by the names in its first object.
func LooksLikeLines(src []byte) bool {
	if !LooksLikeItems(src) {
		return false
	}
	dec := json.NewDecoder(bytes.NewReader(bytes.TrimLeft(src, " \t\r\n[")))
	var first map[string]json.RawMessage
	if dec.Decode(&first) != nil {
		return false
	}
	_, raw := first["raw"]
	fields, ok := first["fields"]
	return raw || ok && bytes.HasPrefix(bytes.TrimSpace(fields), []byte("{"))
}

// ReadLines reads JSON Lines of references, or one array of them.
func ReadLines(src []byte) (reading.Result, error) {
	in := &input{src: src}
	in.eachObject(func(object []byte, line int) error {
		var r referenceLine
		if err := json.Unmarshal(object, &r); err != nil {
			return err
		}
		ref := biblio.Reference{ID: idText(r.ID), Key: r.Key, Raw: r.Raw}
		switch {
		case r.Fields != nil:
			ref.Claimed = (*biblio.Flat)(r.Fields).Work()
		case strings.TrimSpace(r.Raw) != "":
			reading.Parse(&ref)
		default:
			return fmt.Errorf(`it has neither "raw" nor "fields"`)
		}
		in.add(ref, line, line)
		return nil
	})
	return in.Result, nil
}

type input struct {
	reading.Result
	src []byte
}

func (in *input) problem(line int, rule, format string, args ...any) {
	in.Problem(biblio.Place{Line: line, Column: 1}, rule, format, args...)
}

func (in *input) add(r biblio.Reference, line, endLine int) {
	r.Place.Line, r.Place.EndLine = line, endLine
	in.References = append(in.References, r)
}

// services recognises the records of services by a name that only theirs have, and reads them.
var services = []struct {
	sign string
	read func([]byte) (biblio.Record, error)
}{
	{"paperId", wire.SemanticScholar}, {"authorships", wire.OpenAlex}, {"itemType", wire.Zotero},
	{"short-container-title", wire.Crossref}, {"is-referenced-by-count", wire.Crossref},
	{"reference-count", wire.Crossref},
}

// itemHead is what identifies an item, and shows what it is.
type itemHead struct {
	id, key string
	data    json.RawMessage // of Zotero's API, which keeps the item inside
	read    func([]byte) (biblio.Record, error)
}

// headOf examines an object. Objects that no reader knows are errors.
func headOf(object []byte) (h itemHead, err error) {
	var m map[string]json.RawMessage
	if err := json.Unmarshal(object, &m); err != nil {
		return h, err
	}
	if data := m["data"]; len(data) > 0 && data[0] == '{' && m["key"] != nil {
		h.data = data
		err := json.Unmarshal(data, &m)
		if err != nil {
			return h, err
		}
	}
	h.id, h.key, h.read = idText(m["id"]), idText(m["citation-key"]), wire.CSL
	for _, s := range services {
		if m[s.sign] != nil {
			h.id, h.read = "", s.read
			return h, nil
		}
	}
	if title := m["title"]; len(title) > 0 && title[0] == '[' && m["DOI"] != nil {
		h.read = wire.Crossref
	}
	if !slices.ContainsFunc(itemNames, func(name string) bool { return m[name] != nil }) &&
		(m["type"] == nil || m["id"] == nil) && // GeoJSON has types too
		!bytes.HasPrefix(m["author"], []byte("[")) { // a package names its author too, as a string
		return h, errNoItem
	}
	return h, nil
}

var itemNames = []string{"title", "DOI", "URL", "PMID", "container-title", "issued"}

// errNoItem says that an object is none of the records that are read.
var errNoItem = errors.New(
	"it is neither an item in CSL-JSON nor a record of Crossref, OpenAlex, Semantic Scholar or Zotero")

// ReadCSL reads CSL-JSON: an array of items, one item, one item per line, or an object with the array under "items"
// or "references"; and the answers of Crossref, OpenAlex, Semantic Scholar and Zotero. If nothing in a file is an
// item, that is an error.
func ReadCSL(src []byte) (reading.Result, error) {
	in := &input{src: src}
	lines := in.openEnvelope()
	var strange error
	in.eachObject(func(object []byte, line int) error {
		line += lines
		h, err := headOf(object)
		if err != nil {
			strange = err
			return err
		}
		body := object
		if h.data != nil {
			body = h.data
		}
		record, err := h.read(body)
		if errors.Is(err, wire.ErrEmpty) {
			in.problem(line, "empty-entry", "the entry has neither a title nor an identifier")
		} else if err != nil {
			return err
		}
		in.add(biblio.Reference{ID: h.id, Key: h.key, Raw: string(object), Claimed: reading.FromRecord(&record),
			Extra: record.Extra}, line, line+bytes.Count(object, []byte("\n")))
		return nil
	})
	if len(in.References) == 0 && strange != nil {
		return in.Result, fmt.Errorf("JSON that is not read: %w", strange)
	}
	return in.Result, nil
}

// openEnvelope reduces the source to the items in the objects around them, and returns the number of lines before
// them.
func (in *input) openEnvelope() (lines int) {
	for range envelopesMost {
		var envelope struct{ Items, References, Message, Results, Data json.RawMessage }
		trimmed := bytes.TrimLeft(in.src, " \t\r\n")
		if len(trimmed) == 0 || trimmed[0] != '{' || json.Unmarshal(trimmed, &envelope) != nil {
			return lines
		}
		inside := envelope.Message
		for _, list := range []json.RawMessage{envelope.Items, envelope.References, envelope.Results, envelope.Data} {
			if len(list) > 1 && list[0] == '[' {
				inside = list
				break
			}
		}
		if len(inside) < 2 || inside[0] != '[' && inside[0] != '{' {
			return lines
		}
		at := bytes.Index(in.src, inside)
		lines += bytes.Count(in.src[:at], []byte("\n"))
		in.src = in.src[at : at+len(inside)]
		if inside[0] == '[' {
			return lines
		}
	}
	return lines
}

// envelopesMost bounds the objects around a list.
const envelopesMost = 3

func idText(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	if s = string(bytes.TrimSpace(raw)); s == "null" {
		return ""
	}
	return s
}

// eachObject passes every object of a JSON text to take: the elements of one array, or objects in sequence. An object
// that cannot be read becomes a problem with its line and affects no other: reading continues at the next line.
func (in *input) eachObject(take func(object []byte, line int) error) {
	src := in.src
	at, line := 0, 1
	if trimmed := bytes.TrimLeft(src, " \t\r\n"); len(trimmed) > 0 && trimmed[0] == '[' {
		at = len(src) - len(trimmed) + 1
		line += bytes.Count(src[:at], []byte("\n"))
	}
	for {
		start := at
		for at < len(src) && strings.IndexByte(" \t\r\n,", src[at]) >= 0 {
			at++
		}
		line += bytes.Count(src[start:at], []byte("\n"))
		if at >= len(src) || src[at] == ']' {
			return
		}
		if len(in.References) == biblio.MaxReferences {
			in.problem(line, "too-many-references", "entries from here on are not read")
			return
		}
		end, err := objectEnd(src[at:])
		if err == nil {
			err = take(src[at:at+end], line)
		}
		if err != nil {
			in.problem(line, "unreadable-entry", "this entry cannot be read: %v", err)
		}
		line += bytes.Count(src[at:at+end], []byte("\n"))
		at += end
	}
}

// objectEnd returns the length of the JSON object at the start of src, or, with an error, of its first line if there
// is none.
func objectEnd(src []byte) (int, error) {
	if src[0] != '{' {
		return lineEnd(src), fmt.Errorf("it is not a JSON object")
	}
	var closer jsonscan.Closer
	if n, done := closer.Scan(src); done && json.Valid(src[:n]) {
		return n, nil
	}
	return lineEnd(src), fmt.Errorf("it is not valid JSON")
}

func lineEnd(src []byte) int {
	if i := bytes.IndexByte(src, '\n'); i >= 0 {
		return i + 1
	}
	return len(src)
}

// looseFields are the fields of biblio.Flat as programs write them: numbers for text, one text for a list, names as
// objects. Values in other forms are ignored.
type looseFields biblio.Flat

// UnmarshalJSON fails only if the fields are no object.
func (f *looseFields) UnmarshalJSON(b []byte) error {
	var all map[string]json.RawMessage
	if err := json.Unmarshal(b, &all); err != nil {
		return err
	}
	plain := map[string]any{}
	for _, written := range slices.Sorted(maps.Keys(all)) { // of two spellings of a name, the first that says something
		name := strings.ToLower(strings.ToUpper(written)) // as package json takes names for equal
		if plain[name] != nil {
			continue
		}
		if name == "authors" || name == "editors" {
			if names := namesOf(all[written]); len(names) > 0 {
				plain[name] = names
			}
		} else if text := textOf(all[written]); text != "" {
			plain[name] = text
		}
	}
	text, err := json.Marshal(plain)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, (*biblio.Flat)(f))
}

// textOf returns a JSON value as text: numbers as written (2017.0 as 2017), the first element of a list, "" for
// anything else.
func textOf(b []byte) string {
	b = bytes.TrimSpace(b)
	switch {
	case len(b) == 0:
		return ""
	case b[0] == '"':
		var s string
		if json.Unmarshal(b, &s) != nil {
			return ""
		}
		return strings.TrimSpace(s)
	case b[0] == '[':
		var list []json.RawMessage
		if json.Unmarshal(b, &list) != nil || len(list) == 0 || len(list[0]) > 0 && list[0][0] == '[' {
			return ""
		}
		return textOf(list[0])
	case b[0] == '-' || b[0] >= '0' && b[0] <= '9':
		return strings.TrimSuffix(string(b), ".0")
	}
	return ""
}

// namesOf returns a list of names: texts, objects with their parts, or one text with all of them.
func namesOf(b []byte) (names []string) {
	if b = bytes.TrimSpace(b); len(b) > 0 && b[0] == '"' {
		return namesIn(textOf(b))
	}
	var list []json.RawMessage
	if json.Unmarshal(b, &list) != nil {
		return nil
	}
	for _, item := range list {
		if name := nameOf(item); name != "" {
			names = append(names, name)
		}
	}
	return names
}

func namesIn(s string) []string {
	contributors, cut := bibNames(s, biblio.Author)
	if !strings.Contains(s, " and ") {
		contributors, cut = refstring.SplitNames(s)
	}
	names := lists.Map(contributors, biblio.Contributor.String)
	if cut {
		names = append(names, "et al.")
	}
	return names
}

// nameOf returns a name: a text, or an object with family and given, first and
// last, or name.
func nameOf(b []byte) string {
	if text := textOf(b); text != "" {
		return text
	}
	var parts map[string]json.RawMessage
	if json.Unmarshal(b, &parts) != nil {
		return ""
	}
	first := func(keys ...string) string {
		for _, key := range keys {
			if text := textOf(parts[key]); text != "" {
				return text
			}
		}
		return ""
	}
	family, given := first("family", "last", "last_name", "lastName"), first("given", "first", "first_name", "firstName")
	switch {
	case family != "" && given != "":
		return family + ", " + given
	case family != "":
		return family
	}
	return first("name", "full_name", "literal", "author")
}
