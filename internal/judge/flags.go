package judge

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// Flags returns the warning signs of a reference that can be seen without a source. They are notices and features of
// the score, never a verdict.
func Flags(ref *biblio.Reference) []Notice {
	var list []Notice
	w := &ref.Claimed
	for _, flag := range []struct {
		rule    string
		raised  bool
		message string
	}{
		{"placeholder-author", placeholderAuthor(w), "an author's name looks like a placeholder"},
		{"placeholder-identifier", placeholderID(w), "an identifier looks like a placeholder"},
		{"counting-digits", countingDigits(w), "the digits of an identifier count up or repeat"},
		{"prefix-unassigned", oddPrefix(w), "the prefix of the DOI has a form that is not assigned"},
		{"year-before-identifier", yearBeforeArXiv(w), "the year is before the arXiv identifier was assigned"},
	} {
		if flag.raised {
			list = append(list, Notice{Rule: flag.rule, Message: flag.message})
		}
	}
	return list
}

// FutureYear reports whether the year of publication is after next year, given today's date; works dated for the
// coming year exist.
func FutureYear(ref *biblio.Reference, today biblio.Date) bool {
	return today.Year != 0 && ref.Claimed.Issued.Year > today.Year+1
}

func future(ref *biblio.Reference, ev Evidence) []Notice {
	if !FutureYear(ref, ev.Today) {
		return nil
	}
	return []Notice{{Rule: "future-date", Message: "the year of publication is in the future"}}
}

// placeholders are words that stand in for a name.
var placeholders = words.Set(`
	johndoe janedoe authorname firstauthor secondauthor author someauthor firstnamelastname lastname xauthor
	nameunknown unknown aauthor bauthor cauthor gauthor hauthor anauthor xxx tbd tba foobar author1 author2`)

func placeholderAuthor(w *biblio.Work) bool {
	return slices.ContainsFunc(w.Authors(), func(c biblio.Contributor) bool {
		family := normalise.Text(c.Family)
		return family == "author" || family == "authors" || placeholders[normalise.Squash(normalise.Text(c.String()))]
	})
}

func placeholderID(w *biblio.Work) bool {
	for _, id := range append(append([]ident.ID{}, w.IDs...), ident.ID{Value: strings.ToLower(w.URL)}) {
		v := strings.ToLower(id.Value)
		if strings.Contains(v, "xxxx") || strings.Contains(v, "nonexistent") || strings.Contains(v, "placeholder") ||
			strings.Contains(v, "example.com") {
			return true
		}
	}
	return false
}

// countingDigits reports whether a DOI's suffix or an arXiv number has five digits that count up or down, or one digit
// five times: 1234567, 2312.12345. Zeros that pad a number are no sign, nor are the digits of an old arXiv number that
// state its month.
func countingDigits(w *biblio.Work) bool {
	for _, id := range w.IDs {
		v := id.Value
		switch id.Scheme {
		case ident.DOI:
			_, v, _ = strings.Cut(v, "/")
		case ident.ArXiv:
			if _, number, ok := strings.Cut(v, "."); ok {
				v = number
			} else if _, number, ok := strings.Cut(v, "/"); ok && len(number) > 4 {
				v = number[4:]
			}
		default:
			continue
		}
		if run(v, 1) >= 5 || run(v, -1) >= 5 || run(v, 0) >= 5 {
			return true
		}
	}
	return false
}

// run returns the length of the longest run of digits in s in which each exceeds the one before by step, without the
// zeros before a number and those that repeat.
func run(s string, step int) int {
	best, n, number := 0, 0, false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] < '0' || s[i] > '9':
			n, number = 0, false
			continue
		case s[i] == '0' && (!number || step == 0):
			n = 0
			continue
		case n > 0 && int(s[i])-int(s[i-1]) == step:
			n++
		default:
			n = 1
		}
		number = true
		best = max(best, n)
	}
	return best
}

// registrantMost is roughly the highest five-digit DOI prefix assigned (2026); four-digit prefixes begin at 1000.
const registrantMost = 70000 // case: none from 69,970 to 70,020

// oddPrefix reports whether a DOI prefix is outside the range in which prefixes have been assigned.
func oddPrefix(w *biblio.Work) bool {
	doi := w.ID(ident.DOI)
	prefix, _, ok := strings.Cut(strings.TrimPrefix(doi.Value, "10."), "/")
	if doi.IsZero() || !ok {
		return !doi.IsZero()
	}
	prefix, _, _ = strings.Cut(prefix, ".")
	n, err := strconv.Atoi(prefix)
	return err != nil || n < 1000 || n > registrantMost
}

// yearBeforeArXiv reports whether the stated year precedes the one in which the arXiv identifier was assigned.
func yearBeforeArXiv(w *biblio.Work) bool {
	year, _, ok := w.ID(ident.ArXiv).ArXivDate()
	return ok && w.Issued.Year != 0 && w.Issued.Year < year
}
