package tagger

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/words"
)

// Class is what a word is mostly used for in bibliographic records.
type Class uint8

// The classes of words.
const (
	ClassUnknown Class = iota
	ClassFamily
	ClassGiven
	ClassTitle
	ClassContainer
	ClassPublisher
	Classes
)

// Entry is the class of a word, how clear it is, and a second class.
type Entry uint8

// NewEntry returns an entry. Clarity ranges from 0 to 3.
func NewEntry(first Class, clarity int, second Class) Entry {
	return Entry(uint8(first) | uint8(clarity&3)<<3 | uint8(second)<<5)
}

// First returns the class of an entry.
func (e Entry) First() Class { return Class(e & 7) }

// Lexicon maps the hashes of words to entries: open addressing, in which a slot holds the part of the hash that its
// place does not determine. It is half as large as hashes and entries would be, so that more of it stays in the
// cache.
type Lexicon struct {
	slots []uint32 // 0 if empty, else a check and, in the last byte, the entry
	mask  uint32
	bits  uint   // of a slot number
	steps uint32 // all words are fewer steps from their first slot
}

// newLexicon returns a lexicon from parallel lists of hashes and entries.
func newLexicon(hashes []uint32, entries []Entry) *Lexicon {
	bits := uint(10)
	for 1<<bits < 2*len(hashes) {
		bits++
	}
	for {
		l := &Lexicon{slots: make([]uint32, 1<<bits), mask: 1<<bits - 1, bits: bits, steps: 1 << (bits - 8)}
		if l.fill(hashes, entries) {
			return l
		}
		bits++
	}
}

// fill reports whether every word found a slot.
func (l *Lexicon) fill(hashes []uint32, entries []Entry) bool {
	for i, h := range hashes {
		step := uint32(0)
		for step < l.steps && l.slots[(h+step)&l.mask] != 0 && l.slots[(h+step)&l.mask]>>8 != l.check(h)|step {
			step++
		}
		if step == l.steps {
			return false
		}
		l.slots[(h+step)&l.mask] = (l.check(h)|step)<<8 | uint32(entries[i])
	}
	return true
}

// check returns what distinguishes a hash in its first slot, in 24 bits: the bits that the number of the slot does
// not determine, and room for steps.
func (l *Lexicon) check(h uint32) uint32 { return h >> l.bits * l.steps }

// Find returns the entry of a word, or 0 for an unknown word.
func (l *Lexicon) Find(h uint32) Entry {
	check := l.check(h)
	for step := range l.steps {
		switch s := l.slots[(h+step)&l.mask]; {
		case s == 0:
			return 0
		case s>>8 == check|step:
			return Entry(s)
		}
	}
	return 0
}

// Marks of a name in the lexicon of containers: a run of words that begins a name, and one that is a whole name.
const (
	NameBegins Entry = 1
	NameWhole  Entry = 2
)

// ExtendName returns the hash of a run of words, given by its hash, and one more word. The empty run has hash 0.
func ExtendName(run, word uint32) uint32 { return finish(run*31 + word + 1) }

// maxName bounds the words of a container's name that are looked up.
const maxName = 12

// nameMark says where a token is in a known container name.
type nameMark uint8

const (
	nameNone nameMark = iota
	nameAlone
	nameFirst
	nameInside
	nameLast
)

func (t *Text) lookUpNames() {
	n := len(t.Tokens)
	for i := 0; i < n; {
		end := t.nameEnd(i)
		switch {
		case end == i+1:
			t.at[i+margin].name = nameAlone
		case end > i:
			for k := i; k < end; k++ {
				t.at[k+margin].name = nameInside
			}
			t.at[i+margin].name, t.at[end-1+margin].name = nameFirst, nameLast
		}
		i = max(end, i+1)
	}
}

