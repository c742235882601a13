package judge

import (
	"slices"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lists"
)

// coverageState says what the silence of the sources means for a reference.
type coverageState struct {
	silent   []*answer.Info     // sources that answered a search by title
	covered  []string           // sources that answered and whose silence means absence
	listed   string             // what a source that lists the claimed container and year completely says
	nearly   string             // what a source says that is estimated to list nearly all of them; proves nothing
	complete []*answer.Coverage // of the sources that are complete for the claimed container and year
	failed   []*answer.Info     // sources that cover such works but did not answer
	missed   []string           // sources that did not answer but could have a record of the work
	answered int                // sources that answered at all
	asked    int                // sources that answered or failed
}

// namesOf returns the names of sources.
func namesOf(sources []*answer.Info) []string {
	return lists.Map(sources, func(s *answer.Info) string { return s.Name })
}

func coverage(ref *biblio.Reference, lookups []answer.Lookup) coverageState {
	var s coverageState
	for i := range lookups {
		l := &lookups[i]
		switch {
		case answered(*l):
			s.answered++
			s.asked++
			s.take(l)
		case l.Outcome == answer.Failed:
			s.asked++
			if couldHave(&l.Source, &ref.Claimed) {
				s.missed = append(s.missed, l.Source.Name)
			}
			if couldDecide(&l.Source, &ref.Claimed) {
				s.failed = append(s.failed, &l.Source)
			}
		}
	}
	return s
}

// take adds what the answer of a source says about absence. A source's estimate for a container that it lists proves
// nothing.
func (s *coverageState) take(l *answer.Lookup) {
	cover := &l.Answer.Coverage
	weight, sentence := Absence(cover)
	if weight > Silent {
		s.listed = sentence
	}
	if cover.Extent == answer.CompleteHere {
		s.complete = append(s.complete, cover)
	}
	estimated := cover.Extent == answer.Covered && cover.Container != ""
	if estimated && cover.Listing.Works > 1 {
		s.nearly = nearlyListed(cover)
	}
	if cover.Searched {
		s.silent = append(s.silent, &l.Source)
	}
	if cover.Extent >= answer.Covered && weight != Weighed && !estimated {
		s.covered = append(s.covered, l.Source.Name)
	}
}

// couldHave reports whether a source that can be asked about a work could have a record of it, whatever works it
// covers: Semantic Scholar without a key covers none, because it refuses most queries, but a record from it can still
// verify a work.
func couldHave(info *answer.Info, w *biblio.Work) bool {
	if info.Origin.Kind == biblio.ConfirmOnly {
		return false
	}
	if year := w.Issued.Year; year != 0 &&
		(info.FromYear != 0 && year < info.FromYear || info.ToYear != 0 && year > info.ToYear) {
		return false
	}
	return info.Titles || info.Raw ||
		slices.ContainsFunc(info.Schemes, func(scheme ident.Scheme) bool { return !w.ID(scheme).IsZero() })
}

// couldDecide reports whether a source covers works of the claimed kind and year, so that silence allows no
// conclusion before it has answered.
func couldDecide(info *answer.Info, w *biblio.Work) bool {
	return couldHave(info, w) &&
		(info.Types == nil || w.Type == biblio.TypeUnknown || slices.Contains(info.Types, w.Type))
}
