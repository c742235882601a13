package entry

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// TypeOf gives the type of a work, or, where its record states none, the type
// that its container shows; biblio.TypeUnknown when nothing does.
func TypeOf(w *biblio.Work) biblio.Type {
	if w.Type != biblio.TypeUnknown {
		return w.Type
	}
	name := fold.ParseContainer(w.Container.Title)
	switch {
	case name.Head == fold.Preprints, w.Container.Title == "" && !w.ID(ident.ArXiv).IsZero():
		return biblio.Preprint
	case name.Head == fold.Conference, len(name.Venues) > 0:
		return biblio.PaperConference
	case name.Head == fold.Journal, w.Container.Title != "" && (w.Volume != "" || w.Issue != ""):
		return biblio.ArticleJournal
	}
	return biblio.TypeUnknown
}
