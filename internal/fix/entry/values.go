package entry

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/style"
)

// Pages writes pages with the dash of the old value, or else with dash.
func Pages(old, want, dash string) string {
	dash = cmp.Or(Dash(old), dash)
	first, last, ok := CutPages(want)
	if !ok {
		return want
	}
	if a, b, ok := CutPages(old); ok && len(b) < len(a) && digit(b[0]) { // "1087–89"
		return style.ShortRange(first+"-"+last, dash, strings.TrimSpace(dash) == "–")
	}
	return first + dash + last
}

// The dashes between pages, in BibTeX and in other formats.
const (
	texDashes = "-–—"
	dashes    = texDashes + "‐‑−"
)

// Dash returns the dash of a range of pages with the spaces around it, or "".
func Dash(text string) string { return dashOf(text, dashes) }

func dashOf(text, dashes string) string {
	i := strings.IndexAny(text, dashes)
	if i < 0 {
		return ""
	}
	j := len(text) - len(strings.TrimLeft(text[i:], dashes))
	if i > 0 && j < len(text) && text[i-1] == ' ' && text[j] == ' ' {
		i, j = i-1, j+1
	}
	return text[i:j]
}

// CutPages splits a range of pages at its dash; ok is false for anything but a range of two pages.
func CutPages(pages string) (first, last string, ok bool) { return cutRange(pages, dashes, "") }

// cutRange splits a range at one of the dashes, unless it has another dash, a space, a separator or one of others.
func cutRange(pages, dashes, others string) (first, last string, ok bool) {
	dash := dashOf(pages, dashes)
	if dash == "" {
		return "", "", false
	}
	first, last, _ = strings.Cut(pages, dash)
	first, last = strings.TrimSpace(first), strings.TrimSpace(last)
	return first, last, first != "" && last != "" && !strings.ContainsAny(first+last, dashes+" ,;"+others)
}

// DOI writes a DOI with the prefix of the old one: "doi:", "https://doi.org/".
func DOI(old, want string) string {
	if i := strings.Index(old, "10."); i > 0 {
		return old[:i] + want
	}
	return want
}

// Container writes the name of a container, abbreviated if the old one is and the record has an abbreviation.
func Container(old string, want biblio.Container) string {
	if strings.Contains(old, ".") && strings.Contains(want.Short, ".") || want.Title == "" {
		return want.Short
	}
	return want.Title
}

// Year writes a year into a date that has the wrong one; false if the date does not contain it. A month and a
// day beside it are replaced by the record's, or stay if the record states none.
func Year(old string, wrong int, want biblio.Date) (string, bool) {
	text := fmt.Sprint(wrong)
	i := strings.Index(old, text)
	if wrong == 0 || i < 0 {
		return "", false
	}
	date := old[:i] + fmt.Sprintf("%04d", want.Year)
	rest := old[i+len(text):]
	for _, part := range []int{want.Month, want.Day} {
		if len(rest) < 3 || rest[0] != '-' && rest[0] != '/' || !digit(rest[1]) || !digit(rest[2]) || part == 0 {
			break
		}
		date += rest[:1] + fmt.Sprintf("%02d", part)
		rest = rest[3:]
	}
	return date + rest, true
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

// Swap replaces wrong by right, ignoring case; false if wrong is not in the text or is too short to rule out chance.
func Swap(text, wrong, right string) (string, bool) {
	i := strings.Index(strings.ToLower(text), strings.ToLower(wrong))
	if len(wrong) < 4 || i < 0 || i+len(wrong) > len(text) || !strings.EqualFold(text[i:i+len(wrong)], wrong) {
		return text, false
	}
	return text[:i] + right + text[i+len(wrong):], true
}
