package claim

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/words"
)

// Section is the part of a work that a sentence is in.
type Section string

// The parts of a work; anything else is Other.
const (
	Abstract     Section = "abstract"
	Introduction Section = "introduction"
	Methods      Section = "methods"
	Results      Section = "results"
	Discussion   Section = "discussion"
	Conclusion   Section = "conclusion"
	Other        Section = "other"
)

// sections are the kinds of words in the headings of each part; the first that matches wins.
var sections = []struct {
	words   words.Kind
	section Section
}{
	{words.Abstract, Abstract}, {words.Conclusion, Conclusion}, {words.Discussion, Discussion},
	{words.Introduction, Introduction}, {words.Results, Results}, {words.Methods, Methods},
}

// SectionOf returns the part of a work with a heading.
func SectionOf(heading string) Section {
	heading = strings.ToLower(heading)
	for _, s := range sections {
		if slices.ContainsFunc(words.List(s.words), func(w string) bool { return strings.Contains(heading, w) }) {
			return s.section
		}
	}
	return Other
}

// Text is the available text of a cited work.
type Text struct {
	Sentences []Sentence
	Whole     bool // the whole work; otherwise only its abstract
}

// Sentence is one sentence of a text, with its place.
type Sentence struct {
	Text      string
	Section   Section
	Paragraph int // sentences of the same paragraph have the same number
	Page      int // from 1, 0 for unknown
	Boxes     []biblio.PageBox
}

// maxSentences is the maximum number of sentences of a text: a book of a thousand pages has half of them.
const maxSentences = 50_000

// AddParagraph splits a paragraph into sentences and adds them.
func (t *Text) AddParagraph(paragraph string, section Section, page int, boxes []biblio.PageBox) {
	t.AddRunning(paragraph, section, func(int, int) biblio.Place { return biblio.Place{Page: page, Boxes: boxes} })
}

// AddRunning splits running text of a document into sentences and adds them; at returns the position of a part of it.
func (t *Text) AddRunning(body string, section Section, at func(start, end int) biblio.Place) {
	number := 0
	if n := len(t.Sentences); n > 0 {
		number = t.Sentences[n-1].Paragraph + 1
	}
	for _, span := range sentenceSpans(body) {
		s := strings.Join(strings.Fields(body[span.Start:span.End]), " ")
		if s == "" {
			continue
		}
		if len(t.Sentences) == maxSentences {
			return
		}
		place := at(span.Start, span.End)
		t.Sentences = append(t.Sentences,
			Sentence{Text: s, Section: section, Paragraph: number, Page: place.Page, Boxes: place.Boxes})
	}
}

// sentenceSpans splits running text at the ends of sentences: at a stop that follows a word, does not belong to
// an abbreviation, and precedes a capital, a digit or a bracket.
func sentenceSpans(text string) []biblio.Span {
	var list []biblio.Span
	from := 0
	for i := 0; i < len(text); i++ {
		if n := stopAt(text, i); n > 0 {
			list = append(list, biblio.Span{Start: from, End: i + n})
			from = i + n
			i += n - 1
		}
	}
	return append(list, biblio.Span{Start: from, End: len(text)})
}

// stopAt returns the length of the stop that ends a sentence at i, 0 for none.
func stopAt(text string, i int) int {
	switch text[i] {
	case '.', '?', '!':
	case 0xE3, 0xEF:
		for _, stop := range []string{"。", "！", "？"} {
			if strings.HasPrefix(text[i:], stop) {
				return len(stop)
			}
		}
		return 0
	default:
		return 0
	}
	n := 1
	for i+n < len(text) && strings.IndexByte(`"')]`, text[i+n]) >= 0 {
		n++
	}
	rest := text[i+n:]
	next := strings.TrimLeft(rest, " \t\r\n")
	if len(next) == len(rest) || next == "" || next[0] >= 'a' && next[0] <= 'z' {
		return 0
	}
	before := text[strings.LastIndexAny(text[:i], " \t\r\n(")+1 : i]
	if text[i] == '.' && (words.Shortened(before) || len(before) == 1 && before[0] >= 'A' && before[0] <= 'Z') {
		return 0
	}
	return n
}
