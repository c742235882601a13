package fold

import (
	_ "embed"
	"strings"
	"sync"
)

// journalmacros.txt: a line a macro, "name|journal", as the styles of
// astronomers and physicists (AASTeX and its kin) define them. ADS writes them
// into its exports.
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

// JournalMacro gives the journal that a container stands for whose whole name is
// one TeX command, in braces or not: "\apj", "{\mnras}". A command that the table
// lacks names itself when it is the acronym of a known container: "\JMLR". ok is false for any
// other text.
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
