package office

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/entries"
	"github.com/bonafide-audit/bonafide/internal/extract/prose"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/wire"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

type fieldKind uint8

// The kinds of fields.
const (
	otherField        fieldKind = iota // a page number, a date …
	citationField                      // cites works
	bibliographyField                  // prints the reference list
	hyperlinkField                     // leads to an address, or to a place in the document
)

type fieldCode struct {
	Kind    fieldKind
	Sources []prose.Source // the works that a citation describes
	Keys    []string       // the works that it cites, described here or elsewhere
	URI     string         // of a hyperlink
	Anchor  string         // of a hyperlink inside the document
}

// errPayload means that the data attached to a citation cannot be read.
var errPayload = errors.New("the reference manager's data cannot be read")

const maxItems = 500

// parseField reads the instruction of a field of a word processor, and the base64 data that may be attached to it.
func parseField(instruction, data string) (fieldCode, error) {
	text := strings.TrimSpace(instruction)
	name, rest, _ := strings.Cut(text, " ")
	if strings.EqualFold(name, "ADDIN") {
		return addin(strings.TrimSpace(rest), data)
	}
	switch strings.ToUpper(name) {
	case "HYPERLINK":
		return hyperlink(rest), nil
	case "REF", "NOTEREF":
		if words := strings.Fields(rest); len(words) > 0 {
			return fieldCode{Kind: hyperlinkField, Anchor: words[0]}, nil
		}
	case "BIBLIOGRAPHY":
		return fieldCode{Kind: bibliographyField}, nil
	case "CITATION":
		return fieldCode{Kind: citationField, Keys: wordKeys(rest)}, nil
	}
	return fieldCode{}, nil
}

func addin(text, data string) (fieldCode, error) {
	switch {
	case strings.HasPrefix(text, "ZOTERO_BIBL"), strings.HasPrefix(text, "Mendeley Bibliography"), strings.HasPrefix(text,
		"EN.REFLIST"), strings.Contains(text[:min(len(text), 60)], "CSL_BIBLIOGRAPHY"), strings.HasPrefix(text,
		"CitaviBibliography"):
		return fieldCode{Kind: bibliographyField}, nil
	case strings.HasPrefix(text, "EN.CITE"):
		return endnote(strings.TrimPrefix(strings.TrimPrefix(text, "EN.CITE"), ".DATA"), data)
	case strings.HasPrefix(text, "ZOTERO_ITEM"), strings.HasPrefix(text, "CSL_CITATION"), strings.HasPrefix(text,
		"Mendeley Citation"):
		return storedField(text)
	}
	return fieldCode{}, nil
}

// hyperlink reads `"https://…" \l "anchor"`.
func hyperlink(text string) fieldCode {
	f := fieldCode{Kind: hyperlinkField}
	quoted := strings.Split(text, `"`)
	for i := 1; i < len(quoted); i += 2 {
		switch flag := strings.TrimSpace(quoted[i-1]); {
		case strings.HasSuffix(flag, `\l`):
			f.Anchor = quoted[i]
		case strings.HasSuffix(flag, `\o`), strings.HasSuffix(flag, `\t`):
		case f.URI == "":
			f.URI = quoted[i]
		}
	}
	return f
}

// wordKeys reads `Smi20 \l 1033 \m Jon19 \p 5`.
func wordKeys(text string) []string {
	var keys []string
	words := strings.Fields(text)
	for i, word := range words {
		if (i == 0 || words[i-1] == `\m`) && word[0] != '\\' {
			keys = append(keys, word)
		}
	}
	return keys
}

// cslCitation is the data that Zotero and Mendeley attach to a citation.
type cslCitation struct {
	Properties struct {
		Plain     string `json:"plainCitation"`
		Formatted string `json:"formattedCitation"`
	} `json:"properties"`
	Items []struct {
		ID   json.RawMessage `json:"id"`
		URIs []string        `json:"uris"`
		URI  []string        `json:"uri"`
		Data json.RawMessage `json:"itemData"`
	} `json:"citationItems"`
	Mendeley struct {
		Plain string `json:"plainTextFormattedCitation"`
	} `json:"mendeley"`
}

