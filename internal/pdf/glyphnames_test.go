package pdf

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/pdftest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// unnamed returns lines in a font without a character table.
func unnamed(lines ...string) pdftest.Page {
	var page pdftest.Page
	for i, s := range lines {
		page.Texts = append(page.Texts, pdftest.Text{X: 72, Y: 700 - 14*float64(i), Ligatures: true, Text: s})
	}
	return page
}

// In a font without a character table, the names of glyphs tell what codes mean. A code whose glyph has no such name
// is a lost letter.
func TestGlyphNames(t *testing.T) {
	doc := read(t, unnamed("\x1ceory de\x1bned in o\x1dprint", "a su\xc8cient res\xc9lt, ma\xc9e"))
	if got, want := texts(doc.Pages[0]), []string{"Theory defined in offprint",
		"a su�cient res�lt, ma�e"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if len(doc.Problems) != 1 || doc.Problems[0].Rule != DamagedText {
		t.Errorf("problems: %v", doc.Problems)
	}
	if doc := read(t, unnamed("de\x1bned")); len(doc.Problems) != 0 {
		t.Errorf("problems: %v", doc.Problems)
	}
}

// If a glyph has no name, words tell which ligature it is.
func TestLigaturesByWords(t *testing.T) {
	doc := read(t, unnamed("su\xc8cient coe\xc8cients", "of Gri\xc8n, see a\xc9ne in signi\xc8ca"))
	if got, want := texts(doc.Pages[0]), []string{"su�cient coefficients",
		"of Griffin, see a�ne in signiffica"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestGlyphRune(t *testing.T) {
	for name, want := range map[string]string{
		"f_i": "ﬁ", "f_f_i.alt": "ﬃ", "uniFB02": "ﬂ", "uni00660069": "ﬁ", "ffl": "ﬄ", "g12": "", "glyph7": "",
		"a_circumflex": "", "uni12": "",
		"s_t": "ﬆ",
	} {
		r, ok := glyphRune(name)
		if ok != (want != "") || ok && string(r) != want {
			t.Errorf("%s: %q, want %q", name, string(r), want)
		}
	}
}

// A file crafted to have its objects searched repeatedly must still take linear time.
func TestObjectsHostile(t *testing.T) {
	for _, unit := range []string{" obj", "1 0 obj", "1 0 obj stream ", "1 0 obj endobj ", "stream ", "endobj ",
		"1 0 obj<</Type /ObjStm /N 9 /First 9>>stream\nx\x9c\x03\x00"} {
		testenv.Linear(t, fmt.Sprintf("%q repeated for four megabytes", unit), func() {
			namesOfFonts([]byte(strings.Repeat(unit, 4<<20/len(unit))))
		})
	}
}
