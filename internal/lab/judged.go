package lab

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// judged is gold with predictions in the same order.
type judged struct {
	gold []Gold
	pred []Prediction
}

// classAt returns the indexes of the gold and the predicted class in classes.
func (j judged) classAt(i int) (gold, predicted int) {
	gold, predicted = slices.Index(classes, j.gold[i].Class), slices.Index(classes, j.pred[i].Class)
	return max(gold, 0), max(predicted, 0)
}

// classIndices returns them for all cases.
func (j judged) classIndices() (gold, predicted []int) {
	for i := range j.gold {
		g, p := j.classAt(i)
		gold, predicted = append(gold, g), append(predicted, p)
	}
	return gold, predicted
}

func (j judged) bucketIndices() (gold, predicted []int) {
	for i, g := range j.gold {
		gold = append(gold, max(slices.Index(buckets, bucketOf(g.Code)), 0))
		predicted = append(predicted, max(slices.Index(buckets, predictedBucket(j.pred[i].Codes, g.Code)), 0))
	}
	return gold, predicted
}

// fieldExact reports whether the predicted fields at issue equal gold's.
func (j judged) fieldExact(i int) bool {
	return !j.pred[i].missing && sameSet(j.gold[i].Fields, j.pred[i].Fields)
}

// figures adds the metrics of the taxonomy over the cases in among.
func (j judged) figures(f *figures, suffix string, among []bool) {
	goldClass, predClass := j.classIndices()
	goldBucket, predBucket := j.bucketIndices()
	masked := func(w []float64) []float64 {
		if among == nil {
			return w
		}
		m := make([]float64, len(w))
		for i := range w {
			if among[i] {
				m[i] = w[i]
			}
		}
		return m
	}
	class := func(of func(*metric.Confusion) float64) metric.Measure {
		return func(w []float64) float64 { return of(metric.Count(classes, goldClass, predClass, masked(w))) }
	}
	f.Add("class_accuracy"+suffix, class((*metric.Confusion).Accuracy))
	f.Add("class_macro_f1"+suffix, class((*metric.Confusion).MacroF1))
	for i, name := range classes {
		f.Add("f1_"+name+suffix, class(func(c *metric.Confusion) float64 { return c.F1(i) }))
	}
	f.Add("bucket_macro_f1"+suffix, func(w []float64) float64 {
		return metric.Count(buckets, goldBucket, predBucket, masked(w)).MacroF1()
	})
	f.Share("strict_code_accuracy"+suffix, where(j.gold, func(i int) bool {
		return sameSet(j.pred[i].Codes, j.gold[i].allCodes())
	}), among)
	codes := make([]float64, len(j.gold))
	for i := range codes {
		codes[i] = float64(len(j.pred[i].Codes))
	}
	f.Add("codes_per_reference"+suffix, func(w []float64) float64 {
		var m figures
		m.Mean("", codes)
		return m.Measures()[0](masked(w))
	})
	f.Share("field_exact"+suffix, where(j.gold, j.fieldExact), among)
	f.Add("ser"+suffix, class((*metric.Confusion).Above))
	f.Add("der"+suffix, class((*metric.Confusion).Below))
}

// wrong lists the cases whose class, code or fields differ from gold: first accused real ones, then missed
// ones, then the rest.
func (j judged) wrong() []Wrong {
	var list []Wrong
	for i, g := range j.gold {
		gold, predicted := j.classAt(i)
		distance := predicted - gold
		weight := 0.0
		switch {
		case distance > 0:
			weight = 10 + float64(distance)
		case distance < 0:
			weight = 5 - float64(distance)
		case predictedBucket(j.pred[i].Codes, g.Code) != bucketOf(g.Code):
			weight = 2
		case !j.fieldExact(i):
			weight = 1
		default:
			continue
		}
		list = append(list,
			misjudged(i, weight, describe(g.Class, []string{g.Code}, g.Fields),
				describe(j.pred[i].Outcome, j.pred[i].Codes, j.pred[i].Fields)))
	}
	return list
}

func describe(word string, codes, fields []string) string {
	return fmt.Sprintf("%s %s [%s]", word, strings.Join(codes, "+"), strings.Join(fields, " "))
}

// classTable returns the confusion matrix of the classes.
func (j judged) classTable() Table {
	gold, predicted := j.classIndices()
	return result.Confusion("class: gold down, predicted across", metric.Count(classes, gold, predicted, nil))
}

// codeTable returns the confusion matrix of the buckets, without empty rows and columns.
func (j judged) codeTable() Table {
	gold, predicted := j.bucketIndices()
	return result.Confusion("code: gold down, predicted across", metric.Count(buckets, gold, predicted, nil))
}

// groupTable returns accuracy per group of the gold.
func (j judged) groupTable(title string, group func(Gold) string) Table {
	t := Table{Title: title, Head: []string{"", "n", "class", "bucket", "fields", "too severe", "too mild"}}
	members := map[string][]int{}
	for i, g := range j.gold {
		members[group(g)] = append(members[group(g)], i)
	}
	for _, name := range sortedKeys(members) {
		var class, bucket, fields, ser, der float64
		for _, i := range members[name] {
			g, p := j.classAt(i)
			class += one(g == p)
			bucket += one(predictedBucket(j.pred[i].Codes, j.gold[i].Code) == bucketOf(j.gold[i].Code))
			fields += one(j.fieldExact(i))
			ser += one(p > g)
			der += one(p < g)
		}
		n := float64(len(members[name]))
		t.Rows = append(t.Rows,
			[]string{name, fmt.Sprint(len(members[name])), result.Percent(class / n), result.Percent(bucket / n),
				result.Percent(fields / n), result.Count(ser), result.Count(der)})
	}
	return t
}

func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// loadDeskRejects reads references that programme chairs called fabricated or
// badly wrong, over a corpus.
func loadDeskRejects(ctx context.Context, opt *Options) (*Set, error) {
	citations, err := opt.path(opt.Citations, "bench", "iclr2026", "citations_dev.jsonl")
	if err != nil {
		return nil, err
	}
	t := truth{} // every line is called fabricated: labels are not needed
	err = result.EachObject(citations, func(o result.Object) error {
		t[o.Text("id")] = o
		return nil
	})
	if err != nil {
		return nil, err
	}
	set, err := loadStructured(citations, t, opt)
	if err != nil {
		return nil, err
	}
	for i := range set.Gold {
		set.Gold[i].Fake = true
	}
	_, err = set.searchCorpus(ctx, opt, "works.jsonl.zst")
	return set, err
}

// scoreDeskRejects measures how many of them are verified.
func scoreDeskRejects(set *Set, predictions []Prediction) *Result {
	rate := func(name string, f *figures, word string) {
		f.Share(name, where(set.Gold, func(i int) bool { return predictions[i].Outcome == word }), nil)
	}
	var f figures
	for _, o := range judge.Outcomes {
		rate(o.String()+"_rate", &f, o.String())
	}
	r := f.result(set.Gold)
	for i := range set.Gold {
		p := predictions[i]
		if p.Outcome == judge.Verified.String() {
			r.Wrong = append(r.Wrong, misjudged(i, p.P, "called fabricated", describe(p.Outcome, p.Codes, p.Fields)))
		}
	}
	return r
}
