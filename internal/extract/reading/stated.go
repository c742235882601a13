package reading

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// statedFields maps the names with which entries label their parts: "Title: …; Authors: …", "{{cite journal |title=…".
// The names of a wiki's people are in two parts, which are joined.
var statedFields = Fields{"title": Title, "journal": Container, "booktitle": Container, "book": Container,
	"publication": Container, "venue": Container, "conference": Container, "source": Container, "work": Container,
	"magazine": Container, "newspaper": Container, "volume": Volume, "issue": Issue, "number": Issue, "pages": Pages,
	"publisher": Publisher, "location": Place, "address": Place, "edition": Edition, "series": Series,
	"encyclopedia": Container, "chapter": Title, "website": Container, "author": Authors, "authors": Authors,
	"vauthors": Authors, "editor": Editors, "editors": Editors, "year": Date, "date": Date, "arxiv": ArXiv,
	"eprint": ArXiv, "pmid": PMID, "isbn": Serial, "issn": Serial, "url": Link, "link": Link, "last": nil, "first": nil,
	"journal-ref": (*Claim).Note, "comments": (*Claim).Note, "subjects": (*Claim).Note, // of arXiv's listings
	"doi": func(c *Claim, name, text string) { DOI(c, name, strings.TrimRight(text, ".;,")) }}

// statedPart matches a label of a part: at the start of an entry or after a separator. Replies quote with ">", and
// Org begins labels with a colon.
var (
	statedPart = lazy.Regexp(`(?i)(?:^|[;.,|\n]|\s-)\s*(?:[-*•>]\s+|:)?\**([a-z-]{3,13})\**\s*:\**\s+`)
	wikiOpens  = lazy.Regexp(`(?i)^(?:[*#:]+\s*)?(?:<ref[^>]*>\s*)?\{\{\s*(?:cite|cit|citation|literatur|ouvrage|article|chapitre|lien)\b[^|}]*\|`)
	wikiName   = lazy.Regexp(`^([a-zA-Z-]+?)-?(\d*)$`)
)

// stated reads an entry that labels its parts. It returns false for any other.
func stated(ref *biblio.Reference) bool {
	var parts [][2]string
	if at := wikiOpens.FindStringIndex(ref.Raw); at != nil {
		parts = wikiParts(ref.Raw[at[1]:])
	} else {
		parts = labelledParts(ref.Raw)
	}
	var c Claim
	known := map[string]bool{}
	names := map[string][2]string{} // of a wiki's people by number
	var order []string
	for _, p := range parts {
		name, text := strings.ToLower(p[0]), strings.TrimSpace(p[1])
		m := wikiName.FindStringSubmatch(name)
		if text == "" || m == nil {
			continue
		}
		switch m[1] {
		case "last", "first":
			if _, seen := names[m[2]]; !seen {
				order = append(order, m[2])
			}
			one := names[m[2]]
			if m[1] == "last" {
				one[0] = text
			} else {
				one[1] = text
			}
			names[m[2]] = one
		default:
			if !statedFields.Take(&c, m[1], text) {
				c.Note(name, text)
				continue
			}
		}
		known[m[1]] = true
	}
	for _, n := range order {
		c.Person(names[n][0], names[n][1], "", biblio.Author)
	}
	if c.Title == "" || len(known) < 3 && len(c.IDs) == 0 || len(known) < 2 {
		return false
	}
	ref.Claimed, ref.Spans, ref.Confidence = c.Work, nil, nil
	for k, v := range c.Extra {
		SetExtra(ref, k, v)
	}
	return true
}

// isiCited matches a cited reference of Web of Science: first author, year, source, volume, page, DOI.
var isiCited = lazy.Regexp(`^(\p{Lu}[\p{L}'’ -]+?),? (\p{Lu}[\p{L}.-]*), ((?:1[5-9]|20)\d\d), ([\p{Lu}\d][\p{Lu}\d &:.'-]+)(?:, V(\w+))?(?:, P(\w+))?(?:, (?i:DOI) (\S+?))?[.;]?$`)

// citedByISI reads an entry of that form, which names only the first author and no title.
func citedByISI(ref *biblio.Reference) bool {
	m := isiCited.FindStringSubmatch(ref.Raw)
	if m == nil || m[5] == "" && m[7] == "" {
		return false
	}
	var c Claim
	c.Person(m[1], m[2], "", biblio.Author)
	c.AuthorsCut = true
	c.Date(m[3])
	c.Container.Title, c.Volume, c.Pages = m[4], m[5], m[6]
	if m[7] != "" {
		c.State(ident.DOI, m[7])
	}
	ref.Claimed = c.Work
	return true
}

// labelledParts cuts "Title: …; Authors: …; Year: …" into its parts; nil if the first does not begin the text.
func labelledParts(s string) (parts [][2]string) {
	if _, drawer, ok := strings.Cut(s, ":PROPERTIES:"); ok { // of a heading in Org
		s, _, _ = strings.Cut(drawer, ":END:")
	}
	var marks [][]int
	for _, m := range statedPart.FindAllStringSubmatchIndex(s[:min(len(s), longestStated)], -1) {
		name := strings.ToLower(s[m[2]:m[3]])
		if _, ok := statedFields[name]; ok {
			marks = append(marks, m)
		}
	}
	if len(marks) < 3 || strings.Trim(s[:marks[0][2]], " -*•>:\n\t") != "" {
		return nil
	}
	for i, m := range marks {
		end := len(s)
		if i+1 < len(marks) {
			end = marks[i+1][0]
		}
		parts = append(parts, [2]string{s[m[2]:m[3]], strings.Trim(strings.TrimSpace(s[m[1]:end]), ";|*")})
	}
	return parts
}

// longestStated bounds the bytes of an entry in which labels are searched for.
const longestStated = 8 << 10

// wikiParts cuts the parameters of a template at the bars outside inner templates and links.
func wikiParts(s string) (parts [][2]string) {
	depth, start := 0, 0
	take := func(end int) {
		name, text, ok := strings.Cut(s[start:end], "=")
		if ok {
			parts = append(parts, [2]string{strings.TrimSpace(name), strings.Trim(text, " []")})
		}
		start = end + 1
	}
	for i := 0; i < len(s); i++ {
		switch {
		case strings.HasPrefix(s[i:], "{{"), strings.HasPrefix(s[i:], "[["):
			depth++
			i++
		case depth > 0 && (strings.HasPrefix(s[i:], "}}") || strings.HasPrefix(s[i:], "]]")):
			depth--
			i++
		case depth == 0 && strings.HasPrefix(s[i:], "}}"):
			take(i)
			return parts
		case depth == 0 && s[i] == '|':
			take(i)
		}
	}
	take(len(s))
	return parts
}
