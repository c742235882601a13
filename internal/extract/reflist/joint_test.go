package reflist

import (
	"strings"
	"testing"
)

// TestJoints: two works of one note are two references, whatever stands between them.
func TestJoints(t *testing.T) {
	const first = "Nina Abel and Carl Berg, \"A Study of Sand,\" Journal of Sand 5, no. 2 (1999): 436–44"
	const second = "Dora Ernst and Emil Falk, \"The Sound of Dunes,\" Journal of Dunes 9 (2008): 2579–605."
	for _, joint := range []string{"; but see ", "; contra ", ". But see ", "; for a different view, see ",
		", quoted in ",
		" (citing ", ", reprinted in ", "; cf. ", ". Cf. ", "; see also ", ". See also ", "; compare with ",
		"; similarly, ", ", reviewing ", ". For criticism, see ",
		"; sowie ", "; dagegen ",
		", zitiert in ", "; mais voir ", ", cité dans ", "; pero véase ", ", citado en ",
		"; ma si veda ", ", ristampato in "} {
		text := first + joint + second
		if joint == " (citing " {
			text = first + ")" + joint + second
		}
		list := Parts(Entry{Text: text, Label: "3"})
		if len(list) != 2 || !strings.HasSuffix(list[1].Text, second) || list[0].Label != "3" || list[1].Label != "3b" {
			t.Errorf("%q: %+v", joint, list)
		}
		if notes := Cited([]Note{{Label: "3", Text: text}}, true); len(notes[0]) != 2 {
			t.Errorf("%q in a note: %+v", joint, notes)
		}
	}
	for _, one := range []string{
		"Nina Abel, \"Sand; but see what dunes do,\" Journal of Sand 5, no. 2 (1999): 436–44.",
		"Nina Abel, A Study of Sand, reprinted in Journal of Dunes 9, 1999, 436–44.",
	} {
		if list := Parts(Entry{Text: one, Label: "3"}); len(list) != 1 {
			t.Errorf("%q: %+v", one, list)
		}
	}
}
