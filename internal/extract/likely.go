package extract

import (
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

// Likely gives the work that a reference claims, with its type as far as its
// form tells it: a printed reference states none. It is meant for writing
// entries; nothing is judged by a type that nobody claimed.
func Likely(ref *biblio.Reference) biblio.Work {
	w := ref.Claimed
	if w.Type == biblio.TypeUnknown {
		w.Type = likelyType(ref)
	}
	return w
}

func likelyType(ref *biblio.Reference) biblio.Type {
	w := &ref.Claimed
	raw := strings.ToLower(ref.Raw)
	container := fold.ParseContainer(w.Container.Title)
	switch {
	case containsAny(raw, "thesis", "dissertation"):
		return biblio.Thesis
	case container.Head == fold.Preprints, container.IsZero() && !w.ID(ident.ArXiv).IsZero():
		return biblio.Preprint
	case containsAny(raw, "technical report", "tech. rep", "working paper", "white paper"):
		return biblio.Report
	case !container.IsZero():
		return likelyPart(ref, container)
	case w.Publisher != "" && len(w.Contributors) > 0 && w.Pages == "":
		return biblio.Book
	}
	return biblio.TypeUnknown
}

// likelyPart gives the type of a work that stands in a container.
func likelyPart(ref *biblio.Reference, container fold.Container) biblio.Type {
	w := &ref.Claimed
	switch {
	case container.Head == fold.Conference, containsAny(container.Folded, "proceedings", "proc ", "workshop", "conference", "symposium", "advances in neural information"):
		return biblio.PaperConference
	case container.Head == fold.Journal, w.Issue != "":
		return biblio.ArticleJournal
	case introduced(ref) && (w.Publisher != "" || len(w.ByRole(biblio.Editor)) > 0):
		return biblio.Chapter
	case introduced(ref):
		return biblio.PaperConference
	case w.Volume != "", w.Pages != "":
		return biblio.ArticleJournal
	}
	return biblio.TypeUnknown
}

func containsAny(s string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// introduced reports that "In" stands before the container, as it does before
// the name of a book or of proceedings.
func introduced(ref *biblio.Reference) bool {
	at, ok := ref.Spans[biblio.FieldVenue]
	if !ok || at.Start > len(ref.Raw) {
		return false
	}
	before := strings.TrimRight(ref.Raw[:at.Start], " :\n“\"'")
	return strings.HasSuffix(before, " In") || strings.HasSuffix(before, " in") || strings.HasPrefix(ref.Raw[at.Start:], "In ")
}
