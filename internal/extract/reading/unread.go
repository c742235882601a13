package reading

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Unread is what a text cites although no entry for it was read.
type Unread struct {
	First, Last int          // the least and the greatest number that is cited beyond those read, or 0 if there are none
	Place       biblio.Place // of the mark with the greatest number
	Keys        int          // the number of works to which the text links, if more than were read; else 0
}

// Unread holds the numbers and keys that the text cites against the entries read. It is empty if the document does not
// cite by numbers in brackets or by links.
func (a *Account) Unread() Unread {
	u := a.unreadNumbers()
	keys := map[string]bool{}
	for _, c := range a.Citations {
		if c.Ref == "" && c.Key != biblio.AllEntries {
			keys[c.Key] = true
		}
	}
	if !a.Stated && len(keys) > len(a.References) {
		u.Keys = len(keys)
	}
	return u
}

// The steps by which the numbers cited beyond a list may rise: a greater one is something else.
const (
	stepLeast = 3
	stepShare = 4 // a quarter of the numbers below
)

// unreadNumbers finds the numbers in brackets that are cited before the first or after the last of a numbered list.
func (a *Account) unreadNumbers() (u Unread) {
	x := newIndex(a.References)
	first, last := x.ends()
	if last == 0 || x.numbers*2 < len(a.References) || x.atLeast(plainShare, x.matching(a.Texts, bracketMark)) == nil {
		return u
	}
	at := map[int][2]int{} // number → text and offset of its first mark
	var beyond []int
	for t := range a.Texts {
		for _, span := range bracketMark.FindAllStringIndex(a.Texts[t].Body, -1) {
			for _, n := range x.strange(a.Texts[t].Body, span) {
				if _, seen := at[n]; !seen && (n < first || n > last) {
					at[n] = [2]int{t, span[0]}
					beyond = append(beyond, n)
				}
			}
		}
	}
	slices.Sort(beyond)
	reached := last
	for _, n := range beyond {
		if n > reached && n > reached+max(stepLeast, reached/stepShare) {
			break
		}
		if u.First == 0 {
			u.First = n
		}
		u.Last, reached = n, max(reached, n)
	}
	if place, ok := at[u.Last]; ok {
		if t := &a.Texts[place[0]]; t.At != nil {
			u.Place = t.At(place[1], place[1]+1)
		}
		u.Place.File = a.File
	}
	return u
}

// ends returns the least and the greatest number of the labels.
func (x *index) ends() (first, last int) {
	for label := range x.byLabel {
		if n, err := strconv.Atoi(label); err == nil {
			last = max(last, n)
			if first == 0 || n < first {
				first = n
			}
		}
	}
	return first, last
}

// strange returns the numbers of a mark that no entry has. With a zero, with the same number twice, or after a sign of
// mathematics it is no mark.
func (x *index) strange(body string, span []int) []int {
	before := strings.TrimRight(body[:span[0]], " ")
	if before != "" && strings.ContainsAny(before[len(before)-1:], "=<>+*/^_({|") || strings.HasSuffix(before, "∈") {
		return nil
	}
	numbers := marked(body[span[0]:span[1]])
	if twice(numbers) || slices.Contains(numbers, "0") {
		return nil
	}
	var out []int
	for _, s := range numbers {
		if _, known := x.byLabel[s]; !known {
			n, _ := strconv.Atoi(s)
			out = append(out, n)
		}
	}
	return out
}
