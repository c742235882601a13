package pdf

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/pdftest"
)

const ofLanguage = "The library reads a page of a document whose fonts do not say which characters they draw. "

// others swaps usual letters and rare ones.
var others = strings.NewReplacer("e", "z", "t", "q", "a", "x", "o", "j", "i", "k", "n", "v", "s", "w", "r", "b",
	"z", "e", "q", "t", "x", "a", "j", "o", "k", "i", "v", "n", "w", "s", "b", "r")

// shifted returns a text whose letters are the numbers of their glyphs.
func shifted(s string) string {
	b := []byte(s)
	for i := range b {
		b[i] -= glyphShift
	}
	return string(b)
}

// Glyph numbers are characters shifted by 29; other numbers are not text at all.
func TestGarbled(t *testing.T) {
	plain := strings.Repeat(ofLanguage, 4)
	for _, c := range []struct {
		name, in, want string
		unreadable     bool
	}{
		{"text", plain, plain, false},
		{"glyphs", shifted(plain), plain, false},
		{"others", others.Replace(plain), others.Replace(plain), true},
		{"few", shifted(ofLanguage), shifted(ofLanguage), false},
		{"other script", strings.Repeat("текст без латинских букв HWDRLQ ", 60),
			strings.Repeat("текст без латинских букв HWDRLQ ", 60), false},
	} {
		text := []rune(c.in)
		if unreadable := unshift(text); unreadable != c.unreadable || string(text) != c.want {
			t.Errorf("%s: unreadable %v, %q", c.name, unreadable, string(text))
		}
	}
}

// A page of such numbers counts as a page without text.
func TestGarbledPage(t *testing.T) {
	var page pdftest.Page
	for i := range 6 {
		page.Texts = append(page.Texts,
			pdftest.Text{X: 72, Y: 700 - 14*float64(i), Size: 8, Text: others.Replace(ofLanguage)})
	}
	doc := read(t, page)
	if p := doc.Pages[0]; p.Glyphs == 0 || p.Unreadable != p.Glyphs {
		t.Errorf("%d of %d characters unreadable", p.Unreadable, p.Glyphs)
	}
}
