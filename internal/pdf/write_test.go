package pdf

import "testing"

// TestSlantingF: an italic f extends over the space next to it, so that no gap is left where the file has a space.
// Boxes are those of "of the" in EB Garamond Italic, in multiples of the size.
func TestSlantingF(t *testing.T) {
	type letter struct {
		r      rune
		x0, x1 float32
		space  bool
	}
	for _, c := range []struct {
		name    string
		letters []letter
		want    string
	}{
		{"f before the space", []letter{{'o', 0, .45, false}, {'f', .28, .96, false}, {'t', .96, 1.23, true}}, "of t"},
		{"a letter that reaches back", []letter{{'o', 0, .45, false}, {'f', .28, .96, false}, {'p', .86, 1.3, true}}, "of p"},
		{"f behind the space", []letter{{'g', 0, .4, false}, {'f', .4, 1.08, true}, {'i', .83, 1.08, false}}, "g fi"},
		{"no space in the file", []letter{{'o', 0, .45, false}, {'f', .28, .96, false}, {'t', .9, 1.2, false}}, "oft"},
		{"f drawn over the next letter", []letter{{'f', 0, .68, false}, {'t', .4, .7, true}}, "ft"},
		{"other letters", []letter{{'o', 0, .45, false}, {'r', .45, .7, false}, {'t', .7, 1, true}}, "ort"},
	} {
		var l layout
		for _, g := range c.letters {
			l.glyphs = append(l.glyphs, glyph{r: g.r, x0: 10 * g.x0, x1: 10 * g.x1, y1: 10, size: 10, space: g.space})
		}
		line, _ := l.write([]segment{{first: 0, last: len(l.glyphs), x1: 14, y1: 10, size: 10}})
		if line.Text != c.want {
			t.Errorf("%s: %q, want %q", c.name, line.Text, c.want)
		}
	}
}
