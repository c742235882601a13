package normalise

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// iso4.txt has one word of a title per line, as its head says; abbreviations.txt has the short forms in use beside
// ISO 4's: each line is an abbreviation, followed by the beginnings of the words that it stands for.
var (
	//go:embed iso4.txt
	iso4Text string
	//go:embed abbreviations.txt
	abbreviationText string
)

// titleWords are the words of the names of journals with their abbreviations.
type titleWords struct {
	iso4  map[string]string   // by word, or by beginning with a hyphen after it: the abbreviation, "=" for none
	short map[string]bool     // the abbreviations, with their full stops
	stems map[string][]string // by abbreviation, normalised: the beginnings of the words that it stands for
	whole map[string]bool     // normalised words that are written out
}

var titleTable = sync.OnceValue(func() *titleWords {
	t := &titleWords{iso4: map[string]string{}, short: map[string]bool{}, stems: map[string][]string{},
		whole: map[string]bool{}}
	for line := range strings.SplitSeq(iso4Text, "\n") {
		f := strings.Fields(line)
		if len(f) != 2 || f[0] == "#" {
			continue
		}
		t.iso4[f[0]] = f[1]
		t.short[f[1]] = true
		word := Text(strings.TrimSuffix(f[0], "-"))
		if word == strings.TrimSuffix(f[0], "-") || !strings.HasSuffix(f[0], "-") {
			t.whole[word] = true
		}
		if to := Text(f[1]); to != "" && to != word {
			t.stems[to] = append(t.stems[to], word)
		}
	}
	for line := range strings.SplitSeq(abbreviationText, "\n") {
		if f := strings.Fields(line); len(f) > 1 {
			t.stems[f[0]] = append(t.stems[f[0]], f[1:]...)
		}
	}
	return t
})

// TitleWord returns the abbreviation that ISO 4 has for a word in small letters, "=" for one that stays, and "" for
// one that the table lacks.
func TitleWord(word string) string {
	table := titleTable().iso4
	to := table[word]
	for n := len(word); to == "" && n > 2; n-- {
		to = table[word[:n]+"-"]
	}
	return to
}

// TitleAbbreviation reports whether ISO 4 has an abbreviation, given in small letters with its full stop.
func TitleAbbreviation(short string) bool { return titleTable().short[short] }

// abbreviation reports whether the table has a word as an abbreviation and not as a word.
func (t *titleWords) abbreviation(word string) bool { return t.stems[word] != nil && !t.whole[word] }

// titleWord is a normalised word of a container's name, with what its name says about it.
type titleWord struct {
	text   string
	dotted bool // a full stop marks it as an abbreviation
	brief  bool // some words of its name are abbreviations
}

// matches reports whether two words are the same word, one perhaps abbreviated or in the plural.
func (w titleWord) matches(v titleWord) bool {
	return w.text == v.text || w.abbreviates(v.text) || v.abbreviates(w.text)
}

// abbreviates reports whether a word stands for a longer one: by the table, or as its beginning or contraction if
// its name is abbreviated. An abbreviation of the table never stands for a word that has another one there: "Phys."
// is not "Physiology".
func (w titleWord) abbreviates(long string) bool {
	short := w.text
	if len(short) >= len(long) || short[0] != long[0] {
		return false
	}
	if listed(short, long) {
		return true
	}
	t, iso, brief := titleTable(), TitleWord(long), w.dotted || w.brief
	switch {
	case !brief && (t.stems[short] != nil || len(short) == 1),
		t.stems[short] != nil && len(short) > 1 && iso != "" && iso != "=":
		return false
	case strings.HasPrefix(long, short):
		return w.dotted || brief && (len(short) > 3 || !t.whole[short]) || cutBeforeVowel(short, long)
	}
	return (w.dotted || brief && !t.whole[short]) && contracts(short, long)
}

// listed reports whether the table has a word as an abbreviation of a longer one.
func listed(short, long string) bool {
	return strings.TrimSuffix(TitleWord(long), ".") == short ||
		slices.ContainsFunc(titleTable().stems[short], func(stem string) bool { return strings.HasPrefix(long, stem) })
}

// cutBeforeVowel reports whether a word looks like the beginning of a longer one that ISO 4 leaves: three letters or
// more are missing, the first of them a vowel after a consonant. "Neurochir" is one of "neurochirurgica"; "cancer" is
// none of "cancers".
func cutBeforeVowel(short, long string) bool {
	const vowels = "aeiouy"
	return len(short) >= 4 && len(long) >= len(short)+3 && strings.IndexByte(vowels, long[len(short)]) >= 0 &&
		strings.IndexByte(vowels, short[len(short)-1]) < 0
}

// contracts reports whether the letters of a word of three or more stand in a longer one in this order, the first
// letter first: "natl" in "national".
func contracts(short, long string) bool {
	return len(short) >= 3 && Subsequence([]byte(short), []byte(long))
}

// journalmacros.txt: each line is a macro, "name|journal", as the styles of astronomers and physicists (AASTeX and
// its relatives) define them. ADS writes them into its exports.
//
//go:embed journalmacros.txt
var journalMacroText string

var journalMacros = sync.OnceValue(func() map[string]string {
	table := map[string]string{}
	for line := range strings.SplitSeq(journalMacroText, "\n") {
		if name, journal, ok := strings.Cut(line, "|"); ok {
			table[name] = journal
		}
	}
	return table
})

// JournalMacro returns the journal for a container whose whole name is one TeX command, in braces or not: "\apj",
// "{\mnras}". A command that is not in the table is its own name if it is the acronym of a known container: "\JMLR".
// ok is false for any other text.
func JournalMacro(s string) (journal string, ok bool) {
	name, ok := strings.CutPrefix(strings.Trim(s, "{} \t\n\""), "\\")
	if !ok || len(name) < 2 || len(name) > 12 {
		return "", false
	}
	for i := range len(name) {
		if !letter(name[i]) {
			return "", false
		}
	}
	if journal, ok := journalMacros()[strings.ToLower(name)]; ok {
		return journal, true
	}
	return name, capitalised(name) && KnownContainer(name)
}
