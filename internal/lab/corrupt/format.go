package corrupt

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// shortForms abbreviate words of containers, as bibliographies do.
var shortForms = strings.NewReplacer("Proceedings of the ", "Proc. ", "Proceedings of ", "Proc. ",
	"International Conference on ", "Int. Conf. on ", "International Conference", "Int. Conf.",
	"Transactions on ", "Trans. ", "Journal of ", "J. ", "Conference on ", "Conf. on ", "Physical Review", "Phys. Rev.",
	"Physics", "Phys.", "Symposium", "Symp.")

// genericShort are short names in exports that do not name a venue.
var genericShort = map[string]bool{"findings": true, "workshop": true, "workshops": true, "main": true,
	"conference": true, "journal": true, "article": true}

// formats are alternative forms of the same reference. Each reports whether it changed anything.
var formats = []func(*draft, string) bool{
	func(d *draft, op string) bool { return d.setAuthors(op, initialsOnly(d.claim.Authors)) },
	func(d *draft, op string) bool { return d.setAuthors(op, familyFirst(d.claim.Authors)) },
	func(d *draft, op string) bool { return d.set(op, "title", strings.ToLower(d.claim.Title)) },
	func(d *draft, op string) bool { return d.set(op, "title", d.claim.Title+".") },
	func(d *draft, op string) bool { return d.set(op, "venue", shortForms.Replace(d.claim.Venue)) },
	func(d *draft, op string) bool {
		if r := d.work.Record.Container.Short; r != "" && !genericShort[strings.ToLower(r)] {
			return d.set(op, "venue", r)
		}
		return false
	},
	func(d *draft, op string) bool {
		if first, last, ok := strings.Cut(d.claim.Pages, "-"); ok {
			return d.set(op, "pages", "pp. "+strings.Trim(first, "- ")+"–"+strings.Trim(last, "- "))
		}
		return false
	},
	func(d *draft, op string) bool {
		return d.claim.DOI != "" && d.set(op, "doi", "https://doi.org/"+d.claim.DOI)
	},
}

// formatVariant applies one to three changes of form to different fields.
func formatVariant(d *draft, operator string) bool {
	order := make([]int, len(formats))
	for i := range order {
		order[i] = i
	}
	d.random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	want, done := between(d.random, 1, 3), 0
	for _, i := range order {
		before := d.snapshot()
		if done == want || !formats[i](d, operator) {
			continue
		}
		if d.twice() {
			d.restore(before)
			continue
		}
		done++
	}
	return done > 0
}

// state is a saved state of a draft.
type state struct {
	claim   biblio.Flat
	changes int
}

func (d *draft) snapshot() state { return state{d.claim, len(d.changes)} }

func (d *draft) restore(s state) { d.claim, d.changes = s.claim, d.changes[:s.changes] }

// twice reports whether the last change is of a field that had been changed before.
func (d *draft) twice() bool {
	last := d.changes[len(d.changes)-1]
	return slices.ContainsFunc(d.changes[:len(d.changes)-1], func(c Change) bool { return c.Field == last.Field })
}
