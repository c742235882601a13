package bibtex

// Overlap reports that two edits, one of each list, replace a byte in common.
func Overlap(a, b []Edit) bool {
	for _, x := range a {
		for _, y := range b {
			if x.Span.Start < y.Span.End && y.Span.Start < x.Span.End {
				return true
			}
		}
	}
	return false
}

// Sift reports for each group of edits of a text whether it is to be made: those
// are not after which the text is not sound. It halves the groups until it knows
// which they are, and leaves out all that are sound by themselves but not together.
func Sift(text string, groups [][]Edit, sound func([]byte) bool) []bool {
	kept := make([]bool, len(groups))
	for i := range kept {
		kept[i] = true
	}
	sift(text, groups, kept, sound)
	return kept
}

func sift(text string, groups [][]Edit, kept []bool, sound func([]byte) bool) {
	if soundAfter(text, groups, kept, sound) {
		return
	}
	if half := len(groups) / 2; half > 0 {
		sift(text, groups[:half], kept[:half], sound)
		sift(text, groups[half:], kept[half:], sound)
		if soundAfter(text, groups, kept, sound) {
			return
		}
	}
	clear(kept)
}

// soundAfter reports that a text is sound after the edits of the groups kept.
func soundAfter(text string, groups [][]Edit, kept []bool, sound func([]byte) bool) bool {
	var all []Edit
	for i, edits := range groups {
		if kept[i] {
			all = append(all, edits...)
		}
	}
	if len(all) == 0 {
		return true
	}
	out, err := Splice(text, all)
	return err == nil && sound(out)
}
