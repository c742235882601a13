package train

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
)

// EvidenceSets are the sets of kept bibliographies whose differences people judged.
var EvidenceSets = []string{"dev", "dev2", "dev3"}

// evidencePenalty is the penalty on squared weights, per unit of weight: some fifty yes-or-no items over some
// hundred judged differences require a strong one.
const evidencePenalty = 0.002

// fewestSeen is how often a kind of item must have been seen to have a weight.
const fewestSeen = 4

// folds is the number of parts of the cross-validation.
const folds = 5

// rounds is how often the difference meant by a right accusation is chosen again.
const rounds = 4

// JudgedEntry is an entry judged by a person, with the evidence on each difference.
type JudgedEntry struct {
	label, cluster string
	differences    []difference
	meant          int // the difference that makes a wrong entry wrong
}

type difference struct {
	field biblio.Field
	code  string
	kinds []string
}

// GatherEvidence audits kept bibliographies and collects the evidence on every judged entry.
func GatherEvidence(ctx context.Context, opt lab.Options, sets []string) ([]JudgedEntry, error) {
	suite, err := lab.Find("accusations")
	if err != nil {
		return nil, err
	}
	var list []JudgedEntry
	for _, name := range sets {
		opt.Mode = lab.Kept
		opt.Citations = filepath.Join(opt.Data, "bench", "accusations", name)
		opt.Gold = filepath.Join(opt.Data, "bench", "accusations", name+"_labels.jsonl")
		set, err := suite.Load(ctx, opt)
		if err != nil {
			return nil, err
		}
		found := make([]*JudgedEntry, len(set.Cases))
		err = set.Each(ctx, func(i int) {
			if g := set.Gold[i]; g.Label != "" && g.Label != "unsure" {
				found[i] = entryOf(set.Find(ctx, i).Verdict, g)
			}
		})
		set.Release()
		if err != nil {
			return nil, err
		}
		for _, e := range found {
			if e != nil && len(e.differences) > 0 {
				list = append(list, *e)
			}
		}
	}
	return list, nil
}

// entryOf returns the evidence of a verdict by field, with the judged field as the one that is meant.
func entryOf(v judge.Verdict, g lab.Gold) *JudgedEntry {
	e := &JudgedEntry{label: g.Label, cluster: g.Cluster}
	at := map[biblio.Field]int{}
	for _, it := range v.Items {
		if it.Field == "" {
			continue
		}
		i, seen := at[it.Field]
		if !seen {
			i = len(e.differences)
			at[it.Field] = i
			e.differences = append(e.differences, difference{field: it.Field, code: string(judge.CodeOf(it.Field))})
		}
		e.differences[i].kinds = append(e.differences[i].kinds, it.Kind)
	}
	slices.SortFunc(e.differences, func(a, b difference) int { return cmp.Compare(a.field, b.field) })
	e.meant = max(0, slices.IndexFunc(e.differences, func(d difference) bool { return slices.Contains(g.Codes, d.code) }))
	return e
}

// evidenceFit is a fit of weights to judged entries.
type evidenceFit struct {
	kinds []string
	index map[string]int
	model *Model
}

// speaksAgainst are the suffixes of kinds that can only speak against an entry, however rare: whose record it
// is, and that it is of the cited work and version.
var speaksAgainst = []string{
	"proved", "version/cited", "same-identifier", "second-record", "by/publisher", "same-place", "same-in-print",
	"claimed-rarer", "claimed-nowhere", "title-confirmed", "own-number", "first-moved", "sole-value",
}

func (f *evidenceFit) signs() []Sign {
	list := make([]Sign, len(f.kinds))
	for i, k := range f.kinds {
		if slices.ContainsFunc(speaksAgainst, func(end string) bool { return k == end || strings.HasSuffix(k, "/"+end) }) {
			list[i] = Positive
		}
	}
	return list
}

func (f *evidenceFit) vector(d *difference) []float64 {
	x := make([]float64, len(f.kinds))
	for _, k := range d.kinds {
		if i, ok := f.index[k]; ok {
			x[i] = 1
		}
	}
	return x
}

// p returns the probability of an entry's likeliest difference, and its index.
func (f *evidenceFit) p(e *JudgedEntry) (p float64, at int) {
	for i := range e.differences {
		if q := f.model.P(f.vector(&e.differences[i])); q > p {
			p, at = q, i
		}
	}
	return p, at
}

