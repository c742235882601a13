package judge

import (
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// Weight says what the silence of a source proves about a claimed work.
type Weight uint8

// The weights, in ascending order.
const (
	Silent  Weight = iota // it says nothing
	Weighed               // it is mentioned, and accuses no one
	Proves                // there is no such work
)

// Title similarity thresholds: at or above likeTitle a listed work may be the one meant; for a work by a claimed
// author less is enough.
const (
	likeTitle       = 0.75 // case: TestWeightOfAbsence
	sameAuthorTitle = 0.6  // case: TestWeightOfAbsence
)

// Absence says what follows if a source found no work with the claimed title, and returns a sentence about it for
// readers. It proves absence only if the source is complete for the claimed container and year, has searched the
// event's other works, and nothing there, in the adjacent years or in the other volumes comes near: no similar title,
// no two of the authors together, not the only author. If the other volumes or the adjacent years are not listed, the
// work may have been printed there; then no two of the authors may have a work together anywhere.
func Absence(c *answer.Coverage) (w Weight, sentence string) {
	if c.Extent != answer.CompleteHere {
		return Silent, ""
	}
	l := &c.Listing
	near := nearEvent(l)
	sentence = listedSentence(c, "none has a title like this one") + near
	if !l.Searched || near != "" || !adjacentListed(l) && !neverTogether(l) {
		return Weighed, sentence
	}
	return Proves, sentence + alone(l)
}

// AbsenceThere says what follows if the work is known, but none of its records is of the claimed container and year:
// it may have been printed in an unlisted volume of the event, unless a record of another published version says
// where it was printed.
func AbsenceThere(c *answer.Coverage, publishedElsewhere bool) (w Weight, sentence string) {
	l := &c.Listing
	if c.Extent != answer.CompleteHere || l.Title >= likeTitle { // the event's own record is compared instead
		return Silent, ""
	}
	sentence = listedSentence(c, "this one is not among them")
	if l.Searched && (publishedElsewhere || adjacentListed(l)) {
		return Proves, sentence
	}
	return Weighed, sentence
}

// nearEvent says which listed work may be the one meant, or "" if there is none.
func nearEvent(l *answer.Listing) string {
	switch {
	case !l.Searched:
		return ", but its other volumes could not be searched"
	case l.Title >= likeTitle:
		return ", but a work of the same event has a similar title"
	case l.SameAuthorTitle >= sameAuthorTitle:
		return ", but one of these authors has a work with a similar title"
	case l.Shared > 0 && l.Shared >= min(2, l.Authors):
		return ", but a work of the same event is by " + people(l.Shared, l.Authors)
	}
	return ""
}

// adjacentListed reports whether everything adjacent to the claimed volume is listed as well.
func adjacentListed(l *answer.Listing) bool { return l.Sisters && l.Before && l.After }

// neverTogether reports whether the claimed authors have not worked together: no recorded work has two of them, or,
// of a long list, more than a third.
func neverTogether(l *answer.Listing) bool {
	return l.Authors >= 2 && (l.SharedAnywhere < 2 || 3*l.SharedAnywhere <= l.Authors)
}

func listedSentence(c *answer.Coverage, none string) string {
	all := "all works"
	if c.Listing.Works > 1 {
		all = fmt.Sprintf("all %d works", c.Listing.Works)
	}
	return fmt.Sprintf("%s of %s are listed; %s", all, placeOf(c), none)
}

// nearlyListed returns the sentence about an estimate that nearly all works are listed, with the number of works.
func nearlyListed(c *answer.Coverage) string {
	return fmt.Sprintf(
		"%d works of %s are listed, which is probably nearly all of them; none has this title, which proves nothing",
		c.Listing.Works, placeOf(c))
}

func placeOf(c *answer.Coverage) string {
	if c.Year != 0 && !strings.Contains(c.Container, fmt.Sprint(c.Year)) {
		return fmt.Sprintf("%s %d", c.Container, c.Year)
	}
	return c.Container
}

// alone says how little the authors of a work that does not exist have in common with what is listed.
func alone(l *answer.Listing) string {
	switch {
	case l.Authors == 0:
		return ""
	case l.Authors == 1:
		return ", and none is by its author"
	case l.SharedAnywhere < 2:
		return ", and no known work has two of its authors together"
	case neverTogether(l):
		return fmt.Sprintf(", and no known work has more than %d of its %d authors together", l.SharedAnywhere, l.Authors)
	}
	return ", and none has two of its authors together"
}

func people(n, of int) string {
	switch {
	case of == 1:
		return "its author"
	case n == of:
		return "its authors"
	}
	return fmt.Sprintf("%d of its authors", n)
}
