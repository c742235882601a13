package refstring

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// monthToDate moves a month before the year, with its day, out of the list of names in which the labeller put it:
// "Kelly CP. Jan 2012.", "Roe, J., 12 Sept. 2014".
func (r *reading) monthToDate() {
	from, to := r.firstRun(tagger.Author)
	for i := from + 1; i < to; i++ {
		year := r.yearAfter(i)
		if year == 0 || words.Month(r.text(i)) == 0 {
			continue
		}
		start := i
		if r.day(i - 1) {
			start--
		} else if list := r.raw[r.tokens[from].Start:r.tokens[i].Start]; !endsNames(list, r.text(i)) {
			return
		}
		for k := start; k < year; k++ {
			r.labels[k] = tagger.Date
		}
		return
	}
}

// yearAfter returns the token of the year that follows a month, perhaps after a day; 0 if there is none.
func (r *reading) yearAfter(month int) int {
	for i := month + 1; i < len(r.tokens) && i <= month+2 && strings.Trim(r.gap(i), " .,") == ""; i++ {
		if yearOf(r.text(i)) != 0 {
			return i
		}
		if !r.day(i) {
			break
		}
	}
	return 0
}

func (r *reading) day(i int) bool { n := smallNumber(r.text(i)); return n >= 1 && n <= 31 }

// endsNames reports whether a list of names is complete before the name of a month, which could be one more name or
// part of the last: "Robert May 1976", "Smith, Jan 2012". If both are possible it is the month: a missing given name
// accuses less than an additional author.
func endsNames(list, month string) bool {
	open := strings.TrimRight(list, " ")
	if strings.HasSuffix(open, "(") || strings.HasSuffix(open, "[") || words.CutTail(open) >= 0 {
		return true
	}
	pieces := cutPieces(open)
	n := len(pieces)
	if n == 0 {
		return false
	}
	last := pieces[n-1]
	if strings.HasSuffix(open, ",") || strings.HasSuffix(open, ";") {
		return last.kind != singleName || singles(pieces)%2 == 0
	}
	switch last.kind {
	case givenLast:
		return n > 1 && pieces[0].kind == givenLast || !familyMonth[strings.ToLower(month)]
	case initialsOnly:
		return n > 1 && last.after == ',' && pieces[n-2].kind == singleName
	}
	return false
}

// familyMonth are months that are common family names: "Robert E. May 1976".
var familyMonth = map[string]bool{"march": true, "april": true, "may": true, "june": true, "august": true}

// singles returns the number of one-word names at the end of a list, back to "and" or a semicolon.
func singles(pieces []piece) int {
	n := 0
	for i := len(pieces) - 1; i >= 0 && pieces[i].kind == singleName; i-- {
		n++
		if after := pieces[i].after; after != ',' {
			break
		}
	}
	return n
}
