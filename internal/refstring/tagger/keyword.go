package tagger

import "strings"

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

// keywordWords lists the words of each group, separated by spaces.
var keywordWords = [keywords]string{
	keyIn:          "in im dans en",
	keyEditor:      "ed eds editor editors hrsg hg edited éd éds dir coord herausgegeben redaktion herausgeber cur curatore",
	keyVolume:      "vol volume vols bd band tome tomo jg jahrgang volumes т том 권 卷 집 輯 辑",
	keyIssue:       "no nr number issue num heft iss nº n° nos fasc art article paper 호 号 號 期",
	keyPages:       "pp p pages page seite seiten pag pág págs стр 页 頁 쪽",
	keyProceedings: "proc proceedings conference conf symposium symp workshop meeting congress tagungsband actes konferenz congreso colloque advances lecture notes findings atti",
	keyJournal:     "journal j review rev letters lett transactions trans annals ann bulletin bull zeitschrift revue revista archives arch acta magazine quarterly annual rivista jahrbuch archiv nature science reports studies",
	keyPublisher:   "press publisher publishers publishing verlag springer elsevier wiley éditions editions books sons inc ltd routledge sage mit academic macmillan univ universitaires publications editorial co gmbh mcgraw-hill prentice hall blackwell kluwer birkhäuser addison-wesley ieee acm",
	keyReport:      "thesis phd ph dissertation report rep tech technical master master's msc diss working preprint manuscript unpublished rfc memo memorandum thèse habilitation diplomarbeit patent submitted forthcoming",
	keyAccessed:    "available retrieved accessed online url abgerufen consulté zugriff access disponible verfügbar visited stand website",
	keyEdition:     "edition edn aufl auflage édition edición ristampa reprint reprinted",
	keyTranslator:  "translated translator translators übers übersetzt trad traduit traduction translation",
	keyMonth:       "january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec januar februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août septembre octobre novembre décembre spring summer autumn winter fall",
	keyArXiv:       "arxiv corr biorxiv medrxiv ssrn abs eprint",
	keyAnd:         "and und et y",
	keyEtAl:        "al others",
}

// newKeywords makes a lexicon of keywords, whose entries are their groups.
func newKeywords() *Lexicon {
	var hashes []uint32
	var groups []Entry
	for group, words := range keywordWords {
		for _, w := range strings.Fields(words) {
			hashes, groups = append(hashes, HashWord(w)), append(groups, Entry(group))
		}
	}
	return newLexicon(hashes, groups)
}
