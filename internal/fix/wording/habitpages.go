package wording

import "strings"

// Pages writes pages with the dash of the old value, or the file's.
func (h *Habits) Pages(old, want string) string {
	dash := dashIn(old)
	if dash == "" {
		dash = h.dash
	}
	first, last, ok := cutRange(want)
	if !ok {
		return h.Escape(want)
	}
	return first + dash + last
}

// cutRange cuts "123-145" at its dash. Other shapes are not ranges.
func cutRange(s string) (first, last string, ok bool) {
	dash := strings.TrimSpace(dashIn(s))
	if dash == "" {
		return "", "", false
	}
	first, last, _ = strings.Cut(s, dash)
	first, last = strings.TrimSpace(first), strings.TrimSpace(last)
	return first, last, first != "" && last != "" && !strings.ContainsAny(first+last, "-–— ,;{}\\")
}
