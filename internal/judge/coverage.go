package judge

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// coverageState says what the silence of the sources means for a reference.
type coverageState struct {
	covered      []string // sources that answered and usually have such works
	completeHere bool     // one that answered is complete for the claimed container and year
	failed       []string // sources that cover such works and did not answer
	answered     int      // sources that answered at all
	asked        int      // sources that answered or failed
}

func coverage(ref *biblio.Reference, lookups []source.Lookup) coverageState {
	var s coverageState
	for i := range lookups {
		l := &lookups[i]
		switch {
		case answered(*l):
			s.answered++
			s.asked++
			if l.Answer.Coverage.Extent >= source.Covered {
				s.covered = append(s.covered, l.Source.Name)
			}
			if l.Answer.Coverage.Extent == source.CompleteHere {
				s.completeHere = true
			}
		case l.Outcome == source.Failed:
			s.asked++
			if couldDecide(&l.Source, &ref.Claimed) {
				s.failed = append(s.failed, l.Source.Name)
			}
		}
	}
	return s
}

// couldDecide reports that a source holds works of the claimed kind and year
// as bibliographic records, so that its answer could have changed a verdict.
func couldDecide(info *source.Info, w *biblio.Work) bool {
	if info.Origin.Kind == biblio.ConfirmOnly {
		return false
	}
	if year := w.Issued.Year; year != 0 && (info.FromYear != 0 && year < info.FromYear || info.ToYear != 0 && year > info.ToYear) {
		return false
	}
	if !info.Titles && !info.Raw && !shareScheme(info, w) {
		return false
	}
	if info.Types == nil || w.Type == biblio.TypeUnknown {
		return true
	}
	for _, t := range info.Types {
		if t == w.Type {
			return true
		}
	}
	return false
}

func shareScheme(info *source.Info, w *biblio.Work) bool {
	for _, scheme := range info.Schemes {
		if !w.ID(scheme).IsZero() {
			return true
		}
	}
	return false
}
