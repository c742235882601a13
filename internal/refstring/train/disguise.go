package train

import (
	"strconv"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// disguised gives a record as a work of another kind now and then: the corpora
// hold few chapters, theses, reports, newspapers and bodies as authors, and
// journals of few fields.
func (r *Renderer) disguised(rec *Record) *Record {
	c := *rec
	other := r.others[r.random.IntN(len(r.others))]
	switch n := r.random.IntN(100); {
	case n < 9:
		c.disguise, c.Venue = "chapter", other.Title
		c.editors = other.people[:min(len(other.people), 1+r.random.IntN(3))]
	case n < 14:
		c.disguise = "report"
	case n < 17:
		c.disguise, c.Venue = "news", newspapers[r.random.IntN(len(newspapers))]
	case n < 20:
		c.disguise = "page"
		c.people = []biblio.Contributor{{Literal: bodies[r.random.IntN(len(bodies))]}}
	case n < 26:
		c.disguise = "book"
	case n < 28:
		c.people = []biblio.Contributor{{Literal: bodies[r.random.IntN(len(bodies))]}}
	case n < 60 && (rec.ArXiv != "" || rec.Venue == ""):
		j := journals[r.random.IntN(len(journals))]
		c.disguise, c.Venue, c.Short, c.short = "article", j.full, "", j.short
	}
	return &c
}

// date makes up a full date in the year of a record.
func (r *Renderer) date(values map[string]string) {
	month, day := r.random.IntN(12), 1+r.random.IntN(28)
	values["DM"] = months[month] + " " + strconv.Itoa(day)
	if r.chance(.4) {
		values["DM"] = strconv.Itoa(day) + " " + months[month]
	}
	values["D"] = strconv.Itoa(day) + "." + strconv.Itoa(month+1) + "." + values["Y"]
	values["P"] = strconv.Itoa(1 + r.random.IntN(40))
}
