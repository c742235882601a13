package markup

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/extract/prose"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/extract/reflist"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

var (
	// typstLine matches a command on a line of its own.
	typstLine = lazy.Regexp(`^#(?:import|set|show|let|bibliography|include|pagebreak|outline|v)\b`)
	// typstHead matches a section heading, typstItem an item of a list.
	typstHead = lazy.Regexp(`^=+\s+(.*?)\s*(?:<[^<>\s]+>)?$`)
	typstItem = lazy.Regexp(`^[+-]\s+|^\d{1,4}\.\s+`)
	// typstCite matches keys: "@doe2020", "#cite(<doe2020>)", "#cite(label("doe2020"))".
	typstCite = lazy.Regexp(
		`#cite\(\s*(?:<([^<>\s]{1,100})>|label\("([^"\n]{1,100})"\))|(?:^|[\s(\[~,;])@([\pL\d_][\pL\d_:.\-]{0,100})`)
)

// ReadTypst reads the citations of a Typst document, and a list of references that it prints itself.
func ReadTypst(src []byte) (reading.Result, error) {
	var d document
	text := prose.Bounded(&d.Result, string(src))
	d.lines = prose.Split(typstShown(text))
	inList := false
	for i, l := range d.lines {
		text := l.Text
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
		d.lines[i] = prose.NewLine(text, l.Number)
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

// typstShown returns the text that a Typst document prints, without comments and code. Lines keep their numbers.
func typstShown(text string) string {
	var shown strings.Builder
	at, unclosed := 0, map[string]bool{}
	// upTo returns where the next mark from i ends, or 0 if there is none.
	upTo := func(i int, mark string) int {
		if !unclosed[mark] {
			if n := strings.Index(text[i:], mark); n >= 0 {
				return i + n + len(mark)
			}
			unclosed[mark] = true // none later either
		}
		return 0
	}
	for i := 0; i < len(text); {
		end := 0
		switch rest := text[i:]; {
		case strings.HasPrefix(rest, "```"):
			end = upTo(i+3, "```")
		case strings.HasPrefix(rest, "/*"):
			end = upTo(i+2, "*/")
		case rest[0] == '`':
			if n := strings.IndexAny(rest[1:], "`\n"); n >= 0 && rest[1+n] == '`' {
				end = i + n + 2
			}
		case strings.HasPrefix(rest, "//") && (i == 0 || text[i-1] != ':' && text[i-1] != '"'): // not an address
			end = i + len(rest)
			if n := strings.IndexByte(rest, '\n'); n >= 0 {
				end = i + n
			}
		}
		if end == 0 {
			i++
			continue
		}
		shown.WriteString(text[at:i] + " " + strings.Repeat("\n", strings.Count(text[i:end], "\n")))
		at, i = end, end
	}
	return shown.String() + text[at:]
}
