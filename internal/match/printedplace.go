package match

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

// reviseVenue looks for the recorded container in the text if another was read: the parser may have cut it at a mark
// inside it, or from the next entry.
func (p *printed) reviseVenue(form *Claim, record *biblio.Work, c Comparison) Comparison {
	venue := c.Of(biblio.FieldVenue)
	if venue.Agreement != Differs || venue.Kind != KindOtherVenue {
		return c
	}
	title := cmp.Or(form.form.work.Title, c.Of(biblio.FieldTitle).Recorded)
	if printed := c.Of(biblio.FieldTitle); printed.Kind == KindPrinted {
		title = printed.Claimed
	}
	for _, name := range []string{record.Container.Title, record.Container.Short} {
		if start, end, ok := p.findContainer(normalise.Squash(normalise.Title(name)), &form.form, title); ok {
			venue.Agreement, venue.Kind, venue.Score, venue.Claimed = Variant, KindPrinted, 1, p.text[start:end]
			return form.with(c, venue)
		}
	}
	return c
}

// findContainer returns where the name of a container is in the text as a field of its own, outside the title: it
// follows a mark that ends a field, the title and "in", or the place where the parser saw the container begin, and
// precedes such a mark, a number, or a comma with a short name ("…, SEC'17").
func (p *printed) findContainer(name string, form *claimForm, title string) (start, end int, ok bool) {
	if len(name) < printedMin {
		return 0, 0, false
	}
	claimed := normalise.Squash(normalise.Title(nameOf(&form.work.Container)))
	titleFrom := strings.Index(p.letters, normalise.Squash(normalise.Title(title)))
	titleEnd := titleFrom + len(normalise.Squash(normalise.Title(title)))
	for k, last := range p.places(name) {
		if titleFrom >= 0 && k < titleEnd && titleFrom <= last {
			continue // it is part of the title
		}
		before, after := p.gapBefore(k), p.text[p.end[last]:]
		behindIn := titleFrom >= 0 && p.letters[titleEnd:max(k, titleEnd)] == "in"
		begins := k > 0 && (ends(before, false) || strings.Contains(before, "//")) || behindIn ||
			strings.HasPrefix(claimed, name) && strings.HasPrefix(p.letters[k:], claimed)
		if begins && endsContainer(after) {
			return p.at[k], p.end[last], true
		}
	}
	return 0, 0, false
}

// shortName is the maximum number of letters of a name after a container that is only its acronym.
const shortName = 10 // case: TestPrintedContainer

// endsContainer reports whether a text continues after the name of a container has ended.
func endsContainer(after string) bool {
	next := strings.IndexFunc(after, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	if next < 0 || ends(after[:next], false) || strings.Contains(after[:next], "/") {
		return true
	}
	if r, _ := utf8.DecodeRuneInString(after[next:]); unicode.IsDigit(r) {
		return true
	}
	word, _, _ := strings.Cut(after[next:], ",")
	return strings.Contains(after[:next], ",") && len(word) <= shortName && strings.ContainsFunc(word, unicode.IsDigit)
}

// reviseYear leaves a year undecided if the text also states the recorded one, by itself and outside the title and
// the container: "(Washington, 2000) 53–74 (Providence, 2002)". Which of them is meant is a guess.
func (p *printed) reviseYear(form *Claim, record *biblio.Work, c Comparison) Comparison {
	year := c.Of(biblio.FieldYear)
	if year.Agreement != Differs {
		return c
	}
	rest := p.text
	for _, f := range []biblio.Field{biblio.FieldTitle, biblio.FieldVenue} {
		if claimed := c.Of(f).Claimed; claimed != "" {
			rest = strings.Replace(rest, claimed, " . ", 1)
		}
	}
	if !statesYear(rest, record.YearString()) || !statesYear(rest, form.form.year) {
		return c
	}
	year.Agreement, year.Kind = Undecided, KindPrinted
	return form.with(c, year)
}

// statesYear reports whether a year is at the end of a field or of brackets, or in brackets.
func statesYear(text, year string) bool {
	for from := 0; year != ""; {
		i := strings.Index(text[from:], year)
		if i < 0 {
			break
		}
		i += from
		from = i + len(year)
		before := strings.TrimRight(text[:i], " ")
		if rest := text[from:]; strings.HasSuffix(before, "(") || strings.HasSuffix(before, ",") ||
			strings.HasSuffix(before, "—") {
			if strings.HasPrefix(rest, ")") || strings.HasPrefix(rest, ",") || strings.HasPrefix(rest, ".") &&
				!digitNext(rest[1:]) || rest == "" {
				return true
			}
		}
	}
	return false
}

func digitNext(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }

// with returns a comparison with one field replaced.
func (c *Claim) with(old Comparison, field FieldComparison) Comparison {
	fields := append([]FieldComparison(nil), old.Fields...)
	for i := range fields {
		if fields[i].Field == field.Field {
			fields[i] = field
		}
	}
	old.Fields = fields
	old.SameWork = c.form.sameWork(&old)
	return old
}
