package fold

import "strings"

// greek names the letters that titles write either way.
var greek = map[string]string{
	"α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta", "θ": "theta", "ι": "iota",
	"κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma", "τ": "tau", "υ": "upsilon",
	"φ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega",
}

// Title gives the comparison form of a title: Text, with a Greek letter that
// stands alone by its name.
func Title(s string) string {
	t := Text(s)
	if ascii(t) {
		return t
	}
	words := strings.Fields(t)
	changed := false
	for i, w := range words {
		if name, ok := greek[w]; ok {
			words[i], changed = name, true
		}
	}
	if !changed {
		return t
	}
	return strings.Join(words, " ")
}

// Words gives the words of a title in their comparison form.
func Words(s string) []string { return strings.Fields(Title(s)) }

// stopWords carry no meaning of their own in a title.
var stopWords = map[string]bool{
	"a": true, "an": true, "the": true, "of": true, "for": true, "and": true, "in": true, "on": true, "with": true, "to": true, "from": true,
	"by": true, "at": true, "via": true, "as": true, "is": true, "are": true, "its": true, "und": true, "der": true, "die": true, "das": true,
	"et": true, "de": true, "la": true, "le": true, "les": true, "des": true, "du": true, "en": true, "el": true, "y": true,
}

// StopWord reports a word of a folded text that carries no meaning.
func StopWord(w string) bool { return stopWords[w] }

// CutMark reports a title that ends in a mark of truncation and gives what
// stands before it.
func CutMark(s string) (string, bool) {
	t := strings.TrimRight(s, " ]")
	for _, mark := range []string{"…", "...", ". . ."} {
		if head, ok := strings.CutSuffix(t, mark); ok {
			return strings.TrimRight(head, " [.,;:-"), true
		}
	}
	return s, false
}

// SplitSubtitle cuts a raw title at its first subtitle separator: a colon, a
// dash between spaces, a question or exclamation mark or full stop before a
// capital. ok is false when there is none.
func SplitSubtitle(s string) (main, sub string, ok bool) {
	for i := 1; i+1 < len(s); i++ {
		switch s[i] {
		case ':':
			return s[:i], s[i+1:], true
		case '-':
			if s[i-1] == ' ' && (s[i+1] == ' ' || s[i+1] == '-') {
				return s[:i], strings.TrimLeft(s[i:], "- "), true
			}
		case '?', '!', '.':
			if s[i+1] == ' ' && i >= 3 && i+2 < len(s) && s[i+2] >= 'A' && s[i+2] <= 'Z' {
				return s[:i+1], s[i+2:], true
			}
		}
		if strings.HasPrefix(s[i:], "—") || strings.HasPrefix(s[i:], " – ") {
			return s[:i], strings.TrimLeft(s[i:], " —–"), true
		}
	}
	return s, "", false
}
