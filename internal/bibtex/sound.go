package bibtex

// Balanced reports that every brace of a text has its partner, as BibTeX counts
// them: a backslash before a brace changes nothing.
func Balanced(s string) bool {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				return false
			}
		}
	}
	return depth == 0
}

// QuoteOutside reports a quotation mark outside all braces, which would end a
// value in quotation marks.
func QuoteOutside(s string) bool {
	depth := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			depth++
		case '}':
			depth--
		case '"':
			if depth == 0 {
				return true
			}
		}
	}
	return false
}

// ReadsAlike reports that a changed file has the same items under the same keys
// as before, and no problem more.
func ReadsAlike(before, after *File) bool {
	if len(before.Items) != len(after.Items) || len(after.Problems) > len(before.Problems) {
		return false
	}
	for i := range before.Items {
		a, b := &before.Items[i], &after.Items[i]
		if a.Kind != b.Kind || before.Key(a) != after.Key(b) {
			return false
		}
	}
	return true
}
