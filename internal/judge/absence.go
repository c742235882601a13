package judge

import (
	"fmt"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/source"
)

// Weight says what the silence of a source proves about a claimed work.
type Weight uint8

// From nothing to proof.
const (
	Silent   Weight = iota // it says nothing
	Weighed                // it is said, and accuses nobody
	Convicts               // there is no such work
)

// Nearness of titles: at or above likeTitle a listed work may be the one meant; a
// work by a claimed author is the one meant with less.
const (
	likeTitle = 0.75
	kinTitle   = 0.6
)

// Absence says what follows when a source found no work with the claimed title,
// and the sentence for people. It convicts only when the source is complete for
// the claimed container and year, has looked at the event's other works, and
// nothing there, in the years beside it or in its other volumes comes near:
// no like title, no two of the authors together, not the only author. Where the
// other volumes or the years beside are not listed, a work may have been
// printed there; then no two of the authors may have a work together anywhere.
func Absence(c *source.Coverage) (w Weight, sentence string) {
	if c.Extent != source.CompleteHere {
		return Silent, ""
	}
	l := &c.Listing
	near := nearEvent(l)
	sentence = listedSentence(c) + near
	if !l.Searched || near != "" || !foreign(l) {
		return Weighed, sentence
	}
	return Convicts, sentence + strangers(l)
}

// nearEvent says which listed work may be the one meant, "" for none.
func nearEvent(l *source.Listing) string {
	switch {
	case !l.Searched:
		return ", but its other volumes could not be searched"
	case l.Title >= likeTitle:
		return ", but one of the event has a title like it"
	case l.Kin >= kinTitle:
		return ", but one of these authors has a work with a title like it"
	case l.Shared > 0 && l.Shared >= min(2, l.Authors):
		return ", but one of the event has " + people(l.Shared, l.Authors)
	}
	return ""
}

// foreign reports that the claimed authors are strangers to what is listed, as
// far as the unlisted volumes ask for it.
func foreign(l *source.Listing) bool {
	if l.Sisters && l.Before && l.After {
		return true
	}
	return l.Authors >= 2 && l.Together < 2
}

func listedSentence(c *source.Coverage) string {
	all := "all works"
	if c.Listing.Works > 1 {
		all = fmt.Sprintf("all %d works", c.Listing.Works)
	}
	place := c.Container
	if c.Year != 0 && !strings.Contains(place, fmt.Sprint(c.Year)) {
		place = fmt.Sprintf("%s %d", place, c.Year)
	}
	return fmt.Sprintf("%s of %s are listed; none is like this", all, place)
}

func strangers(l *source.Listing) string {
	if l.Authors >= 2 && l.Together < 2 {
		return ", and no work on record has two of its authors"
	}
	if l.Authors == 1 {
		return ", and none is by its author"
	}
	return ", and none has two of its authors"
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
