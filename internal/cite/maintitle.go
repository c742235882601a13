package cite

import (
	"slices"
	"sort"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fold"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// exact leaves only the hits of the very title that was asked for, where there are
// any: "Invited talk: X" is not X.
func exact(q *Query, hits []*match.Candidate) []*match.Candidate {
	want := fold.Title(q.Ref.Claimed.Title)
	var same []*match.Candidate
	for _, h := range hits {
		if fold.Title(h.Hit.Record.FullTitle()) == want {
			same = append(same, h)
		}
	}
	if len(same) == 0 {
		return hits
	}
	return same
}

// byMainTitle gives the records whose title without its subtitle is the one asked
// for, one of each version, published ones first. They are no candidates, for
// their whole title is another one: each is compared with itself.
func byMainTitle(q *Query, f *audit.Finding) []*match.Candidate {
	want := fold.Title(q.Ref.Claimed.Title)
	var hits []*match.Candidate
	for i := range f.Evidence.Lookups {
		l := f.Evidence.Lookups[i]
		for _, hit := range l.Answer.Hits {
			if !slices.Contains(mainTitles(&hit.Record.Work), want) {
				continue
			}
			l.Answer = source.Answer{Hits: []source.Hit{hit}}
			for _, c := range match.Rank(&hit.Record.Work, "", []source.Lookup{l}) {
				if c.Origin.Kind != biblio.ConfirmOnly && !fix.Shown(hits, &c) {
					hits = append(hits, &c)
				}
			}
		}
	}
	sort.SliceStable(hits, func(i, j int) bool {
		return !fix.IsPreprint(&hits[i].Hit.Record) && fix.IsPreprint(&hits[j].Hit.Record)
	})
	return hits
}

// maxSubtitles bounds the subtitles of one title.
const maxSubtitles = 4

// mainTitles gives a title as it reads up to each of its subtitles.
func mainTitles(w *biblio.Work) []string {
	full := w.FullTitle()
	var list []string
	for rest := full; len(list) < maxSubtitles; {
		main, after, ok := fold.SplitSubtitle(rest)
		if !ok {
			break
		}
		cut := len(full) - len(rest) + len(main)
		list = append(list, fold.Title(full[:cut]))
		rest = after
	}
	return list
}
