package normalise

import (
	_ "embed"
	"strings"
	"sync"
)

// abbreviations.txt: each line is an abbreviation of a word in titles, from the ISO 4 word list and common use,
// followed by the beginnings of the words that it stands for; without any, the abbreviation itself is the beginning.
//
//go:embed abbreviations.txt
var abbreviationText string

var abbreviations = sync.OnceValue(func() map[string][]string {
	table := map[string][]string{}
	for line := range strings.SplitSeq(abbreviationText, "\n") {
		f := strings.Fields(line)
		switch len(f) {
		case 0:
		case 1:
			table[f[0]] = append(table[f[0]], f[0])
		default:
			table[f[0]] = append(table[f[0]], f[1:]...)
		}
	}
	return table
})

// wordMatch reports whether two normalised words of container names are the same word, one perhaps abbreviated. A
// word counts as an abbreviation if a full stop marks it or the list of abbreviations has it; an abbreviation on the
// list stands only for its own words, so that "Phys." is never "Physiology".
func wordMatch(a string, aDotted bool, b string, bDotted bool) bool {
	if a == b {
		return true
	}
	return abbreviates(a, aDotted, b) || abbreviates(b, bDotted, a)
}

func abbreviates(short string, dotted bool, long string) bool {
	if len(short) >= len(long) || short[0] != long[0] {
		return false
	}
	if stems := abbreviations()[short]; stems != nil {
		for _, stem := range stems {
			if strings.HasPrefix(long, stem) {
				return true
			}
		}
		return false
	}
	return dotted && strings.HasPrefix(long, short)
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
