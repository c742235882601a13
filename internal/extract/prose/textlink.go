package prose

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// linkText matches the text of a citation as report-writing models write them: [Author, Year, Title](address).
var linkText = lazy.Regexp(`^[^,].*?,\s*(?:1[5-9]\d\d|20[0-4]\d)[a-z]?,\s.{4,}$`)

// linkedCitations returns the linked citations of a text that has them inside its sentences, each once; nil for a
// text that has none, or is a list of them, one per line.
func linkedCitations(lines []Line) []Line {
	var links []Line
	inside, seen := 0, map[string]bool{}
	for _, l := range lines {
		for _, at := range linksIn(l.Text) {
			link := l.Text[at.Start:at.End]
			if amongWords(l.Text, at) {
				inside++
			}
			if !seen[link] {
				seen[link] = true
				links = append(links, Line{Text: link, Number: l.Number})
			}
		}
	}
	if inside == 0 {
		return nil
	}
	return links
}

// inSentence reports whether a line has a linked citation among other words.
func inSentence(s string) bool {
	return slices.ContainsFunc(linksIn(s), func(at biblio.Span) bool { return amongWords(s, at) })
}

func amongWords(s string, link biblio.Span) bool {
	return wordsIn(unmarked(s[:link.Start]))+wordsIn(s[link.End:]) > 3
}

// The longest parts of a link that are read.
const (
	maxLinkText    = 600
	maxLinkAddress = 2000
)

func linksIn(s string) []biblio.Span {
	var found []biblio.Span
	for i := 0; i < len(s); {
		n := strings.Index(s[i:], "](")
		if n < 0 {
			break
		}
		i += n
		from := max(0, i-maxLinkText)
		open := strings.LastIndexAny(s[from:i], "[]")
		if open < 0 || s[from+open] != '[' || !linkText.MatchString(s[from+open+1:i]) {
			i += 2
			continue
		}
		end := addressEnd(s, i+2)
		if end < 0 {
			i += 2
			continue
		}
		found = append(found, biblio.Span{Start: from + open, End: end})
		i = end
	}
	return found
}

// addressEnd returns the offset after the parenthesis that closes the address of a link, or -1 if there is no
// address.
func addressEnd(s string, i int) int {
	rest := strings.TrimLeft(s[i:min(len(s), i+maxLinkAddress)], " ")
	low := strings.ToLower(rest[:min(len(rest), 8)])
	if !strings.HasPrefix(low, "http://") && !strings.HasPrefix(low, "https://") && !strings.HasPrefix(low, "www.") &&
		!strings.HasPrefix(low, "10.") {
		return -1
	}
	depth := 1
	for j := i; j < len(s) && j < i+maxLinkAddress; j++ {
		switch s[j] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return j + 1
			}
		}
	}
	return -1
}

// wordsIn counts the words around a link, up to a limit.
func wordsIn(s string) int {
	if len(s) > 200 {
		return 10
	}
	return len(strings.Fields(s))
}

func isLink(s string) bool {
	return strings.HasPrefix(s, "[") && strings.Contains(s, "](") && strings.HasSuffix(s, ")")
}
