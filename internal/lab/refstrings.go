package lab

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/recorded"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/refstring"
)

// stringFields are the fields by which labelled strings are scored.
var stringFields = []string{"author", "title", "container", "year", "volume", "pages", "publisher", "doi"}

// mainSets are the sets whose pooled figures are shown separately.
var mainSets = []string{"anystyle_core", "anystyle_gold", "grobid_citation_corpus"}

// loadRefstrings reads labelled strings.
func loadRefstrings(_ context.Context, opt *Options) (*Set, error) {
	citations, err := opt.path(opt.Citations, "refstrings", "labelled_dev.jsonl.gz")
	if err != nil {
		return nil, err
	}
	labels := opt.Gold
	if labels == "" {
		labels = citations
	}
	t := map[string]Gold{}
	err = result.EachObject(labels, func(o result.Object) error {
		fields := o.Child("fields")
		if fields == nil {
			return nil
		}
		id := o.Text("id")
		g := Gold{ID: id, Cluster: clusterOf(o, id), Group: o.Text("set"), Values: map[string]string{}}
		for _, name := range stringFields {
			if v := fields.Text(name); v != "" {
				g.Values[name] = v
			}
		}
		t[id] = g
		return nil
	})
	if err != nil {
		return nil, err
	}
	set := &Set{}
	err = result.EachObject(citations, func(o result.Object) error {
		id := o.Text("id")
		if len(t) > 0 {
			g, ok := t[id]
			if !ok {
				return nil
			}
			set.Gold = append(set.Gold, g)
		}
		set.Cases = append(set.Cases, Case{Reference: biblio.Reference{ID: id, Raw: o.Text("raw")}})
		return nil
	})
	return set, err
}

// predictRefstrings parses every string, without look-ups or judgements.
func predictRefstrings(ctx context.Context, set *Set, step func()) ([]Prediction, error) {
	list := make([]Prediction, len(set.Cases))
	err := each(ctx, len(list), func(i int) {
		ref := &set.Cases[i].Reference
		p := refstring.Parse(ref.Raw)
		list[i] = Prediction{ID: ref.ID, Codes: []string{}, Fields: []string{}, Values: parsedValues(&p.Work)}
		if step != nil {
			step()
		}
	})
	return list, err
}

// parsedValues returns the scored fields of a work; authors as surnames.
func parsedValues(w *biblio.Work) map[string]string {
	values := map[string]string{
		"title": w.FullTitle(), "container": w.Container.Title, "year": w.YearString(), "volume": w.Volume,
		"pages": w.Pages, "publisher": w.Publisher, "doi": w.ID(ident.DOI).Value,
		"author": strings.Join(recorded.Surnames(w.Authors()), " ; "),
	}
	for name, v := range values {
		if v == "" {
			delete(values, name)
		}
	}
	return values
}

// goldValue returns the comparison form of a labelled value.
func goldValue(name, value string) string {
	switch name {
	case "author":
		people, _ := refstring.SplitNames(value)
		return recorded.NameSet(recorded.Surnames(people))
	case "doi": // labelled with its prefix or as an address
		if id, ok := ident.ParseDOI(value); ok {
			return recorded.Comparable(id.Value)
		}
	}
	return recorded.Comparable(value)
}

// predictedValue returns the comparison form of a parsed value.
func predictedValue(name, value string) string {
	if name == "author" {
		return recorded.NameSet(strings.Split(value, " ; "))
	}
	return recorded.Comparable(value)
}

// cells counts, for each case and field, right (tp), wrong (fp) and missed (fn).
type cells struct{ tp, fp, fn [][]float64 } // [case][field]

func countCells(gold []Gold, predictions []Prediction) cells {
	c := cells{make([][]float64, len(gold)), make([][]float64, len(gold)), make([][]float64, len(gold))}
	for i, g := range gold {
		c.tp[i], c.fp[i], c.fn[i] = make([]float64, len(stringFields)), make([]float64, len(stringFields)),
			make([]float64, len(stringFields))
		for k, name := range stringFields {
			want, got := goldValue(name, g.Values[name]), predictedValue(name, predictions[i].Values[name])
			switch {
			case want == got && want != "":
				c.tp[i][k] = 1
			case want == got:
			default:
				c.fp[i][k], c.fn[i][k] = one(got != ""), one(want != "")
			}
		}
	}
	return c
}

// f1 measures F1 over some fields (nil means all) of the cases in among.
func (c cells) f1(fields []int, among []bool) metric.Measure {
	if fields == nil {
		for k := range stringFields {
			fields = append(fields, k)
		}
	}
	tp, other := make([]float64, len(c.tp)), make([]float64, len(c.tp))
	for i := range c.tp {
		for _, k := range fields {
			tp[i] += c.tp[i][k]
			other[i] += c.fp[i][k] + c.fn[i][k]
		}
	}
	return func(w []float64) float64 {
		right, wrong := 0.0, 0.0
		for i, v := range w {
			if among == nil || among[i] {
				right += v * tp[i]
				wrong += v * other[i]
			}
		}
		return metric.Ratio(2*right, 2*right+wrong)
	}
}

// scoreRefstrings measures the fields of parsed strings, pooled and per set.
func scoreRefstrings(set *Set, predictions []Prediction) *Result {
	gold := set.Gold
	c := countCells(gold, predictions)
	const title = 1
	right := where(gold, func(i int) bool { return c.tp[i][title] == 1 })
	titled := where(gold, func(i int) bool { return gold[i].Values["title"] != "" })
	var f figures
	f.Add("f1", c.f1(nil, nil))
	f.Share("title_exact", right, titled)
	inMain := where(gold, func(i int) bool { return slices.Contains(mainSets, gold[i].Group) })
	f.Add("f1_main", c.f1(nil, inMain))
	f.Share("title_exact_main", right, where(gold, func(i int) bool { return inMain[i] && titled[i] }))
	for k, name := range stringFields {
		f.Add("f1_"+name, c.f1([]int{k}, nil))
	}
	r := f.result(gold)
	r.Notes = []string{"main: " + strings.Join(mainSets, " + ")}
	r.Tables = append(r.Tables, setTable(gold, c))
	for i, g := range gold {
		for k, name := range stringFields {
			if c.fp[i][k]+c.fn[i][k] == 0 {
				continue
			}
			r.Wrong = append(r.Wrong,
				misjudged(i, c.fp[i][k]+c.fn[i][k], fmt.Sprintf("%s %q", name, g.Values[name]),
					fmt.Sprintf("%q", predictions[i].Values[name])))
		}
	}
	return r
}

// setTable returns F1 per set and field.
func setTable(gold []Gold, c cells) Table {
	t := Table{Title: "f1 by set", Head: append([]string{"", "n", "all"}, stringFields...)}
	sets := map[string]float64{}
	ones := make([]float64, len(gold))
	for i, g := range gold {
		sets[g.Group]++
		ones[i] = 1
	}
	for _, name := range sortedKeys(sets) {
		among := where(gold, func(i int) bool { return gold[i].Group == name })
		row := []string{name, result.Count(sets[name]), result.Percent(c.f1(nil, among)(ones))}
		for k := range stringFields {
			row = append(row, result.Percent(c.f1([]int{k}, among)(ones)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
