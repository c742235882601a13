package entry

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/style"
)

// Step is one step in turning a list of names into another: the old name at index Old stays (Keep) or is
// replaced by the new one at index New. Old is -1 for an insertion, New is -1 for a deletion.
type Step struct {
	Old, New int
	Keep     bool
}

// maxNames bounds the lists of names that are aligned, not counting names that agree at both ends.
const maxNames = 60

// Steps returns the steps from the old names to the wanted ones that keep as many as possible in place.
func Steps(old, want []biblio.Contributor) []Step {
	head := 0
	for head < len(old) && head < len(want) && SamePerson(old[head], want[head]) {
		head++
	}
	tail := 0
	for tail < len(old)-head && tail < len(want)-head && SamePerson(old[len(old)-1-tail], want[len(want)-1-tail]) {
		tail++
	}
	steps := make([]Step, 0, max(len(old), len(want)))
	for i := range head {
		steps = append(steps, Step{i, i, true})
	}
	for _, s := range between(old[head:len(old)-tail], want[head:len(want)-tail]) {
		if s.Old >= 0 {
			s.Old += head
		}
		if s.New >= 0 {
			s.New += head
		}
		steps = append(steps, s)
	}
	for i := tail; i > 0; i-- {
		steps = append(steps, Step{len(old) - i, len(want) - i, true})
	}
	return steps
}

// between aligns the names between those that agree at both ends.
func between(old, want []biblio.Contributor) []Step {
	var steps []Step
	i, from := 0, 0
	gap := func(to, upto int) {
		for i < to || from < upto {
			step := Step{Old: -1, New: -1}
			if i < to {
				step.Old, i = i, i+1
			}
			if from < upto {
				step.New, from = from, from+1
			}
			steps = append(steps, step)
		}
	}
	if len(old) <= maxNames && len(want) <= maxNames { // longer lists are replaced one for one
		same := make([]int, len(old)) // index of the first wanted name that is the same person, or -1
		for i := range old {
			same[i] = slices.IndexFunc(want, func(c biblio.Contributor) bool { return SamePerson(old[i], c) })
		}
		numbers := make([]int, len(want))
		for j := range numbers {
			numbers[j] = j
		}
		for j, partner := range common(same, numbers) {
			if partner >= 0 {
				gap(partner, j)
				steps = append(steps, Step{partner, j, true})
				i, from = partner+1, j+1
			}
		}
	}
	gap(len(old), len(want))
	return steps
}

// SamePerson reports whether a name as written is an accepted form of another.
func SamePerson(have, want biblio.Contributor) bool {
	if have.IsZero() {
		return false
	}
	have.Role, want.Role, have.Stated, want.Stated = biblio.Author, biblio.Author, "", ""
	if have == want {
		return true
	}
	got := ComparePersons(have, want)
	return got.Agreed() && got.Kind != match.KindMisspelt && got.Kind != match.KindOrder
}

// ComparePersons compares two names as the judge compares those of two lists.
func ComparePersons(have, want biblio.Contributor) match.FieldComparison {
	have.Role, want.Role = biblio.Author, biblio.Author
	a := biblio.Work{Title: "T", Contributors: []biblio.Contributor{have}}
	b := biblio.Work{Title: "T", Contributors: []biblio.Contributor{want}}
	return match.Compare(&a, &b).Of(biblio.FieldAuthors)
}

// OnlyInitials reports whether a list has given names and all of them are written as initials.
func OnlyInitials(list []biblio.Contributor) bool {
	any := false
	for _, c := range list {
		if c.Given != "" && !onlyInitials(c) {
			return false
		}
		any = any || c.Given != ""
	}
	return any
}

// Initials returns a given name as initials in the form of the old names: "J. M.", "J.M." or "JM".
func Initials(given string, old []biblio.Contributor) string {
	form := style.Spaced
	for _, c := range old {
		switch {
		case c.Given == "":
		case !strings.Contains(c.Given, "."):
			form = style.Bare
		case strings.Contains(c.Given, ". "):
			return style.Initials(given, style.Spaced)
		case strings.Count(c.Given, ".") > 1:
			form = style.Tight
		}
	}
	return style.Initials(given, form)
}
