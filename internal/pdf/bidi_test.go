package pdf

import "testing"

// TestLogical: lines read from their right end, as drawn, are put into reading order.
func TestLogical(t *testing.T) {
	for _, c := range []struct{ drawn, want string }{
		{"علی احمدی", "علی احمدی"},
		{"دوره ۲۱، صفحات ۵۴-۰۶، ۸۹۳۱.", "دوره ۱۲، صفحات ۴۵-۶۰، ۱۳۹۸."},
		{"در سال 9102 منتشر شد", "در سال 2019 منتشر شد"},
		{"مدل PLN peeD در 5.21 درصد", "مدل Deep NLP در 12.5 درصد"},
		{"[1] احمدی", "[1] احمدی"},                                       // the file states which bracket is meant
		{"]1[ احمدی )tseT(", "[1] احمدی (Test)"},                         // the file states which bracket is drawn
		{".5102 ,erutaN .gninrael peeD", "Deep learning. Nature, 2015."}, // another script
		{"[4] נגב, ד״ר 20/1/5202", "[4] נגב, ד״ר 2025/1/02"},
		{"", ""},
	} {
		line := []rune(c.drawn)
		if logical(line); string(line) != c.want {
			t.Errorf("%q: %q, want %q", c.drawn, string(line), c.want)
		}
	}
}

// drawn returns the glyphs of a line as it is drawn from left to right, each ten wide.
func drawn(line string, y float32) (list []glyph) {
	x := float32(100)
	for _, r := range line {
		if r == ' ' {
			x += 6
			continue
		}
		list = append(list, glyph{r: r, x0: x, x1: x + 10, y0: y, y1: y + 10, base: y, size: 10})
		x += 10
	}
	return list
}

func TestMirror(t *testing.T) {
	var l layout
	// Drawn from left to right, in whatever order a file stores it.
	l.glyphs = append(drawn(".2019 ،ییاضر ؛ناسح ]1[", 700), drawn("Nature ملع هلجم", 680)...)
	if !l.rightToLeft() {
		t.Fatal("the page does not run from right to left")
	}
	l.mirror()
	var page Page
	l.page(&page)
	var got []string
	for _, line := range page.Lines {
		got = append(got, line.Text)
	}
	want := []string{"[1] حسان؛ رضایی، 2019.", "مجله علم Nature"}
	if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("%q, want %q", got, want)
	}
	for _, page := range []string{"Deep learning (2015) حسن", "2015 [12]", ""} {
		if l = (layout{glyphs: drawn(page, 700)}); l.rightToLeft() {
			t.Errorf("%q runs from right to left", page)
		}
	}
}

// TestLamAlef: the two letters of a ligature are drawn in one place, in any order.
func TestLamAlef(t *testing.T) {
	var l layout
	l.glyphs = drawn("تاع", 700)
	at := l.glyphs[2].x1
	for _, r := range "ال" {
		l.glyphs = append(l.glyphs, glyph{r: r, x0: at, x1: at + 10, y0: 700, y1: 710, base: 700, size: 10})
	}
	for _, g := range drawn("طا", 700) {
		g.x0, g.x1 = g.x0-100+at+10, g.x1-100+at+10
		l.glyphs = append(l.glyphs, g)
	}
	l.mirror()
	var page Page
	if l.page(&page); len(page.Lines) != 1 || page.Lines[0].Text != "اطلاعات" {
		t.Errorf("%+v", page.Lines)
	}
}
