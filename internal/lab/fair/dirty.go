package fair

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// slips are what people do to the records that they keep. Each changes one field
// of a work.
var slips = []func(*draft, *biblio.Work){
	func(_ *draft, w *biblio.Work) { w.Contributors = w.Contributors[:len(w.Contributors)-1] },
	func(d *draft, w *biblio.Work) { w.Contributors[len(w.Contributors)-1] = d.other.Authors()[0] },
	func(_ *draft, w *biblio.Work) {
		w.Contributors[0], w.Contributors[1] = w.Contributors[1], w.Contributors[0]
	},
	func(_ *draft, w *biblio.Work) { w.Issued.Year++ },
	func(_ *draft, w *biblio.Work) { w.Issued.Year -= 3 },
	func(d *draft, w *biblio.Work) { w.Container = biblio.Container{Title: d.other.Container.Title} },
	func(d *draft, w *biblio.Work) {
		words := strings.Fields(w.FullTitle())
		w.Title, w.Subtitle = strings.Join(words[:len(words)-1], " "), ""
	},
	func(_ *draft, w *biblio.Work) { w.Title = "RETRACTED: " + w.Title },
}

func (d *draft) addDirty() {
	f := d.record.Flat()
	w := f.Work()
	slips[d.n%len(slips)](d, &w)
	d.add(biblio.PersonalList, w)
}

// dirtyRecord records the work by a careless person alone.
func dirtyRecord(d *draft) bool {
	d.addDirty()
	return true
}

// dirtyBeside records the work by its publisher too.
func dirtyBeside(d *draft) bool {
	d.add(biblio.Publisher, d.record.Work)
	d.addDirty()
	return true
}
