package style

import (
	"strconv"
	"strings"
	"unicode"
)

// cut says how the second page of a range is shortened.
type cut uint8

const (
	whole   cut = iota // 1087–1089
	minimal            // 1087–9
	eight              // 1087–89, 101–8: the Chicago Manual's rule
	twoLast            // 1087–89, 103–04: MLA's
)

// pageRange prints pages with a dash and the second page shortened. In text that is not a range of numbers only the
// dash changes.
func pageRange(pages, dash string, how cut) string {
	parts := strings.Split(pages, ",")
	for i, part := range parts {
		parts[i] = oneRange(strings.TrimSpace(part), dash, how)
	}
	return list(", ", parts...)
}

func oneRange(pages, dash string, how cut) string {
	fields := strings.FieldsFunc(pages, func(r rune) bool {
		return r == '-' || r == '–' || r == '—' || r == '‐' || r == '‑' || r == '−'
	})
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	if len(fields) != 2 || strings.ContainsFunc(fields[0]+fields[1], unicode.IsSpace) {
		return list(dash, fields...)
	}
	first, last := fields[0], fields[1]
	if first == last {
		return first
	}
	return first + dash + shortened(first, last, how)
}

// shortened returns the second page of a range without the digits shared with the first, as far as the style omits
// them.
func shortened(first, last string, how cut) string {
	a, errA := strconv.Atoi(first)
	b, errB := strconv.Atoi(last)
	if errA != nil || errB != nil || len(first) != len(last) || b < a {
		return last
	}
	same := 0
	for same < len(last)-1 && first[same] == last[same] {
		same++
	}
	switch {
	case how == whole, how == eight && (a < 100 || a%100 == 0):
		same = 0
	case how == eight && a%100 < 10: // 101–8, 808–33
	case how == eight, how == twoLast:
		same = min(same, len(last)-2)
	}
	return last[max(same, 0):]
}

// ShortRange prints a range of pages with its second page shortened: to the digits that differ, or by the rule of the
// Chicago Manual.
func ShortRange(pages, dash string, byChicago bool) string {
	if byChicago {
		return oneRange(pages, dash, eight)
	}
	return oneRange(pages, dash, minimal)
}

// single reports whether pages is one page or one article number.
func single(pages string) bool { return !strings.ContainsAny(pages, "-–—‐‑−,;+") }

// articleNumber reports whether pages is an article number rather than a page: "e1003456", "115008", "Article 12".
func articleNumber(pages string) bool {
	if pages == "" || !single(pages) {
		return false
	}
	return pages[0]|0x20 == 'e' || len(pages) >= 6
}

// labelled returns pages with the singular or plural label.
func labelled(pages, one, several string) string {
	switch {
	case pages == "":
		return ""
	case single(pages):
		return one + pages
	}
	return several + pages
}

// ordinal returns the edition of a book as an ordinal if it is a number: "3" and "3rd edition" become "3rd". Any
// other text is unchanged.
func ordinal(edition string) string {
	text := strings.TrimSpace(edition)
	for _, word := range []string{"edition", "edn", "ed"} {
		trimmed := strings.TrimRight(text, ".")
		if n := len(trimmed) - len(word); n > 0 && strings.EqualFold(trimmed[n:], word) && trimmed[n-1] == ' ' {
			text = strings.TrimSpace(trimmed[:n])
		}
	}
	n, err := strconv.Atoi(strings.TrimRight(text, "."))
	if err != nil || n < 1 {
		return text
	}
	ending := "th"
	if tens := n / 10 % 10; tens != 1 && n%10 >= 1 && n%10 <= 3 {
		ending = [...]string{"st", "nd", "rd"}[n%10-1]
	}
	return strconv.Itoa(n) + ending
}
