package evaluate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/evaluate/metric"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/refstring"
)

// stringFields are the fields that labelled strings are scored on.
var stringFields = []string{"author", "title", "container", "year", "volume", "pages", "publisher", "doi"}

// mainSets are the sets whose pooled figures are shown apart.
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
	err = eachObject(labels, func(o object) error {
		fields := o.child("fields")
		if fields == nil {
			return nil
		}
		id := o.text("id")
		g := Gold{ID: id, Cluster: clusterOf(o, id), Group: o.text("set"), Values: map[string]string{}}
		for _, name := range stringFields {
			if v := fields.text(name); v != "" {
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
	err = eachObject(citations, func(o object) error {
		id := o.text("id")
		if len(t) > 0 {
			g, ok := t[id]
			if !ok {
				return nil
			}
			set.Gold = append(set.Gold, g)
		}
		set.Cases = append(set.Cases, Case{Reference: biblio.Reference{ID: id, Raw: o.text("raw")}})
		return nil
	})
	return set, err
}

// predictRefstrings parses every string; nothing is looked up or judged.
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

// parsedValues gives the scored fields of a work; authors as surnames.
func parsedValues(w *biblio.Work) map[string]string {
	values := map[string]string{
		"title": w.FullTitle(), "container": w.Container.Title, "year": w.YearString(), "volume": w.Volume,
		"pages": w.Pages, "publisher": w.Publisher, "doi": w.ID(ident.DOI).Value,
		"author": strings.Join(surnames(w.Authors()), " ; "),
	}
	for name, v := range values {
		if v == "" {
			delete(values, name)
		}
	}
	return values
}

// surnames gives the surnames of people and the names of bodies.
func surnames(list []biblio.Contributor) []string {
	var names []string
	for _, c := range list {
		if c.Literal != "" {
			names = append(names, c.Literal)
			continue
		}
		names = append(names, strings.TrimSpace(c.Particle+" "+c.Family))
	}
	return names
}

// goldValue gives the comparison form of a labelled value.
func goldValue(name, value string) string {
	switch name {
	case "author":
		people, _ := refstring.SplitNames(value)
		return nameSet(surnames(people))
	case "doi": // labelled with its prefix or as an address
		if id, ok := ident.ParseDOI(value); ok {
			return comparable(id.Value)
		}
	}
	return comparable(value)
}

// predictedValue gives that of a parsed value.
func predictedValue(name, value string) string {
	if name == "author" {
		return nameSet(strings.Split(value, " ; "))
	}
	return comparable(value)
}

// nameSet gives a set of surnames in one order, each once.
func nameSet(names []string) string {
	var list []string
	for _, n := range names {
		if n = comparable(n); n != "" {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), "|")
}

// comparable gives the case-folded tokens of a value without punctuation,
// "pp.", "pages" and a leading "In".
func comparable(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) })
	words = slices.DeleteFunc(words, func(w string) bool { return w == "pp" || w == "pages" })
	if len(words) > 1 && words[0] == "in" {
		words = words[1:]
	}
	return strings.Join(words, " ")
}

// cells counts, for each case and field, right (tp), wrongly said (fp) and
// missed (fn).
type cells struct{ tp, fp, fn [][]float64 } // [case][field]

func countCells(gold []Gold, predictions []Prediction) cells {
	c := cells{make([][]float64, len(gold)), make([][]float64, len(gold)), make([][]float64, len(gold))}
	for i, g := range gold {
		c.tp[i], c.fp[i], c.fn[i] = make([]float64, len(stringFields)), make([]float64, len(stringFields)), make([]float64, len(stringFields))
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

// f1 measures F1 over some fields, nil for all, of the cases among.
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
	f.add("f1", c.f1(nil, nil))
	f.share("title_exact", right, titled)
	inMain := where(gold, func(i int) bool { return slices.Contains(mainSets, gold[i].Group) })
	f.add("f1_main", c.f1(nil, inMain))
	f.share("title_exact_main", right, where(gold, func(i int) bool { return inMain[i] && titled[i] }))
	for k, name := range stringFields {
		f.add("f1_"+name, c.f1([]int{k}, nil))
	}
	r := f.result(gold)
	r.Notes = []string{"main: " + strings.Join(mainSets, " + ")}
	r.Tables = append(r.Tables, setTable(gold, c))
	for i, g := range gold {
		for k, name := range stringFields {
			if c.fp[i][k]+c.fn[i][k] == 0 {
				continue
			}
			r.Wrong = append(r.Wrong, Wrong{i, c.fp[i][k] + c.fn[i][k], fmt.Sprintf("%s %q", name, g.Values[name]), fmt.Sprintf("%q", predictions[i].Values[name])})
		}
	}
	return r
}

// setTable gives F1 per set and field.
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
		row := []string{name, count(sets[name]), percent(c.f1(nil, among)(ones))}
		for k := range stringFields {
			row = append(row, percent(c.f1([]int{k}, among)(ones)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
