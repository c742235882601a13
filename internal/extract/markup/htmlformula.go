package markup

import (
	"bytes"
	"strings"

	"golang.org/x/net/html"
)

// maxFormula bounds the text of a formula, in bytes: no title has more.
const maxFormula = 200

// formula takes what a formula in MathML shows, without the sources of it in
// other languages and without signs that are not seen.
func (p *page) formula() {
	var shown strings.Builder
	aside := 0 // annotations that are open
	for depth := 1; depth > 0; {
		kind := p.z.Next()
		p.line += bytes.Count(p.z.Raw(), []byte("\n"))
		switch kind {
		case html.ErrorToken:
			return
		case html.TextToken:
			if aside == 0 && shown.Len() < maxFormula {
				shown.WriteString(strings.TrimSpace(string(p.z.Text())))
			}
		case html.StartTagToken, html.EndTagToken:
			step := 1
			if kind == html.EndTagToken {
				step = -1
			}
			switch name, _ := p.z.TagName(); string(name) {
			case "math":
				depth += step
			case "annotation", "annotation-xml":
				aside = max(0, aside+step)
			}
		}
	}
	text := strings.Map(func(r rune) rune {
		if r >= 0x2061 && r <= 0x2064 { // function application, invisible times and their like
			return -1
		}
		return r
	}, shown.String())
	if text != "" && len(text) < maxFormula {
		p.write(text)
	}
}
