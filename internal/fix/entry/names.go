package entry

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lists"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/style"
)

// Places returns for each wanted name the index of the same person's name in a list, or -1.
func Places(old, want []biblio.Contributor) []int {
	return newRoster(old, lists.Map(old, biblio.Contributor.String)).places(want)
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

// LikeInitials returns names with initials if an old list has no given name in full.
func LikeInitials(old, want []biblio.Contributor) []biblio.Contributor {
	if !OnlyInitials(old) {
		return want
	}
	want = slices.Clone(want)
	for i := range want {
		want[i].Given = initialsLike(want[i].Given, old)
	}
	return want
}

// initialsLike returns a given name as initials in the form of the old names: "J. M.", "J.M." or "JM".
func initialsLike(given string, old []biblio.Contributor) string {
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
