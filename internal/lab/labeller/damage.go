package labeller

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"unicode"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
)

// damage makes a clean rendering look like text from a PDF. Text and labels change together.
type damage struct {
	text   []byte
	labels []tagger.Label
	random *rand.Rand
}

func (d *damage) chance(p float64) bool { return d.random.Float64() < p }

// apply applies some damage, often none.
func (d *damage) apply() {
	if d.chance(.45) {
		d.number()
	}
	if d.chance(.03) {
		d.prepend(leads[d.random.IntN(len(leads))], tagger.None)
	}
	if d.chance(.08) {
		d.trailer()
	}
	if d.chance(.06) {
		d.smallCapitals()
	}
	if d.chance(.12) {
		d.swap("–", "-")
	}
	if d.chance(.1) {
		d.swap("“", "\"")
		d.swap("”", "\"")
	} else if d.chance(.1) {
		d.swap("“", "")
		d.swap("”", "")
	}
	if d.chance(.05) {
		d.swap("fi", "ﬁ")
		d.swap("fl", "ﬂ")
	}
	if d.chance(.25) {
		d.breakLines()
	}
	if d.chance(.08) {
		d.glue(.12)
	}
	if d.chance(.1) {
		d.spaceOut(.1 + .7*d.random.Float64())
	}
	if d.chance(.05) {
		d.misread(.02)
	}
	if d.chance(.05) {
		d.unaccent()
	}
	if d.chance(.1) && len(d.text) > 1 && d.text[len(d.text)-1] == '.' {
		d.replace(len(d.text)-1, len(d.text), "")
	}
}

// replace replaces the bytes from..to by text, which gets the label of what it replaces, or of what precedes
// it.
func (d *damage) replace(from, to int, text string) {
	l := tagger.None
	switch {
	case from < to:
		l = d.labels[from]
	case from > 0:
		l = d.labels[from-1]
	}
	labels := make([]tagger.Label, len(text))
	for i := range labels {
		labels[i] = l
	}
	d.text = append(d.text[:from:from], append([]byte(text), d.text[to:]...)...)
	d.labels = append(d.labels[:from:from], append(labels, d.labels[to:]...)...)
}

func (d *damage) prepend(text string, l tagger.Label) {
	labels := make([]tagger.Label, len(text))
	for i := range labels {
		labels[i] = l
	}
	d.text, d.labels = append([]byte(text), d.text...), append(labels, d.labels...)
}

// number inserts a number or a bullet before the reference.
func (d *damage) number() {
	n := 1 + d.random.IntN(120)
	forms := []string{"[%d] ", "%d. ", "(%d) ", "%d ", "[%d]", "%d) ", "%d.", " [%d] "}
	d.prepend(fmt.Sprintf(forms[d.random.IntN(len(forms))], n), tagger.None)
}

// leads are texts before a reference in a footnote.
var leads = []string{"Vgl. ", "See ", "Cf. ", "See also ", "Siehe ", "Voir ", "See, e.g., ", "Vgl. dazu ", "— ", "• "}

// trailers are texts after a reference on web pages and in some lists.
var trailers = []struct {
	text  string
	label tagger.Label
}{
	{" [CrossRef]", tagger.None}, {" [PubMed]", tagger.None}, {" Google Scholar", tagger.None}, {" (2020a)", tagger.Date},
	{" Accessed: 2021-03-04.", tagger.Note}, {" [Online].", tagger.Note},
	{" Cited on page 12.", tagger.None}, {" 2, 5, 8", tagger.None}, {" (in Japanese)", tagger.Note},
	{" Oral presentation.", tagger.Note}, {" To appear.", tagger.Note}, {" Best paper award.", tagger.Note},
	{" 3", tagger.None}, {" 1, 4", tagger.None},
}

func (d *damage) trailer() {
	t := trailers[d.random.IntN(len(trailers))]
	if t.label == tagger.Date {
		return
	}
	d.text = append(d.text, t.text...)
	for range len(t.text) {
		d.labels = append(d.labels, t.label)
	}
}

