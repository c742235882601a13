package entries

import (
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/bibfield"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// date reads date, or year and month. For a range it returns the start.
func (e *Entry) date() biblio.Date {
	if text := e.text(bibfield.Date); text != "" {
		if d := isoDate(text); d.Year != 0 {
			return d
		}
		if year := biblio.LeadingYear(text); year != 0 {
			month, day := monthDay(text)
			return biblio.Date{Year: year, Month: month, Day: day}
		}
	}
	text := e.text(bibfield.Year)
	d := isoDate(text)
	if d.Year == 0 {
		d.Year = biblio.LeadingYear(text)
	}
	if d.Year == 0 { // "{\it 1998}": no digit before, letters after
		d.Year = biblio.LeadingYear(e.peek(bibfield.Month))
	}
	if d.Year == 0 { // a digit too few or too many: "213", "19996"
		if n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 16); err == nil && n > 99 {
			d.Year = int(n)
		}
	}
	if d.Month == 0 {
		d.Month, d.Day = monthDay(e.text(bibfield.Month))
	}
	if d.Day == 0 && d.Month != 0 {
		if n, err := strconv.Atoi(e.text(bibfield.Day)); err == nil && n >= 1 && n <= 31 {
			d.Day = n
		}
	}
	if d.Year == 0 {
		return biblio.Date{}
	}
	return d
}

// isoDate reads "2017", "2017-06", "2017-06-12" and text that begins like these (ranges, times, marks of uncertain
// dates). It returns the zero Date for anything else.
func isoDate(s string) biblio.Date {
	s, _, _ = strings.Cut(s, "/")
	parts := strings.SplitN(strings.Trim(s, " ~?%"), "-", 3)
	year, err := strconv.Atoi(parts[0])
	if err != nil || len(parts[0]) != 4 || year < 1000 {
		return biblio.Date{}
	}
	d := biblio.Date{Year: year}
	if len(parts) > 1 {
		if n, err := strconv.Atoi(parts[1]); err == nil && n >= 1 && n <= 12 {
			d.Month = n
		} else if err != nil {
			return biblio.Date{}
		}
	}
	if len(parts) > 2 && d.Month != 0 && len(parts[2]) >= 2 {
		if n, err := strconv.Atoi(parts[2][:2]); err == nil && n >= 1 && n <= 31 {
			d.Day = n
		}
	}
	return d
}

// monthDay reads the month and the day from "June", "jun", "6", "06", "June 12", "12~June" and "June/July".
func monthDay(s string) (month, day int) {
	parts := strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" .,/-–~\u00a0", r) })
	for _, word := range parts {
		r := []rune(strings.ToLower(word))
		if n, err := strconv.Atoi(string(trimOrdinal(r))); err == nil {
			if n >= 1 && n <= 31 && day == 0 && len(r) <= 4 {
				day = n
			}
			continue
		}
		if month == 0 {
			month = words.Month(word)
		}
	}
	if month == 0 && len(parts) == 1 && day >= 1 && day <= 12 {
		return day, 0
	}
	if month == 0 {
		return 0, 0
	}
	return month, day
}

// trimOrdinal drops "st", "nd", "rd", "th" after a number.
func trimOrdinal(r []rune) []rune {
	if n := len(r); n > 2 && r[0] >= '0' && r[0] <= '9' {
		switch string(r[n-2:]) {
		case "st", "nd", "rd", "th":
			return r[:n-2]
		}
	}
	return r
}