// nameEnd returns the end of the longest known name that begins at token i, or i.
func (t *Text) nameEnd(i int) int {
	run, end := uint32(0), i
	for k := i; k < min(i+maxName, len(t.Tokens)); k++ {
		a := &t.at[k+margin]
		if t.Tokens[k].Kind != Word || k > i && !a.gap.joins() {
			break
		}
		run = ExtendName(run, a.word)
		switch t.names.Find(run) {
		case 0:
			return end
		case NameWhole:
			end = k + 1
		}
	}
	return end
}

// joins reports whether a gap may occur inside the name of a container.
func (g gap) joins() bool {
	switch g {
	case gapNone, gapSpace, gapStop, gapStopSpace, gapSentence, gapCommaSpace, gapColonSpace, gapHyphen, gapAmpersand,
		gapBreak, gapSlash, gapDash, gapOther:
		return true
	}
	return false
}

// keyword is a group of words that announce or mark a field.
type keyword uint8

const (
	keyNone keyword = iota
	keyIn
	keyEditor
	keyVolume
	keyIssue
	keyPages
	keyProceedings
	keyJournal
	keyPublisher
	keyReport
	keyAccessed
	keyEdition
	keyTranslator
	keyMonth
	keyArXiv
	keyAnd
	keyEtAl
	keywords
)

// keywordKinds are the kinds of words of each group, from the tables of words.
var keywordKinds = [keywords][]words.Kind{
	keyIn: {words.In}, keyEditor: {words.Editor}, keyVolume: {words.Volume}, keyIssue: {words.Issue},
	keyPages: {words.Pages}, keyReport: {words.Thesis},
	keyAccessed: {words.Accessed, words.Available}, keyEdition: {words.Edition}, keyTranslator: {words.Translator},
	keyAnd: {words.And}, keyMonth: {words.Months},
}

// keywordLanguages are the languages whose words the tagger knows: those of the references on which it was trained,
// and those whose script distinguishes their words from the others. A word of another language is a name in one of
// these ("Tom", "Hal", "God").
var keywordLanguages = []words.Language{"la", "en", "de", "fr", "es", "it", "ru", "uk", "bg", "el", "zh", "ja", "ko"}

// keywordWords lists the other words of each group, separated by spaces.
var keywordWords = [keywords]string{
	keyIssue: "art article paper",
	keyPages: "p",
	keyProceedings: "proc proceedings conference conf symposium symp workshop meeting congress tagungsband actes " +
		"konferenz congreso colloque advances lecture notes findings atti",
	keyJournal: "journal j review rev letters lett transactions trans annals ann bulletin bull zeitschrift revue " +
		"revista archives arch acta magazine quarterly annual rivista jahrbuch archiv nature science reports studies",
	keyPublisher: "press publisher publishers publishing verlag springer elsevier wiley éditions editions books sons " +
		"inc ltd routledge sage mit academic macmillan univ universitaires publications editorial co gmbh mcgraw-hill " +
		"prentice hall blackwell kluwer birkhäuser addison-wesley ieee acm",
	keyReport: "ph report rep tech technical master working preprint manuscript unpublished rfc memo memorandum " +
		"patent submitted forthcoming",
	keyAccessed: "online url stand website",
	keyMonth:    "spring summer autumn winter fall",
	keyArXiv:    "arxiv corr biorxiv medrxiv ssrn abs eprint",
	keyAnd:      "y",
	keyEtAl:     "al others",
}

// newKeywords returns a lexicon of keywords, whose entries are their groups. A word of several groups belongs to the
// first.
func newKeywords() *Lexicon {
	var hashes []uint32
	var groups []Entry
	seen := map[string]bool{}
	add := func(group int, list []string) {
		for _, w := range list {
			if !seen[w] {
				seen[w] = true
				hashes, groups = append(hashes, HashWord(w)), append(groups, Entry(group))
			}
		}
	}
	for group, own := range keywordWords {
		add(group, strings.Fields(own))
	}
	for group, kinds := range keywordKinds {
		for _, k := range kinds {
			for _, language := range keywordLanguages {
				add(group, language.Words(k))
			}
		}
	}
	return newLexicon(hashes, groups)
}
