package biblio

import (
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/ident"
)

// nothing lists what people write into a field that has no value.
var nothing = map[string]bool{"n/a": true, "na": true, "none": true, "null": true, "nil": true, "nan": true,
	"unknown": true, "tba": true, "tbd": true, "not available": true, "no doi": true}

// State sets the identifiers that the text of a field for one scheme states: one of them or several, an identifier of
// another kind under this name, or an address, which becomes the URL if there is none. An ISSN under the name of an
// ISBN belongs to the container. A text that says that there is no value, and a note in words, state nothing; any
// other text that is not well-formed is kept through Malformed, so that the claim is judged.
func (w *Work) State(scheme ident.Scheme, text string) {
	text = strings.TrimSpace(text)
	if nothing[strings.ToLower(text)] || !strings.ContainsFunc(text, isWordRune) || remark(text) {
		return
	}
	if list := statedIDs(scheme, text); list != nil {
		for _, id := range list {
			w.AddID(id)
		}
		return
	}
	if id, ok := ident.Parse(text); ok {
		w.stateOther(scheme, id, text)
		return
	}
	if found := ident.Find(text); len(found) > 0 && found[0].ID.Scheme == scheme {
		w.AddID(found[0].ID)
		return
	}
	if issns := ident.ISSNs(text); scheme == ident.ISBN && len(issns) > 0 {
		for _, issn := range issns {
			if !slices.Contains(w.Container.ISSN, issn) {
				w.Container.ISSN = append(w.Container.ISSN, issn)
			}
		}
		return
	}
	w.AddID(Malformed(scheme, text))
}

// statedIDs returns the identifiers of a scheme in a text that is one identifier, several, or one broken over lines.
func statedIDs(scheme ident.Scheme, text string) []ident.ID {
	if scheme == ident.DOI {
		text = joinParted(text)
	}
	if id, ok := ident.ParseAs(scheme, text); ok {
		return []ident.ID{id}
	}
	var list []ident.ID
	for _, part := range strings.FieldsFunc(text, func(r rune) bool {
		return r == ',' || r == ';' || r == ' ' || r == '/' && scheme == ident.ISBN || r == '\n'
	}) {
		if id, ok := ident.ParseAs(scheme, part); ok {
			list = append(list, id)
		}
	}
	if list != nil {
		return list
	}
	if id, ok := ident.ParseAs(scheme, strings.Join(strings.Fields(text), "")); ok {
		return []ident.ID{id}
	}
	return nil
}

// joinParted rejoins a DOI that is split by a space or a line break: "10.1038/nature 14539". The first part has no
// digit yet, or ends a line, and the second is all digits.
func joinParted(text string) string {
	if label, rest, ok := strings.Cut(text, ":"); ok && strings.EqualFold(label, "doi") {
		text = strings.TrimSpace(rest)
	}
	first, second, parted := strings.Cut(text, " ")
	if line, next, ok := strings.Cut(text, "\n"); ok {
		first, second, parted = strings.TrimSpace(line), strings.TrimSpace(next), true
	}
	_, suffix, ok := strings.Cut(first, "/")
	if !parted || !ok || !strings.HasPrefix(first, "10.") || strings.ContainsAny(second, " /(") ||
		!strings.ContainsAny(second, "0123456789") {
		return text
	}
	if strings.Contains(text, "\n") && !strings.ContainsAny(first, " ") || !strings.ContainsAny(suffix, "0123456789") {
		return first + second
	}
	return text
}

// stateOther records an identifier that appears under the name of another scheme.
func (w *Work) stateOther(scheme ident.Scheme, id ident.ID, text string) {
	if id.Scheme == ident.URL && w.URL == "" {
		w.URL = text
	}
	if id.Scheme != ident.URL || scheme == ident.URL {
		w.AddID(id)
	}
}

// remark reports whether a text is a note in place of a value: two words or more, and no digit.
func remark(text string) bool {
	return len(strings.Fields(text)) > 1 && !strings.ContainsFunc(text, unicode.IsDigit)
}

// Malformed returns an identifier of the scheme for a claimed value that is not well-formed. It is lower-cased text
// that no record can have, so that the claim is not lost: the judge sees an identifier that cannot exist.
func Malformed(scheme ident.Scheme, text string) ident.ID {
	text = strings.ToLower(strings.TrimSpace(text))
	if text == "" {
		return ident.ID{}
	}
	return ident.ID{Scheme: scheme, Value: text}
}
