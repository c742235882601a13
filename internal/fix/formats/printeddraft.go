package formats

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/refstring"
)

// draft is a reference being corrected.
type draft struct {
	ref  *biblio.Reference
	c    *fix.Correction
	list []audit.Finding // all of the file
	made []bibtex.Edit   // of the reference's text
	done []biblio.Field
}

// make adds one patch, if the reference then reads as intended.
func (d *draft) make(p fix.Patch) error {
	m, err := d.change(p)
	switch {
	case err != nil, m.Text == d.ref.Raw[m.Span.Start:m.Span.End], m.Span.Len() > 0 && slices.Contains(d.made, m):
		return err
	case bibtex.Overlap(d.made, []bibtex.Edit{m}):
		return errNoSpan
	}
	made := append(slices.Clone(d.made), m)
	if p.Field == biblio.FieldYear {
		made = append(made, d.again(m)...)
	}
	done := append(slices.Clone(d.done), p.Field)
	if !d.reads(made, done) {
		return errReadElse
	}
	d.made, d.done = made, done
	return nil
}

// again returns edits for other places with the same wrong year, of no other field: "2014. Title. Journal 5 (2014)".
func (d *draft) again(first bibtex.Edit) []bibtex.Edit {
	raw, old := d.ref.Raw, d.ref.Raw[first.Span.Start:first.Span.End]
	var list []bibtex.Edit
	for at := 0; ; {
		i := strings.Index(raw[at:], old)
		if i < 0 {
			return list
		}
		span := bibtex.Span{Start: at + i, End: at + i + len(old)}
		at = span.End
		if span != first.Span && !wordAt(raw, span.Start-1) && !wordAt(raw, span.End) && !d.inField(span) {
			list = append(list, bibtex.Edit{Span: span, Text: first.Text})
		}
	}
}

func wordAt(s string, i int) bool {
	return i >= 0 && i < len(s) && (!notWord(rune(s[i])) || s[i] == '/' || s[i] == '-' || s[i] >= 0x80)
}

// inField reports whether a place belongs to a field.
func (d *draft) inField(span bibtex.Span) bool {
	for _, other := range d.ref.Spans {
		if other.Start < span.End && span.Start < other.End {
			return true
		}
	}
	return false
}

// reads reports whether the changed text states the corrected fields as the record does, and all others as before.
func (d *draft) reads(made []bibtex.Edit, done []biblio.Field) bool {
	text, err := bibtex.Splice(d.ref.Raw, made)
	if err != nil {
		return false
	}
	now := refstring.Parse(string(text)).Work
	changed := map[biblio.Field]bool{}
	right := match.Compare(&now, &d.c.Work)
	for _, field := range done {
		changed[field] = true
		if field == biblio.FieldDOI || field == biblio.FieldArXiv || field == biblio.FieldURL {
			changed[biblio.FieldDOI], changed[biblio.FieldArXiv], changed[biblio.FieldURL] = true, true, true
		}
		switch right.Of(field).Agreement {
		case match.Agrees, match.Variant:
		case match.Undecided:
			return false
		default:
			if field != biblio.FieldURL {
				return false
			}
		}
	}
	same := match.Compare(&now, &d.ref.Claimed)
	for _, field := range biblio.Fields {
		if field == biblio.FieldType || changed[field] {
			continue
		}
		switch same.Of(field).Agreement {
		case match.Differs, match.Undecided, match.Unclaimed:
			if before := match.Compare(&d.ref.Claimed, &d.ref.Claimed).Of(field).Agreement; before == match.Agrees {
				return false
			}
		}
	}
	return true
}

// change returns the edit for a patch: the part of the text that it replaces, and the new text.
func (d *draft) change(p fix.Patch) (bibtex.Edit, error) {
	raw := d.ref.Raw
	if p.Action == fix.Add {
		return d.add(p)
	}
	span, ok := d.ref.Spans[p.Field]
	if !ok || span.Start < 0 || span.End > len(raw) || span.Start >= span.End {
		return bibtex.Edit{}, errNoSpan
	}
	if d.elsewhere(p, span) {
		return bibtex.Edit{}, errElse
	}
	text, made := d.written(p, raw[span.Start:span.End])
	text = entry.OneLine(text)
	if !made || text == "" || strings.Contains(text, "](") || strings.Contains(text, "<") || linked(raw) &&
		strings.ContainsAny(text, "[]") {
		return bibtex.Edit{}, errNoSpan // a record must not create links or elements in a text that is rendered
	}
	return bibtex.Edit{Span: bibtex.Span(span), Text: text}, nil
}

// written returns the value of a patch in the form of the old one; false if that is impossible.
func (d *draft) written(p fix.Patch, old string) (text string, made bool) {
	switch p.Field {
	case biblio.FieldTitle:
		text = entry.Title(old, p.To)
		return text + tail(old, text), true
	case biblio.FieldAuthors:
		return d.names(old)
	case biblio.FieldVenue:
		own, rest := d.ownVenue(old)
		text = entry.Container(own, d.c.Work.Container)
		return text + tail(own, text) + rest, !twoParts.MatchString(old)
	case biblio.FieldYear:
		return entry.Year(old, d.ref.Claimed.Issued.Year, biblio.Date{Year: d.c.Work.Issued.Year})
	case biblio.FieldPages:
		return entry.Pages(old, p.To, "–"), true
	case biblio.FieldDOI, biblio.FieldArXiv, biblio.FieldPMID, biblio.FieldISBN:
		return entry.Swap(old, p.From, p.To)
	}
	return p.To, p.Field != biblio.FieldType
}

// ownVenue separates a container's name from what was parsed with it: pages, and the record's publisher or place.
func (d *draft) ownVenue(old string) (own, rest string) {
	own = old
	for _, known := range []string{d.c.Work.Publisher, d.c.Work.Place} {
		if n := len(own) - len(known); known != "" && n > 2 && strings.EqualFold(own[n:], known) &&
			strings.IndexByte(",.", own[n-2]) >= 0 && own[n-1] == ' ' {
			own = own[:n-2]
		}
	}
	if at := pagesBehind.FindStringIndex(own); at != nil {
		own = own[:at[0]]
	}
	return own, old[len(own):]
}

// tail returns the punctuation at the end of the old text that the new one lacks.
func tail(old, text string) string {
	if n := len(old); n > 0 && strings.IndexByte(".,", old[n-1]) >= 0 && !strings.HasSuffix(text, old[n-1:]) {
		return old[n-1:]
	}
	return ""
}

// add appends a DOI to the entry; it is the one field that has a place in every style.
func (d *draft) add(p fix.Patch) (bibtex.Edit, error) {
	raw := strings.TrimRight(d.ref.Raw, " ")
	if p.Field != biblio.FieldDOI || linked(raw) || strings.Contains(strings.ToLower(raw), p.To) {
		return bibtex.Edit{}, errNoSpan
	}
	end := bibtex.Span{Start: len(raw), End: len(raw)}
	return bibtex.Edit{Span: end, Text: " https://doi.org/" + p.To}, nil
}
