package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab/fair"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/offline"
)

// fairCases is the number of cases of each family; fairSeed selects them.
const (
	fairCases = 20
	fairSeed  = 12
)

// loadFair makes true references, and records beside them, from works of the corpora of the options, or of the
// starter corpus. Every family has a corpus of its own.
func loadFair(ctx context.Context, opt *Options) (*Set, error) {
	ix, err := fairWorks(ctx, opt)
	if err != nil {
		return nil, err
	}
	worlds, err := fair.Make(ix, fairCases, fairSeed)
	if err = errors.Join(err, ix.Close()); err != nil {
		return nil, err
	}
	var open indexes
	set := &Set{Gold: []Gold{}, Close: open.Close}
	for i := range worlds {
		ix, err := open.inMemory(worlds[i].Records())
		if err != nil {
			return nil, errors.Join(err, set.Close())
		}
		if err := set.addWorld(&worlds[i], ix); err != nil {
			return nil, errors.Join(err, set.Close())
		}
	}
	return set, nil
}

func fairWorks(ctx context.Context, opt *Options) (*index.Index, error) {
	if len(opt.Corpus) > 0 {
		return opt.OpenCorpora(ctx)
	}
	return corpora.Starter()
}

func (s *Set) addWorld(w *fair.World, ix *index.Index) error {
	sources := []source.Connector{offline.New(ix)}
	for _, c := range w.Cases {
		list, err := readBib(c.Entry)
		if err != nil || len(list) != 1 {
			return fmt.Errorf("%s: %d entries: %w", c.Key, len(list), err)
		}
		list[0].ID = c.Key
		s.Cases = append(s.Cases, Case{Reference: list[0], Sources: sources})
		s.Gold = append(s.Gold,
			Gold{ID: c.Key, Cluster: c.Key, Group: w.Family.Name, Label: string(w.Family.Must), Note: w.Family.About})
	}
	return nil
}

// keeps reports whether a prediction is what the verdict must be.
func keeps(must fair.Must, p *Prediction) bool {
	accused := p.accuses() && !peripheral(p.Codes)
	switch must {
	case fair.Verified:
		return p.Outcome == judge.Verified.String()
	case fair.Wrong:
		return accused
	case fair.Said:
		return p.said()
	case fair.Shown:
		return p.said() || p.Strength != judge.NoStrength.String()
	case fair.AtMostSlip:
		return !accused || p.Outcome == judge.Discrepant.String() && !slices.ContainsFunc(p.Reasons, graveReason)
	}
	return !accused
}

// graveReason reports whether a reason proves more than misspelt names.
func graveReason(reason string) bool {
	rule, kind, _ := strings.Cut(reason, " ")
	return strings.HasSuffix(rule, "-differs") &&
		(rule != "authors-differs" || kind != match.KindMisspelt && kind != match.KindSlips && kind != match.KindSlip)
}

// scoreFair measures how many verdicts are as required.
func scoreFair(set *Set, pred []Prediction) *Result {
	gold := set.Gold
	held := where(gold, func(i int) bool { return keeps(fair.Must(gold[i].Label), &pred[i]) })
	var f figures
	f.Share("held", held, nil)
	right := where(gold, func(i int) bool { return !fair.Must(gold[i].Label).Wrongs() })
	f.Share("accused", where(gold, func(i int) bool { return pred[i].accuses() && !peripheral(pred[i].Codes) }), right)
	f.Share("doubtful", where(gold, func(i int) bool { return pred[i].doubtful() }), nil)
	f.Share("verified", where(gold, func(i int) bool { return pred[i].Outcome == judge.Verified.String() }), nil)
	for _, family := range fair.Families {
		of := where(gold, func(i int) bool { return gold[i].Group == family.Name })
		if slices.Contains(of, true) {
			f.Share("held_"+family.Name, held, of)
		}
	}
	r := f.result(gold)
	for i, g := range gold {
		if !held[i] {
			r.Wrong = append(r.Wrong,
				misjudged(i, one(pred[i].accuses()), g.Label, describe(pred[i].Outcome, pred[i].Codes, pred[i].Fields)))
		}
	}
	r.Tables = []Table{outcomeTable("outcome by family", gold, pred,
		func(g Gold) string { return g.Group + ", " + g.Label })}
	return r
}
