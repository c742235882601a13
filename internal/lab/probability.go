package lab

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// Groups of the cases of the probability suite, besides Damaged.
const (
	InField    = "in-field"     // bibliographies of fields that the corpora cover
	OutOfField = "out-of-field" // of other fields
)

// corpusFields are the fields, by the first word of a bibliography's name, for which the corpora have whole
// proceedings.
var corpusFields = []string{"ml", "nlp", "cv", "rl", "speech"}

// loadProbability reads hand-kept bibliographies in which people judged the accusations of earlier versions,
// and entries of such bibliographies that were damaged on purpose. An entry without a label counts as right.
func loadProbability(ctx context.Context, opt *Options) (*Set, error) {
	dir, err := opt.path(opt.Citations, "bench", "accusations")
	if err != nil {
		return nil, err
	}
	labels := map[[2]string]string{}
	err = result.EachObject(filepath.Join(dir, "dev_labels.jsonl"), func(o result.Object) error {
		labels[[2]string{o.Text("file"), o.Text("key")}] = o.Text("label")
		return nil
	})
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(dir, "dev", "*.bib"))
	if err != nil {
		return nil, err
	}
	set := &Set{}
	for _, file := range files {
		name := filepath.Base(file)
		field, _, _ := strings.Cut(name, "_")
		group := OutOfField
		if slices.Contains(corpusFields, field) {
			group = InField
		}
		err := set.addBibliography(file, func(key string) (Gold, bool) {
			label := labels[[2]string{name, key}]
			return Gold{ID: name + ":" + key, Cluster: name, Group: group, Label: label, Fake: label == labelRight},
				label != labelUnsure
		})
		if err != nil {
			return nil, err
		}
	}
	if err := set.addDamaged(dir); err != nil {
		return nil, err
	}
	_, err = set.searchCorpus(ctx, opt, "works.jsonl.zst", "pmc_references.jsonl.gz", "citecheck_originals.jsonl.gz")
	return set, err
}

// addDamaged adds the entries that were damaged on purpose.
func (s *Set) addDamaged(dir string) error {
	kinds := map[string]result.Object{}
	err := result.EachObject(filepath.Join(dir, "dev_damaged_gold.jsonl"), func(o result.Object) error {
		kinds[o.Text("key")] = o
		return nil
	})
	if err != nil {
		return err
	}
	return s.addBibliography(filepath.Join(dir, "dev_damaged.bib"), func(key string) (Gold, bool) {
		o, known := kinds[key]
		kind := o.Text("kind")
		return Gold{ID: key, Cluster: o.Text("base"), Group: Damaged, Label: kind, Fake: kind != "control"}, known
	})
}

// addBibliography adds the entries of a .bib file, each key once.
func (s *Set) addBibliography(file string, gold func(key string) (Gold, bool)) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	references, err := readBib(string(text))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	seen := map[string]bool{}
	for _, r := range references {
		g, keep := gold(r.Key)
		if !keep || seen[r.Key] {
			continue
		}
		seen[r.Key] = true
		r.ID = g.ID
		s.Cases, s.Gold = append(s.Cases, Case{Reference: r}), append(s.Gold, g)
	}
	return nil
}

// checked reports whether the entry was verified or accused.
func (p *Prediction) checked() bool { return !p.undecided() && p.Outcome != judge.Exempt.String() }

// scoreProbability measures how well p is calibrated over the decided cases of each group; exempt and undecided
// cases state no probability.
func scoreProbability(set *Set, predictions []Prediction) *Result {
	decided := where(set.Gold, func(i int) bool { return predictions[i].checked() })
	undecided := where(set.Gold, func(i int) bool { return predictions[i].open() })
	unlikely := where(set.Gold, func(i int) bool { return undecided[i] && predictions[i].P < genuine })
	var f figures
	var tables []Table
	for _, group := range []string{InField, OutOfField, Damaged} {
		name := strings.ReplaceAll(group, "-", "_")
		f.Share("decided_"+name, decided, where(set.Gold, func(i int) bool { return set.Gold[i].Group == group }))
		c := calibrationOf(set.Gold, predictions, group)
		f.Add("ece_"+name, func(w []float64) float64 { return metric.ECE(c.p, c.genuine, c.weights(w)) })
		f.Add("brier_"+name, func(w []float64) float64 { return metric.Brier(c.p, c.genuine, c.weights(w)) })
		ranking := metric.Rank(c.p, c.genuine)
		f.Add("auroc_"+name, func(w []float64) float64 { return ranking.AUROC(c.weights(w)) })
		t := ReliabilityTable(c.p, c.genuine)
		t.Title = group + ": " + t.Title
		tables = append(tables, t)
	}
	f.Share("inconclusive_called_unlikely", unlikely, undecided)
	r := f.result(set.Gold)
	r.Tables = tables
	return r
}

// calibration is the decided cases of one group.
type calibration struct {
	at      []int // their indexes among all cases
	p       []float64
	genuine []bool
}

func calibrationOf(gold []Gold, predictions []Prediction, group string) *calibration {
	c := &calibration{}
	for i, g := range gold {
		if g.Group == group && predictions[i].checked() {
			c.at, c.p, c.genuine = append(c.at, i), append(c.p, predictions[i].P), append(c.genuine, !g.Fake)
		}
	}
	return c
}

// weights selects the weights of the cases from those of all.
func (c *calibration) weights(all []float64) []float64 {
	if all == nil {
		return nil
	}
	w := make([]float64, len(c.at))
	for n, i := range c.at {
		w[n] = all[i]
	}
	return w
}
