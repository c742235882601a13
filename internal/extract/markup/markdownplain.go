package markup

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/reading"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// plainText is a text without markup, and where its bytes were.
type plainText struct {
	text  string
	at    []int // for each byte of text its place in the source, and the source's length
	links []string
}

var (
	inlineTag = lazy.Regexp(`^</?(?:i|b|em|strong|sup|sub|u|span|a|cite|code|br|small)\b[^<>]*>`)
	autolink  = lazy.Regexp(`^<((?:https?://|doi:)[^<>\s]+)>`)
	link      = lazy.Regexp(
		`^!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(\s*<?([^()\s<>]*(?:\([^()\s]*\)[^()\s<>]*)*)>?(?:\s+"[^"]*")?\s*\)`)
)

// definition matches the definition of a link, "[1]: address "Title"", without its name: the title is the entry.
var definition = lazy.Regexp(
	`^<?((?:https?://|doi:)[^\s<>]+)>?\s+(?:"([^"]{10,})"|'([^']{10,})'|\(((?:[^()]|\([^()]*\)){10,})\))$`)

// plain removes the markup from a text: emphasis, links, code, tags, escapes.
func plain(s string) plainText {
	var p plainText
	if m := definition.FindStringSubmatchIndex(s); m != nil {
		p.links = append(p.links, s[m[2]:m[3]])
		for i := 4; i < len(m); i += 2 {
			if m[i] >= 0 {
				p.add(s[m[i]:m[i+1]], m[i], 0)
				s = s[:m[i+1]]
				break
			}
		}
	} else {
		p.add(s, 0, 0)
	}
	p.at = append(p.at, len(s))
	return p
}

// maxLinks bounds the links of one entry.
const maxLinks = 50

// add adds a part of the source at an offset.
func (p *plainText) add(s string, offset, depth int) {
	var b strings.Builder
	put := func(from, to int) {
		b.WriteString(s[from:to])
		for i := from; i < to; i++ {
			p.at = append(p.at, offset+i)
		}
	}
	flush := func() {
		p.text += b.String()
		b.Reset()
	}
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == '\\' && i+1 < len(s) && strings.IndexByte("\\`*_{}[]()#+-.!<>~|&", s[i+1]) >= 0:
			put(i+1, i+2)
			i += 2
		case c == '*' || c == '`', c == '_' && wordEdge(s, i):
			i++
		case c == '<':
			if m := autolink.FindStringSubmatchIndex(s[i:min(len(s), i+2500)]); m != nil {
				put(i+m[2], i+m[3])
				i += m[1]
			} else if n := len(inlineTag.FindString(s[i:min(len(s), i+600)])); n > 0 {
				i += n
			} else {
				put(i, i+1)
				i++
			}
		case (c == '[' || c == '!') && depth < 3 && len(p.links) < maxLinks:
			m := link.FindStringSubmatchIndex(s[i:min(len(s), i+4500)])
			if m == nil {
				put(i, i+1)
				i++
				continue
			}
			flush()
			if c == '[' {
				p.add(s[i+m[2]:i+m[3]], offset+i+m[2], depth+1)
			}
			p.links = append(p.links, s[i+m[4]:i+m[5]])
			i += m[1]
		default:
			put(i, i+1)
			i++
		}
	}
	flush()
}

// wordEdge reports whether an underscore is at the edge of a word, as in emphasis.
func wordEdge(s string, i int) bool {
	word := func(c byte) bool {
		return c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80 || c == '_'
	}
	return i == 0 || i+1 == len(s) || !word(s[i-1]) || !word(s[i+1])
}

// linkedCitation matches an entry that is one linked citation, whose brackets the parser knows.
var linkedCitation = lazy.Regexp(`^\[[^\[\]]*\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)$`)

// longestEntry bounds, in bytes, the entries from which markup is removed: a longer one is text without the marks of
// a list, and its places would take eight times its memory.
const longestEntry = 1 << 20 // case: TestRead

// parse reads an entry without its markup. Its raw text stays as written, and the spans refer to that.
func parse(ref *biblio.Reference, printed *reading.Printed) {
	if len(ref.Raw) > longestEntry {
		printed.Read(ref)
		return
	}
	p := plain(ref.Raw)
	if p.text == ref.Raw || linkedCitation.MatchString(ref.Raw) {
		printed.Read(ref)
		return
	}
	raw := ref.Raw
	ref.Raw = p.text
	printed.Read(ref)
	ref.Raw = raw
	for f, s := range ref.Spans {
		if s.Start < 0 || s.End >= len(p.at) || s.Start >= s.End {
			delete(ref.Spans, f)
			continue
		}
		ref.Spans[f] = biblio.Span{Start: p.at[s.Start], End: p.at[s.End-1] + 1}
	}
	for _, uri := range p.links {
		reading.AddLink(ref, uri)
	}
}
