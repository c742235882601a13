package lab

import (
	"context"
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/recorded"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/offline"
)

// loadQuality reads the project's own labelled references, each given as
// fields, as a printed string or as a BibTeX entry, over the starter corpus or
// the corpora of the options.
func loadQuality(ctx context.Context, opt *Options) (*Set, error) {
	if opt.Citations == "" {
		opt.Citations = "quality/references.jsonl"
	}
	set := &Set{Gold: []Gold{}}
	err := result.EachObject(opt.Citations, func(o result.Object) error {
		id := o.Text("id")
		g := goldOf(o, id)
		g.Group = o.Text("kind")
		set.Gold = append(set.Gold, g)
		ref, err := readAny(o, opt.WithoutIdentifiers)
		if err != nil {
			return err
		}
		ref.ID = id
		set.Cases = append(set.Cases, Case{Reference: ref})
		return nil
	})
	if err != nil {
		return nil, err
	}
	if len(opt.Corpus) > 0 {
		_, err := set.searchCorpus(ctx, opt)
		return set, err
	}
	ix, err := corpora.Starter()
	if err != nil {
		return nil, err
	}
	set.Sources, set.Close = []source.Connector{offline.New(ix)}, ix.Close
	return set, nil
}

// readAny reads a reference in whatever form it is given.
func readAny(o result.Object, bare bool) (biblio.Reference, error) {
	if bib := o.Text("bib"); bib != "" {
		list, err := readBib(bib)
		if err == nil && len(list) != 1 {
			err = fmt.Errorf("%d entries where one is wanted", len(list))
		}
		if err != nil {
			return biblio.Reference{}, err
		}
		return list[0], nil
	}
	if raw := o.Text("raw"); raw != "" {
		return readString("", raw), nil
	}
	flat := recorded.Flat(o.Child("fields"))
	if bare {
		flat = withoutIdentifiers(flat)
	}
	return biblio.Reference{Claimed: flat.Work()}, nil
}

// scoreQuality measures false accusations first: sound references, and those that nothing covers, called
// discrepant or not found.
func scoreQuality(set *Set, predictions []Prediction) *Result {
	j := judged{set.Gold, predictions}
	gold, predicted := j.classIndices()
	flagged := where(set.Gold, func(i int) bool { return predictions[i].Class == Hallucinated })
	sound := where(set.Gold, func(i int) bool { return set.Gold[i].Class != Hallucinated })
	real := where(set.Gold, func(i int) bool { return set.Gold[i].Class == Real })
	var f figures
	f.Share("false_accusations", flagged, sound)
	f.Share("inconclusive_of_real", where(set.Gold, func(i int) bool { return predictions[i].Class == Potential }), real)
	f.Share("detected", flagged, where(set.Gold, func(i int) bool { return set.Gold[i].Class == Hallucinated }))
	f.Share("said", where(set.Gold, func(i int) bool { return predictions[i].said() }),
		where(set.Gold, func(i int) bool { return set.Gold[i].Class == Hallucinated }))
	f.Add("class_accuracy", func(w []float64) float64 { return metric.Count(classes, gold, predicted, w).Accuracy() })
	f.Share("field_exact", where(set.Gold, j.fieldExact), nil)
	r := f.result(set.Gold)
	r.Wrong = j.wrong()
	r.Tables = []Table{j.classTable(),
		outcomeTable("outcome by kind", set.Gold, predictions, func(g Gold) string { return g.Group }),
		j.groupTable("by code", func(g Gold) string { return g.Code })}
	return r
}
