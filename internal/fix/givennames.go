package fix

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
)

// spellOut writes given names in full that a work has by their initials, where
// another record of the chosen version names the same people in the same order
// and has that name in full.
func (p *planner) spellOut(w *biblio.Work) {
	if w.AuthorsCut || !slices.ContainsFunc(w.Contributors, func(c biblio.Contributor) bool { return initialsOnly(fold.Text(c.Given)) }) {
		return
	}
	same := sameForm(w, biblio.FieldAuthors)
	list := slices.Clone(w.Contributors)
	for _, c := range p.version {
		r := &c.Hit.Record.Work
		if r.AuthorsCut || sameForm(r, biblio.FieldAuthors) != same {
			continue
		}
		others := r.Authors()
		for i, n := 0, 0; i < len(list) && n < len(others); i++ {
			if list[i].Role != biblio.Author && list[i].Role != "" {
				continue
			}
			if inFull(list[i].Given, others[n].Given) && list[i].Particle == others[n].Particle {
				list[i].Given, list[i].Stated = others[n].Given, others[n].Stated
			}
			n++
		}
	}
	w.Contributors = list
}

// initialsOnly reports a folded given name of which every word is one letter.
func initialsOnly(given string) bool {
	words := strings.Fields(given)
	return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool { return len([]rune(word)) > 1 })
}

// inFull reports a given name that begins with the initials of another, the first
// of them spelled out.
func inFull(initials, given string) bool {
	have, want := fold.Text(initials), strings.Fields(fold.Text(given))
	letters := strings.Fields(have)
	if !initialsOnly(have) || len(want) < len(letters) || len([]rune(want[0])) < 2 {
		return false
	}
	for i, letter := range letters {
		if !strings.HasPrefix(want[i], letter) {
			return false
		}
	}
	return true
}