// fitEvidence fits an additive model to the differences of judged entries. In a right entry all are mistaken;
// in a wrong one at least one is not: first the judged one, then the likeliest.
func fitEvidence(entries []JudgedEntry) (*evidenceFit, error) {
	entries = slices.Clone(entries)
	f := &evidenceFit{index: map[string]int{}}
	seen := map[string]int{}
	for i := range entries {
		for _, d := range entries[i].differences {
			for _, k := range d.kinds {
				seen[k]++
			}
		}
	}
	for k, n := range seen {
		if n >= fewestSeen && !judge.Counted(k) {
			f.kinds = append(f.kinds, k)
		}
	}
	slices.Sort(f.kinds)
	for i, k := range f.kinds {
		f.index[k] = i
	}
	for round := range rounds {
		var examples []Example
		for i := range entries {
			e := &entries[i]
			if e.label == "right" {
				if round > 0 {
					_, e.meant = f.p(e)
				}
				examples = append(examples, Example{X: f.vector(&e.differences[e.meant]), Y: true, Weight: 1})
				continue
			}
			for j := range e.differences {
				examples = append(examples, Example{X: f.vector(&e.differences[j]), Weight: 1 / float64(len(e.differences))})
			}
		}
		m, err := fitLogistic(examples, Options{L2: evidencePenalty, Signs: f.signs()})
		if err != nil {
			return nil, err
		}
		f.model = m
	}
	return f, nil
}

// EvidenceFigures are measured on judged entries that were not used for fitting.
type EvidenceFigures struct {
	N   int
	AUC float64
	// Error is the mean distance of the probability from the share of right ones, over ten bins.
	Error float64
	P     []float64
	Wrong []bool
}

// FitEvidence fits weights to judged entries, and measures them on parts of the bibliographies that were not
// used for fitting.
func FitEvidence(entries []JudgedEntry) (*judge.Weights, *EvidenceFigures, error) {
	clusters := make([]string, len(entries))
	for i := range entries {
		clusters[i] = entries[i].cluster
	}
	part := lab.Folds(clusters, folds)
	fig := &EvidenceFigures{N: len(entries), P: make([]float64, len(entries)), Wrong: make([]bool, len(entries))}
	for k := range folds {
		var rest []JudgedEntry
		for i := range entries {
			if part[i] != k {
				rest = append(rest, entries[i])
			}
		}
		f, err := fitEvidence(rest)
		if err != nil {
			return nil, nil, err
		}
		for i := range entries {
			if part[i] == k {
				fig.P[i], _ = f.p(&entries[i])
				fig.Wrong[i] = entries[i].label == "right"
			}
		}
	}
	fig.AUC, fig.Error = metric.Rank(fig.P, fig.Wrong).AUROC(nil), metric.ECE(fig.P, fig.Wrong, nil)
	f, err := fitEvidence(entries)
	if err != nil {
		return nil, nil, err
	}
	w := &judge.Weights{Bias: round(f.model.Bias), Items: map[string]judge.ItemCount{}, Cuts: judge.ShippedWeights().Cuts}
	for i, k := range f.kinds {
		w.Items[k] = judge.ItemCount{Weight: round(f.model.Weights[i])}
	}
	f.count(entries, w)
	return w, fig, nil
}

// count counts how often each kind was seen with each label in the entries' likeliest differences.
func (f *evidenceFit) count(entries []JudgedEntry, w *judge.Weights) {
	for i := range entries {
		_, at := f.p(&entries[i])
		for _, k := range entries[i].differences[at].kinds {
			c, ok := w.Items[k]
			if !ok && !judge.Counted(k) {
				continue
			}
			switch entries[i].label {
			case "right":
				c.Right++
			case "pedantic":
				c.Pedantic++
			default:
				c.False++
			}
			w.Items[k] = c
		}
	}
}

// WriteEvidence writes weights, one kind per line.
func WriteEvidence(path string, w *judge.Weights) error {
	var b strings.Builder
	cuts, _ := json.Marshal(w.Cuts)
	provenance, _ := json.Marshal(w.Provenance)
	fmt.Fprintf(&b, "{\n\"provenance\": %s,\n\"cuts\": %s,\n\"bias\": %v,\n\"items\": {\n", provenance, cuts, w.Bias)
	kinds := make([]string, 0, len(w.Items))
	for k := range w.Items {
		kinds = append(kinds, k)
	}
	slices.Sort(kinds)
	for i, k := range kinds {
		line, err := json.Marshal(w.Items[k])
		if err != nil {
			return err
		}
		comma := ","
		if i == len(kinds)-1 {
			comma = ""
		}
		fmt.Fprintf(&b, "%q: %s%s\n", k, line, comma)
	}
	b.WriteString("}\n}\n")
	return os.WriteFile(path, []byte(b.String()), 0o644)
}

func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }
