package lab

import (
	"context"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/recorded"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// reviewed is the source with what a reviewer of a flag found: complete enough to refute, but not everything,
// so its silence says nothing.
var reviewed = recorded.Connector{Name: "reviewed", Origin: biblio.Origin{Kind: biblio.Publisher}, Authors: true,
	How: answer.ByTitle}

// loadFlags reads references flagged by another tool, each with what was found for it as its only record.
func loadFlags(_ context.Context, opt *Options) (*Set, error) {
	citations, t, err := opt.labelled("bench", "refchecker", "awarded_dev.jsonl")
	if err != nil {
		return nil, err
	}
	set := &Set{}
	err = result.EachObject(citations, func(o result.Object) error {
		id := o.Text("id")
		if t != nil {
			line, ok := t[id]
			if !ok {
				return nil
			}
			g := goldOf(line, id)
			g.Fake, g.Group = line.Text("human") == "TP", line.Text("human")
			set.Gold = append(set.Gold, g)
		}
		flat := recorded.Flat(o.Child("fields"))
		if opt.WithoutIdentifiers {
			flat = withoutIdentifiers(flat)
		}
		var records []biblio.Record
		if found := o.Child("found"); found.Text("title") != "" {
			if names, ok := found["authors"].(string); ok { // one text: "A. One, B. Two"
				found["authors"] = strings.ReplaceAll(names, ", ", "; ")
			}
			r, err := recorded.Record(found, reviewed.Name)
			if err != nil {
				return err
			}
			records = append(records, r)
		}
		set.Cases = append(set.Cases, Case{
			Reference: biblio.Reference{ID: id, Claimed: flat.Work()},
			Sources:   []source.Connector{reviewed.Open(records...)},
		})
		return nil
	})
	return set, err
}

// scoreFlags measures which of the flags that people confirmed are upheld.
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
	f.Add("precision", binary(metric.Binary.Precision))
	f.Add("recall", binary(metric.Binary.Recall))
	f.Add("fpr", binary(metric.Binary.FalsePositiveRate))
	r := f.result(set.Gold)
	r.Wrong = binaryWrong(set.Gold, predictions, flagged)
	r.Tables = []Table{outcomeTable("outcome by what people said of the flag", set.Gold, predictions,
		func(g Gold) string { return g.Group })}
	return r
}
