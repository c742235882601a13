package markup

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/prose"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/xmlscan"
)

// LooksLikeJATS tells an article of the JATS or NLM tag sets, one or a set of
// them, or a bare list of references.
func LooksLikeJATS(src []byte) bool {
	if !xmlLike(src) {
		return false
	}
	for _, mark := range []string{"<ref-list", "<article-meta", "<pmc-articleset", "JATS-", "NLM//DTD", "<mixed-citation", "<element-citation", "<xref ref-type=", "<front>"} {
		if bytes.Contains(src, []byte(mark)) {
			return true
		}
	}
	return false
}

func xmlLike(src []byte) bool {
	src = bytes.TrimLeft(src, " \t\r\n\ufeff")
	return len(src) > 0 && src[0] == '<'
}

// ReadJATS reads the references of an article and the citations of its text.
func ReadJATS(src []byte) (prose.Result, error) {
	return read(src, dialect{
		skipped: map[string]bool{"front": true, "tex-math": true, "math": true, "object-id": true, "permissions": true, "alternatives": true, "disp-formula": true, "related-article": true},
		block:   map[string]bool{"p": true, "title": true, "td": true, "th": true, "attrib": true},
		citing: func(t xmlscan.Token) ([]string, bool) {
			kind := t.Attr("ref-type")
			if t.Name != "xref" || kind != "bibr" && kind != "" && kind != "fn" && kind != "other" {
				return nil, false
			}
			if keys := strings.Fields(t.Attr("rid")); len(keys) > 0 {
				return keys, kind == "bibr"
			}
			return nil, false
		},
		reference: jatsReference,
	}), nil
}

// citationNames are the elements that hold one cited work.
var citationNames = map[string]bool{"element-citation": true, "mixed-citation": true, "citation": true, "nlm-citation": true, "structured-citation": true}

// jatsReference reads a <ref>, or a citation that stands elsewhere, in a note.
func jatsReference(a *article, t xmlscan.Token) bool {
	if t.Name != "ref" && !citationNames[t.Name] {
		return false
	}
	id := t.Attr("id")
	e, place, text := a.element(t)
	if e.Absent() {
		a.add(&reading.Claim{}, id, text, "", place)
		return true
	}
	if citationNames[local(e)] {
		a.jatsCitation([]xmlscan.Element{e}, id, "", place)
		return true
	}
	label := strings.Trim(e.Child("label").Line(), "[](). ")
	n := 0
	for child := range e.Elements() {
		var forms []xmlscan.Element
		switch {
		case citationNames[local(child)]:
			forms = []xmlscan.Element{child}
		case local(child) == "citation-alternatives":
			for form := range child.Elements() {
				if citationNames[local(form)] {
					forms = append(forms, form)
				}
			}
		}
		if len(forms) == 0 {
			continue
		}
		key, part := id, label
		if n++; n > 1 {
			key, part = id+"."+strconv.Itoa(n), label+string(rune('a'+min(n-1, 25)))
			if own := child.Attr("id"); own != "" {
				key = own
			}
		}
		if own := child.Attr("id"); own != "" && own != key {
			a.alias[a.key(own)] = a.key(key)
		}
		a.jatsCitation(forms, key, part, place)
	}
	if n == 0 { // a note in the list, or plain text
		if raw := strings.TrimSpace(strings.TrimPrefix(e.Line(), e.Child("label").Line())); raw != "" {
			a.add(&reading.Claim{}, id, raw, label, place)
		}
	}
	return true
}

// jatsCitation reads one cited work, given in one form or several.
func (a *article) jatsCitation(forms []xmlscan.Element, key, label string, place biblio.Place) {
	var c reading.Claim
	raw := ""
	for _, form := range forms {
		if local(form) != "element-citation" && raw == "" && outside(form) > 0 {
			raw = form.Line()
		}
	}
	best := forms[0]
	for _, form := range forms {
		if local(form) == "element-citation" {
			best = form
		}
	}
	if local(best) == "element-citation" && best.Child("article-title").Absent() && best.Child("source").Absent() && best.Child("chapter-title").Absent() && raw == "" && looseText(best) {
		raw = best.Line()
	}
	j := jats{Claim: &c, kind: firstOf(best.Attr("publication-type"), best.Attr("citation-type"))}
	j.elements(best, biblio.Author, 0)
	j.settle()
	a.add(&c, key, raw, label, place)
}

// looseText reports text that stands between the elements of a citation.
func looseText(e xmlscan.Element) bool { return outside(e) > 20 }

// outside counts the bytes that stand between the elements of a citation, but
// for white space. Without any, the text of the citation is not printed so.
func outside(e xmlscan.Element) int {
	solid := func(s string) int { return len(strings.Join(strings.Fields(s), "")) }
	n := solid(e.Text())
	for child := range e.Elements() {
		n -= solid(child.Text())
	}
	return n
}

func firstOf(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}

func local(e xmlscan.Element) string { return e.Name()[strings.LastIndexByte(e.Name(), ':')+1:] }
