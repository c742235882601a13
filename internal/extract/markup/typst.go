package markup

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/extract/prose"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

var (
	// typstSilent is what a Typst document does not print as text: comments, code, the
	// commands that stand alone in a line.
	typstSilent = lazy.Regexp("(?s)```.*?```|`[^`\n]*`|/\\*.*?\\*/|(?:^|[^:\"])//[^\n]*")
	typstLine   = lazy.Regexp(`^#(?:import|set|show|let|bibliography|include|pagebreak|outline|v)\b`)
	// typstHead opens a section, typstItem an item of a list.
	typstHead = lazy.Regexp(`^=+\s+(.*?)\s*(?:<[^<>\s]+>)?$`)
	typstItem = lazy.Regexp(`^[+-]\s+|^\d{1,4}\.\s+`)
	// typstCite names keys: "@doe2020", "#cite(<doe2020>)", "#cite(label("doe2020"))".
	typstCite = lazy.Regexp(
		`#cite\(\s*(?:<([^<>\s]{1,100})>|label\("([^"\n]{1,100})"\))|(?:^|[\s(\[~,;])@([\pL\d_][\pL\d_:.\-]{0,100})`)
)

// ReadTypst reads the citations of a Typst document, and a list of references that it
// prints by itself.
func ReadTypst(src []byte) (prose.Result, error) {
	var d document
	text := prose.Bounded(&d.Result.Result, string(src))
	var shown strings.Builder
	end := 0
	for _, at := range typstSilent.FindAllStringIndex(text, -1) {
		shown.WriteString(text[end:at[0]] + " " + strings.Repeat("\n", strings.Count(text[at[0]:at[1]], "\n")))
		end = at[1]
	}
	text = shown.String() + text[end:]
	d.lines = prose.Split(text)
	inList := false
	for i, l := range d.lines {
		text := l.Text()
		head := typstHead.FindStringSubmatch(text)
		switch {
		case typstLine.MatchString(text):
			text = ""
		case head == nil && inList:
			text = typstItem.ReplaceAllString(text, "- ")
		case head != nil:
			text = ""
			if inList = reflist.Heading(head[1], false); inList {
				text = "# " + head[1] // as in Markdown
			}
		}
		d.lines[i] = prose.NewLine(text, l.Number())
	}
	if prose.ListOnly(d.lines) || d.items() {
		d.list()
	}
	if d.Texts == nil {
		d.Texts = prose.Running(d.lines, nil)
	}
	for _, t := range d.Texts {
		for _, at := range typstCite.FindAllStringSubmatchIndex(t.Body, -1) {
			for g := 2; g < len(at); g += 2 {
				if at[g] < 0 {
					continue
				}
				key, from, to := strings.TrimRight(t.Body[at[g]:at[g+1]], ".:-"), at[0], at[1]
				if t.Body[at[g]-1] == '@' {
					from, to = at[g]-1, at[g]+len(key)
				}
				d.mark(t, key, []int{from, to})
			}
		}
	}
	return d.Result, nil
}
