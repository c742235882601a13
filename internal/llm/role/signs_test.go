package role

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// What a text layer, a title and a reading have to be like before a model is asked.
func TestSignsOfTexts(t *testing.T) {
	for text, want := range map[string]bool{"": false, "  ": false, "sand 12": false, "abcdef....": false,
		"abcde.....":            true,
		"sand \ufffd and water": true, "....": true} {
		if got := Illegible(text); got != want {
			t.Errorf("%q is illegible: %v", text, got)
		}
	}
	for r, want := range map[rune]bool{0x2800: false, 0x2801: true, 0x28FF: true, 0x2900: false, 0x1F1E5: false,
		0x1F1E6: true,
		0x1F1FF: true, 0x1F200: false, 0x1F14F: false, 0x1F150: true, 0x1F169: true, 0x1F16A: false, 0x1F170: true,
		0x1F189: true, 0x1F18A: false} {
		if got := pictured(strings.Repeat(string(r), leastPictured)); got != want {
			t.Errorf("%x is a picture of a letter: %v", r, got)
		}
		if pictured(strings.Repeat(string(r), leastPictured-1)) {
			t.Errorf("%x: too few", r)
		}
	}
	for pair, want := range map[string]bool{"a study of sand|sand study": true, "a study of sand|sand water": true,
		"a study|sand water": false, "a study|": false, "sand|sand water dunes": false} {
		text, value, _ := strings.Cut(pair, "|")
		if got := likely(text, value); got != want {
			t.Errorf("%s: %v", pair, got)
		}
	}
	sure := map[biblio.Field]float64{biblio.FieldTitle: 1}
	abel := []biblio.Contributor{{Family: "Abel"}}
	for name, tt := range map[string]struct {
		ref  biblio.Reference
		want bool
	}{
		"nothing":         {biblio.Reference{}, true},
		"a stated title":  {biblio.Reference{Claimed: biblio.Work{Title: "Sand"}}, false},
		"a stated author": {biblio.Reference{Claimed: biblio.Work{Contributors: abel}}, false},
		"a read title":    {biblio.Reference{Claimed: biblio.Work{Title: "Sand"}, Confidence: sure}, true},
		"no read title":   {biblio.Reference{Claimed: biblio.Work{Contributors: abel}, Confidence: sure}, true},
		"with an author": {biblio.Reference{Claimed: biblio.Work{Title: "Sand", Contributors: abel},
			Confidence: sure}, false},
		"with a year": {biblio.Reference{Claimed: biblio.Work{Title: "Sand", Issued: biblio.Date{Year: 1999}},
			Confidence: sure}, false},
	} {
		if got := Unread(&tt.ref); got != tt.want {
			t.Errorf("%s is unread: %v", name, got)
		}
	}
}
