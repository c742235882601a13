package lab

import (
	"context"
	_ "embed"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cite"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// shortQueries are queries as people type them to find a work, each with its title after a tab.
//
//go:embed data/shortqueries.tsv
var shortQueries string

// The prediction for a query: the work that comes first, and whether its entry is written.
const (
	firstFound = "first"
	written    = "written"
)

func loadShortQueries(ctx context.Context, opt *Options) (*Set, error) {
	set := &Set{}
	for line := range strings.Lines(shortQueries) {
		query, title, _ := strings.Cut(strings.TrimSpace(line), "\t")
		set.Cases = append(set.Cases, Case{Reference: biblio.Reference{ID: query, Raw: query}})
		set.Gold = append(set.Gold, Gold{ID: query, Cluster: title, Values: map[string]string{firstFound: title}})
	}
	if opt.unasked() {
		return set, nil
	}
	dirs, err := opt.accusationCorpora(ctx)
	if err != nil {
		return nil, err
	}
	s, err := setup.Open(setup.Options{Corpora: dirs, Offline: true, Online: setup.Online{Memory: setup.NoMemory},
		Models: setup.Models{Model: setup.NoModels}})
	if err != nil {
		return nil, err
	}
	set.desk, set.Close = &cite.Resolver{Sources: s}, s.Close
	return set, nil
}

// predictShortQueries runs all queries as the command does.
func predictShortQueries(ctx context.Context, set *Set, step func()) ([]Prediction, error) {
	list := make([]Prediction, len(set.Cases))
	for i := range set.Cases {
		a, err := set.desk.One(ctx, set.Cases[i].Reference.Raw, cite.Options{})
		if err != nil {
			return nil, err
		}
		list[i] = Prediction{ID: set.Cases[i].Reference.ID, Values: map[string]string{}}
		switch {
		case a.Work != nil:
			list[i].Values[firstFound], list[i].Values[written] = a.Work.Hit.Record.FullTitle(), "yes"
		case len(a.Others) > 0:
			list[i].Values[firstFound] = a.Others[0].Hit.Record.FullTitle()
		case len(a.Nearest) > 0:
			list[i].Values[firstFound] = a.Nearest[0].Hit.Record.FullTitle()
		}
		if step != nil {
			step()
		}
	}
	return list, nil
}

// longTitle is the length from which a prefix suffices to distinguish titles that sources write with different
// endings or subtitles.
const longTitle = 24

func scoreShortQueries(set *Set, predictions []Prediction) *Result {
	first, entries, wrongly := make([]float64, len(set.Gold)), make([]float64,
		len(set.Gold)), make([]float64, len(set.Gold))
	var wrong []Wrong
	for i, g := range set.Gold {
		want, got := normalise.Squash(normalise.Title(g.Values[firstFound])),
			normalise.Squash(normalise.Title(predictions[i].Values[firstFound]))
		right := got != "" && strings.HasPrefix(got, want[:min(len(want), longTitle)])
		first[i] = one(right)
		entries[i] = one(predictions[i].Values[written] != "")
		wrongly[i] = one(!right && predictions[i].Values[written] != "")
		if !right {
			wrong = append(wrong, misjudged(i, wrongly[i], g.Values[firstFound], predictions[i].Values[firstFound]))
		}
	}
	var f figures
	f.Add(firstFound, func(w []float64) float64 {
		all := make([]float64, len(first))
		for i := range all {
			all[i] = 1
		}
		return weighed(first, w) / max(1, weighed(all, w))
	})
	f.Add(written, func(w []float64) float64 { return weighed(entries, w) })
	f.Add("written_wrong", func(w []float64) float64 { return weighed(wrongly, w) })
	r := f.result(set.Gold)
	r.Wrong = wrong
	return r
}
