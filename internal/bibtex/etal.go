package bibtex

import "github.com/bonafide-audit/bonafide/internal/lazy"

var etAl = lazy.Regexp(`(?i),?[\s~]+(?:and\s+)?(?:\{|\\(?:emph|textit|textsl)\s*\{|\{\\(?:it|em|itshape)\s+)?et\.?[\s~]+al\b\.?\}?\s*$`)

// EtAl gives where the words "et al." begin that end a list of names, with the
// white space and the comma before them, and -1 when none do. BibTeX reads them
// as part of the last name; the mark that it knows is "and others".
func EtAl(names string) int {
	at := etAl.FindStringIndex(names)
	if at == nil || at[0] == 0 || !Balanced(names[:at[0]]) {
		return -1
	}
	return at[0]
}
