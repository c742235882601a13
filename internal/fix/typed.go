package fix

import (
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// typesetting replaces what sources keep from the typesetting of a work, and what
// LaTeX and keyboards have no letter for: hyphens and spaces of other widths,
// ligatures.
var typesetting = strings.NewReplacer("\u2010", "-", "\u2011", "-", "\u00ad", "", "\u00a0", " ", "\u2009", " ", "\u200a", " ", "\u202f", " ", "\u200b", "",
	"ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl")

// typed gives a work as people type it, names with their capitals.
func typed(w biblio.Work) biblio.Work {
	for _, s := range []*string{&w.Title, &w.Subtitle, &w.Container.Title, &w.Container.Short, &w.Container.Series, &w.Publisher, &w.Place} {
		*s = typesetting.Replace(*s)
	}
	w.Contributors = slices.Clone(w.Contributors)
	for i := range w.Contributors {
		c := &w.Contributors[i]
		c.Given, c.Family = capitalised(c.Given, c.Family)
		for _, s := range []*string{&c.Family, &c.Given, &c.Particle, &c.Suffix, &c.Literal, &c.Stated} {
			*s = typesetting.Replace(*s)
		}
	}
	return w
}
