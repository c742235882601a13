package wire

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// isoDate parses "2019", "2019-05", "2019-05-17" and texts that begin like that.
func isoDate(s string) biblio.Date {
	var d biblio.Date
	if len(s) == 4 && allDigits(s) && (s[0] == '1' || s[0] == '2') {
		d.Year, _ = strconv.Atoi(s)
		return d
	}
	s = strings.TrimSpace(s)
	if i := strings.IndexAny(s, "T "); i >= 0 {
		s = s[:i]
	}
	for i, part := range strings.FieldsFunc(s, func(r rune) bool { return r == '-' || r == '/' }) {
		n, err := strconv.Atoi(part)
		if err != nil {
			break
		}
		switch {
		case i == 0 && n >= 1000 && n < 3000:
			d.Year = n
		case i == 1 && d.Year > 0 && n >= 1 && n <= 12:
			d.Month = n
		case i == 2 && d.Month > 0 && n >= 1 && n <= 31:
			d.Day = n
		default:
			return d
		}
	}
	return d
}

// statedDate parses a date like isoDate, or else returns the year in a text.
func statedDate(s string) biblio.Date {
	if d := isoDate(s); d.Year > 0 {
		return d
	}
	return biblio.Date{Year: biblio.LeadingYear(s)}
}

// settleYear prefers the stated year to that of the date.
func (d *draft) settleYear() {
	if d.Issued.Year == 0 || d.year != 0 && d.Issued.Year != d.year {
		d.Issued = biblio.Date{Year: d.year}
	}
}

// dateText formats a partial date for isoDate.
func dateText(d biblio.Date) string {
	switch {
	case d.Year == 0:
		return ""
	case d.Month == 0:
		return strconv.Itoa(d.Year)
	case d.Day == 0:
		return fmt.Sprintf("%d-%02d", d.Year, d.Month)
	}
	return fmt.Sprintf("%d-%02d-%02d", d.Year, d.Month, d.Day)
}

// rfcDate parses "Mon, 2 Apr 2007 19:18:42 GMT".
func rfcDate(s string) biblio.Date {
	fields := strings.Fields(s)
	if len(fields) < 4 {
		return isoDate(s)
	}
	d := biblio.Date{Year: biblio.LeadingYear(fields[3])}
	if d.Year > 0 {
		d.Month = monthNumber(fields[2])
	}
	if day, err := strconv.Atoi(fields[1]); err == nil && d.Month > 0 && day >= 1 && day <= 31 {
		d.Day = day
	}
	return d
}

// usDate parses "8/16/2023 0:00" as month, day and year.
func usDate(s string) biblio.Date {
	s, _, _ = strings.Cut(s, " ")
	parts := strings.Split(s, "/")
	if len(parts) != 3 {
		return isoDate(s)
	}
	var n [3]int
	for i, part := range parts {
		n[i], _ = strconv.Atoi(part)
	}
	if n[0] < 1 || n[0] > 12 || n[1] < 1 || n[1] > 31 || n[2] < 1000 || n[2] > 2999 {
		return biblio.Date{Year: biblio.LeadingYear(s)}
	}
	return biblio.Date{Year: n[2], Month: n[0], Day: n[1]}
}

// civil returns the date of a day counted from 1 January 1970. Source: H. Hinnant, "chrono-compatible low-level
// date algorithms", days to year, month and day; only for days after that date.
func civil(days int) biblio.Date {
	z := days + 719468
	era := z / 146097
	doe := z - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	d := biblio.Date{Year: yoe + era*400, Month: mp + 3, Day: doy - (153*mp+2)/5 + 1}
	if d.Month > 12 {
		d.Month -= 12
		d.Year++
	}
	return d
}

// monthNumber parses "3", "03", "Mar", "March" and "Mar-Apr"; 0 for anything else.
func monthNumber(s string) int {
	if n, err := strconv.Atoi(s); err == nil && n >= 1 && n <= 12 {
		return n
	}
	if end := strings.IndexAny(s, " -/–.,"); end > 0 {
		s = s[:end]
	}
	return words.Month(s)
}
