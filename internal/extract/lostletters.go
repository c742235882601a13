package extract

import (
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// doubtLost sets the confidence to zero for fields that contain U+FFFD, a letter lost in decoding or in the text of a
// PDF: a difference there accuses no one.
func (d *Document) doubtLost() {
	for i := range d.References {
		r := &d.References[i]
		w := &r.Claimed
		texts := map[biblio.Field]string{
			biblio.FieldTitle: w.Title + w.Subtitle, biblio.FieldVenue: w.Container.Title,
			biblio.FieldPublisher: w.Publisher, biblio.FieldLocation: w.Place,
		}
		for _, c := range w.Contributors {
			if lost(c.Family) || lost(c.Given) || lost(c.Literal) {
				texts[biblio.FieldAuthors] = c.Family + c.Given + c.Literal
			}
		}
		for f, text := range texts {
			if lost(text) {
				r.Confidence = withField(r.Confidence, f, 0)
			}
		}
	}
}

func lost(text string) bool { return strings.ContainsRune(text, unicode.ReplacementChar) }
