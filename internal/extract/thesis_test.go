package extract

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// Whole words in several languages mark a printed reference as that of a thesis.
func TestThesisWords(t *testing.T) {
	for raw, want := range map[string]bool{
		"Miller, A. Nets. PhD thesis, MIT, 2001.":               true,
		"Müller, A. Netze. Diss., Universität Hamburg, 2001.":   true,
		"Moreau, A. Réseaux. Thèse, Université de Paris, 2001.": true,
		"Miller, A. Automated synthesis of nets. 2001.":         false,
		"Masters, J. Photosynthesis and hypothesis. 2001.":      false,
	} {
		if got := likelyType(&biblio.Reference{Raw: raw}) == biblio.Thesis; got != want {
			t.Errorf("%q: %t", raw, got)
		}
	}
}
