package tagger

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/words"
)

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