// storedField reads a citation with items in CSL-JSON, whatever precedes the object.
func storedField(text string) (fieldCode, error) {
	f := fieldCode{Kind: citationField}
	if at := strings.Index(text[:min(len(text), 100)], "CSL_CITATION"); at >= 0 { // an id in braces may come before
		text = text[at:]
	}
	at := strings.IndexByte(text, '{')
	if at < 0 {
		return f, errPayload
	}
	var c cslCitation
	dec := json.NewDecoder(strings.NewReader(text[at:]))
	if dec.Decode(&c) != nil {
		return f, errPayload
	}
	shown := cmp.Or(c.Properties.Plain, c.Mendeley.Plain)
	var bad error
	for i, item := range c.Items {
		if i == maxItems {
			break
		}
		if len(item.Data) == 0 {
			if key := itemKey(append(item.URIs, item.URI...), idText(item.ID)); key != "" {
				f.Keys = append(f.Keys, key)
			}
			continue
		}
		record, err := wire.CSL(item.Data)
		if err != nil {
			bad = errPayload
			continue
		}
		key := cmp.Or(itemKey(append(item.URIs, item.URI...), idText(item.ID)), record.LocalID)
		f.Keys = append(f.Keys, key)
		f.Sources = append(f.Sources, prose.Source{Key: key, Claim: claimOf(record), Shown: shown})
	}
	return f, bad
}

// unclaimed are values of items that say nothing about the work.
var unclaimed = []string{"abstract", "accessed", "language", "source", "id", "suppress-author", "schema"}

func claimOf(record biblio.Record) reading.Claim {
	for _, key := range unclaimed {
		delete(record.Extra, key)
	}
	return reading.Claim{Work: reading.FromRecord(&record), Extra: record.Extra}
}

// itemKey identifies an item by the last part of its address in the manager's library, which is the same in all
// citations, or else by its id.
func itemKey(uris []string, id string) string {
	for _, uri := range uris {
		if _, uuid, ok := strings.Cut(uri, "uuid="); ok && uuid != "" {
			return uuid
		}
		if at := strings.LastIndexByte(uri, '/'); at >= 0 && at+1 < len(uri) && len(uri)-at < 60 {
			return uri[at+1:]
		}
	}
	return id
}

func idText(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	if s = strings.TrimSpace(string(raw)); s == "null" || len(s) > 60 {
		return ""
	}
	return s
}

// endnote reads EndNote's XML, which is in the instruction itself or, as base64, in the data of the field.
func endnote(text, data string) (fieldCode, error) {
	f := fieldCode{Kind: citationField}
	text = strings.TrimSpace(text)
	if text == "" && strings.TrimSpace(data) != "" {
		decoded, err := decode64(data)
		if err != nil {
			return f, errPayload
		}
		text = string(decoded)
	}
	if text == "" { // the nested field has it
		return f, nil
	}
	if end := strings.LastIndex(text, "</EndNote>"); end >= 0 { // zero bytes and other data may follow
		text = text[:end+len("</EndNote>")]
	}
	root, err := xmlscan.Parse([]byte(text))
	if err != nil {
		return f, errPayload
	}
	for cite := range root.All("Cite") {
		record := cite.Child("record")
		number := cmp.Or(record.Child("rec-number").Line(), cite.Child("RecNum").Line())
		key := endnoteKey(cite, record, number)
		f.Keys = append(f.Keys, key)
		if !record.Absent() && len(f.Sources) < maxItems {
			if c := entries.EndNote(record); !c.Empty() {
				f.Sources = append(f.Sources, prose.Source{Key: key, Claim: c, Shown: cite.Child("DisplayText").Line()})
			}
		}
	}
	return f, nil
}

// endnoteKey identifies a record by its number in the library, or by name and year.
func endnoteKey(cite, record xmlscan.Element, number string) string {
	if number != "" {
		for key := range record.Child("foreign-keys").All("key") {
			if id := key.Attr("db-id"); id != "" && key.Line() != "" {
				return "endnote-" + key.Line()
			}
		}
		return "endnote-" + number
	}
	return strings.TrimSpace(cite.Child("Author").Line() + " " + cite.Child("Year").Line())
}

// decode64 decodes base64 with line breaks, padded or not.
func decode64(s string) ([]byte, error) {
	s = strings.Map(func(r rune) rune {
		if r == '=' || r <= ' ' {
			return -1
		}
		return r
	}, s)
	return base64.RawStdEncoding.DecodeString(s)
}

// taggedField reads the tag of a content control; Mendeley Cite keeps its data there.
func taggedField(tag string) (fieldCode, error) {
	if rest, ok := strings.CutPrefix(tag, "MENDELEY_CITATION_"); ok {
		if _, data, ok := strings.Cut(rest, "_"); ok {
			decoded, err := decode64(data)
			if err != nil {
				return fieldCode{Kind: citationField}, errPayload
			}
			return storedField(string(decoded))
		}
		return fieldCode{Kind: citationField}, errPayload
	}
	if strings.HasPrefix(tag, "MENDELEY_BIBLIOGRAPHY") {
		return fieldCode{Kind: bibliographyField}, nil
	}
	return fieldCode{}, nil
}
