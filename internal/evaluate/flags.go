package evaluate

import (
	"context"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/evaluate/metric"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// reviewed is the source of what a reviewer of a flag found: complete enough
// to refute, but no world, so that silence says nothing.
var reviewed = recorded{"reviewed", source.Strong, nil, true, source.ByTitle}

// loadFlags reads references that another tool flagged, each with what was
// found for it as its only record.
func loadFlags(_ context.Context, opt *Options) (*Set, error) {
	citations, err := opt.path(opt.Citations, "bench", "refchecker", "awarded_dev.jsonl")
	if err != nil {
		return nil, err
	}
	t, err := loadTruth(opt.Gold, citations)
	if err != nil {
		return nil, err
	}
	set := &Set{}
	err = eachObject(citations, func(o object) error {
		id := o.text("id")
		if t != nil {
			line, ok := t[id]
			if !ok {
				return nil
			}
			g := goldOf(line, id)
			g.Fake, g.Group = line.text("human") == "TP", line.text("human")
			set.Gold = append(set.Gold, g)
		}
		flat := flatOf(o.child("fields"))
		if opt.WithoutIdentifiers {
			flat = withoutIdentifiers(flat)
		}
		connector := &replay{recorded: reviewed}
		if found := o.child("found"); found.text("title") != "" {
			if names, ok := found["authors"].(string); ok { // one text: "A. One, B. Two"
				found["authors"] = strings.ReplaceAll(names, ", ", "; ")
			}
			r, err := recordOf(found, reviewed.name)
			if err != nil {
				return err
			}
			connector.records = []biblio.Record{r}
		}
		set.Cases = append(set.Cases, Case{
			Reference: biblio.Reference{ID: id, Claimed: flat.Work()},
			Sources:   []source.Connector{connector},
		})
		return nil
	})
	return set, err
}

// scoreFlags measures which of the flags that people confirmed stand.
func scoreFlags(set *Set, predictions []Prediction) *Result {
	flagged := where(set.Gold, func(i int) bool { return predictions[i].Class == Hallucinated })
	binary := func(of func(metric.Binary) float64) metric.Measure {
		return func(w []float64) float64 {
			var b metric.Binary
			for i, g := range set.Gold {
				b.Add(g.Fake, flagged[i], w[i])
			}
			return of(b)
		}
	}
	var f figures
	f.add("precision", binary(metric.Binary.Precision))
	f.add("recall", binary(metric.Binary.Recall))
	f.add("fpr", binary(metric.Binary.FalsePositiveRate))
	r := f.result(set.Gold)
	r.Wrong = binaryWrong(set.Gold, predictions, flagged)
	r.Tables = []Table{outcomeTable("outcome by what people said of the flag", set.Gold, predictions, func(g Gold) string { return g.Group })}
	return r
}