// smallCapitals writes the authors in capitals, sometimes with a space after
// each first letter, as small capitals are often read.
func (d *damage) smallCapitals() {
	spaced := d.chance(.3)
	for i := 0; i < len(d.text); i++ {
		if d.labels[i] != tagger.Author {
			continue
		}
		c := d.text[i]
		first := i == 0 || !letterByte(d.text[i-1])
		if c >= 'a' && c <= 'z' {
			d.text[i] = c - 0x20
		}
		if spaced && first && c >= 'A' && c <= 'Z' && i+2 < len(d.text) && letterByte(d.text[i+1]) &&
			letterByte(d.text[i+2]) {
			d.replace(i+1, i+1, " ")
			i++
		}
	}
}

func letterByte(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 }

func (d *damage) swap(old, by string) {
	for i := 0; ; {
		j := bytes.Index(d.text[i:], []byte(old))
		if j < 0 {
			return
		}
		d.replace(i+j, i+j+len(old), by)
		i += j + len(by)
	}
}

// breakLines breaks the text into lines, within words as well.
func (d *damage) breakLines() {
	width := 35 + d.random.IntN(80)
	column := 0
	for i := 0; i < len(d.text); i++ {
		column++
		switch {
		case column > width && d.text[i] == ' ':
			if d.chance(.3) {
				d.replace(i, i+1, " \n")
			} else {
				d.text[i] = '\n'
			}
			column = 0
		case column > width && d.chance(.35) && i > 2 && i+3 < len(d.text) && lowerByte(d.text[i-2]) &&
			lowerByte(d.text[i-1]) && lowerByte(d.text[i]) && lowerByte(d.text[i+1]) && lowerByte(d.text[i+2]) &&
			d.labels[i] != tagger.Identifier:
			hyphen := "-\n"
			if d.chance(.3) {
				hyphen = "- "
			}
			d.replace(i, i, hyphen)
			i += len(hyphen)
			column = 0
		}
	}
}

func lowerByte(c byte) bool { return c >= 'a' && c <= 'z' }

// glue removes spaces.
func (d *damage) glue(p float64) {
	for i := len(d.text) - 1; i > 0; i-- {
		if d.text[i] == ' ' && d.chance(p) {
			d.replace(i, i+1, "")
		}
	}
}

// spaceOut inserts spaces before punctuation and removes those after it.
func (d *damage) spaceOut(p float64) {
	for i := len(d.text) - 1; i > 0; i-- {
		c := d.text[i]
		if (c == ',' || c == '.' || c == ':' || c == ')' || c == '(') && d.labels[i] != tagger.Identifier && d.chance(p) {
			if i+1 < len(d.text) && d.text[i+1] == ' ' && d.chance(.6) {
				d.replace(i+1, i+2, "")
			}
			d.replace(i, i, " ")
		}
	}
}

// misreadings are typical confusions of optical character recognition.
var misreadings = []struct{ is, seen string }{{"l", "1"}, {"rn", "m"}, {"e", "c"}, {"i", "l"}, {"o", "0"}, {"h", "li"},
	{"t", "r"}, {"m", "rn"}, {"a", "o"}}

func (d *damage) misread(p float64) {
	for i := 1; i+2 < len(d.text); i++ {
		if d.labels[i] == tagger.Identifier || !d.chance(p) {
			continue
		}
		for _, m := range misreadings {
			if bytes.HasPrefix(d.text[i:], []byte(m.is)) && letterByte(d.text[i-1]) {
				d.replace(i, i+len(m.is), m.seen)
				break
			}
		}
	}
}

// unaccent separates accents from their letters and puts them beside these.
func (d *damage) unaccent() {
	for i := 0; i < len(d.text); {
		r, n := utf8.DecodeRune(d.text[i:])
		if by, ok := parted[r]; ok && unicode.IsLetter(r) {
			d.replace(i, i+n, by)
			n = len(by)
		}
		i += n
	}
}

var parted = map[rune]string{'é': "´e", 'è': "`e", 'ü': "¨u", 'ö': "¨o", 'ä': "¨a", 'á': "´a", 'ó': "´o", 'í': "´ı",
	'ñ': "˜n", 'ç': "c¸", 'š': "ˇs", 'ž': "ˇz", 'ć': "´c", 'č': "ˇc", 'ã': "˜a", 'ı': "i"}
