package corrupt

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// parts are the components of compounds and minor edits.
var parts = map[string][]func(*draft, string) bool{
	"authors": {addOrDelete, renameAuthor, alterGiven, replaceAuthor, reorderAuthors},
	"venue":   {otherVenue},
	"year":    {shiftYear(1, 3)},
	"id":      {damageDOI, inventDOI, alterArXiv},
	"pages":   {otherPages},
	"title":   {substituteWord},
}

// edit applies from low to high of the named parts, each at most once.
func edit(low, high int, names ...string) func(*draft, string) bool {
	return func(d *draft, operator string) bool {
		order := slices.Clone(names)
		d.random.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		want, done := between(d.random, low, high), 0
		for _, name := range order {
			if done == want {
				break
			}
			if !applies(d, name) {
				continue
			}
			before := d.snapshot()
			if pick(d.random, parts[name])(d, operator) {
				done++
			} else {
				d.restore(before)
			}
		}
		return done >= low
	}
}

// applies reports whether the reference states what the part would change.
func applies(d *draft, name string) bool {
	switch name {
	case "venue":
		return !preprint(&d.work.Record)
	case "id":
		return d.claim.DOI != "" || d.claim.ArXivID != ""
	case "pages":
		return d.claim.Pages != ""
	}
	return true
}

// minorTitle changes one or two words of the title in addition to a metadata edit.
func minorTitle(d *draft, operator string) bool {
	return edit(1, 2, "authors", "venue", "year", "id")(d, operator) && substitute(d, operator, between(d.random, 1, 2))
}

// fabricate rewrites the reference into a plausible work that does not exist:
// title, authors, year by three to eight, identifiers, container.
func fabricate(d *draft, operator string) bool {
	if !fabricateTitle(d, operator) || !fabricateAuthors(d, operator) || !shiftYear(3, 8)(d, operator) {
		return false
	}
	if d.claim.DOI != "" && !inventDOI(d, operator) || d.claim.ArXivID != "" && !alterArXiv(d, operator) {
		return false
	}
	if d.claim.Venue != "" && !preprint(&d.work.Record) && !otherVenue(d, operator) {
		return false
	}
	d.set(operator, "url", "")
	return true
}

// chimera joins the title of the work with the authors of another.
func chimera(d *draft, operator string) bool {
	r := d.other(func(r *biblio.Record) bool { return len(r.Authors()) > 1 })
	if r == nil {
		return false
	}
	f := Claim(r)
	return d.setAuthors(operator, f.Authors)
}

// hijack keeps a real identifier on an invented work.
func hijack(d *draft, operator string) bool {
	return (d.claim.DOI != "" || d.claim.ArXivID != "") && fabricateTitle(d, operator) && fabricateAuthors(d, operator)
}

// wholesale takes everything from a record of another work except the title and the first author.
func wholesale(d *draft, operator string) bool {
	r := d.other(func(r *biblio.Record) bool {
		return !preprint(r) && r.Issued.Year != d.work.Record.Issued.Year && !r.ID(ident.DOI).IsZero() && r.Pages != ""
	})
	if r == nil {
		return false
	}
	own := containersOf(d.work)
	for _, c := range containersOf(&Work{Versions: []biblio.Record{*r}}) {
		if anyContainer(own, &c) {
			return false
		}
	}
	f := Claim(r)
	if slices.Contains(d.stated("year"), string(f.Year)) {
		return false
	}
	for _, field := range []string{"venue", "year", "doi", "pages"} {
		d.set(operator, field, Value(&f, field))
	}
	for _, field := range []string{"volume", "issue"} {
		if v := Value(&f, field); v != "" && !slices.Contains(d.stated(field), v) {
			d.set(operator, field, v)
		}
	}
	return true
}

// preprint reports whether a record is a preprint server's.
func preprint(r *biblio.Record) bool {
	return r.Type == biblio.Preprint || r.Container.Title == "" || isPreprintServer(r.Container.Title)
}
