package evaluate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/evaluate/metric"
)

// loadTaxonomy reads structured references with a code each, and the records
// or the recorded evidence that the mode asks for.
func loadTaxonomy(_ context.Context, opt *Options) (*Set, error) {
	citations, err := opt.path(opt.Citations, "bench", "citetracer", "citations_dev.jsonl")
	if err != nil {
		return nil, err
	}
	goldFile := opt.Gold
	if goldFile == "" && opt.Citations == "" {
		goldFile, _ = opt.path("", "bench", "citetracer", "gold_dev.jsonl")
	}
	truth, err := loadTruth(goldFile, citations)
	if err != nil {
		return nil, err
	}
	set, err := loadStructured(citations, truth, opt)
	if err != nil {
		return nil, err
	}
	if opt.Mode == "oracle" {
		return set, set.searchRecords(opt, "bench", "citetracer", "records.jsonl")
	}
	return set, set.attachEvidence(opt, truth)
}

// truth is the gold lines by id; nil when there are none.
type truth map[string]object

// loadTruth reads the gold file, or takes the citations for their own gold
// when they carry labels.
func loadTruth(goldFile, citations string) (truth, error) {
	file := goldFile
	if file == "" {
		file = citations
	}
	t := truth{}
	err := eachObject(file, func(o object) error {
		if goldFile != "" || labelled(o) {
			t[o.text("id", "bibtex_key")] = o
		}
		return nil
	})
	if err != nil || len(t) == 0 {
		return nil, err
	}
	return t, nil
}

// labelled reports a citation line that carries its own labels.
func labelled(o object) bool {
	for _, key := range []string{"class", "code", "gt", "label", "human"} {
		if o.text(key) != "" {
			return true
		}
	}
	return false
}

// loadStructured reads references given as fields. Only their id and fields
// are looked at: the labels of the same lines go to the gold alone.
func loadStructured(file string, t truth, opt *Options) (*Set, error) {
	set := &Set{}
	if t != nil {
		set.Gold = []Gold{}
	}
	unlabelled := 0
	err := eachObject(file, func(o object) error {
		id := o.text("id")
		if t != nil {
			line, ok := t[id]
			if !ok {
				unlabelled++
				return nil
			}
			g := goldOf(line, id)
			if opt.WithoutIdentifiers && g.Code == "H5" {
				return nil
			}
			set.Gold = append(set.Gold, g)
		}
		flat := flatOf(o.child("fields"))
		if opt.WithoutIdentifiers {
			flat = withoutIdentifiers(flat)
		}
		set.Cases = append(set.Cases, Case{Reference: biblio.Reference{ID: id, Claimed: flat.Work()}})
		return nil
	})
	if unlabelled > 0 {
		set.Notes = append(set.Notes, fmt.Sprintf("%d citations without a label left out", unlabelled))
	}
	return set, err
}

// goldOf reads the labels of one line.
func goldOf(o object, id string) Gold {
	return Gold{
		ID: id, Cluster: clusterOf(o, id), Code: o.text("code"), Class: o.text("class"), Fields: o.list("changed_fields"),
		Group: o.text("family"), Note: strings.TrimSpace(o.text("mutation") + " " + o.text("note")),
	}
}

// attachEvidence gives every case the replayed connectors of its own evidence:
// joined by the gold's paper_id when pooled, by id when recorded.
func (s *Set) attachEvidence(opt *Options, t truth) error {
	file, err := opt.path(opt.Evidence, "bench", "citetracer", "evidence_"+opt.Mode+"_dev.jsonl")
	if err != nil {
		return err
	}
	key := map[string]string{"pooled": "paper_id", "recorded": "id"}[opt.Mode]
	by := map[string]*evidence{}
	stated := map[biblio.Field]bool{}
	err = eachObject(file, func(o object) error {
		e, err := evidenceOf(o)
		if err != nil {
			return err
		}
		by[o.text(key)] = e
		e.states(stated)
		return nil
	})
	if err != nil {
		return err
	}
	s.leaveOut(stated)
	var cases []Case
	var gold []Gold
	for i, c := range s.Cases {
		key := c.Reference.ID
		if opt.Mode == "pooled" {
			key = t[key].text("paper_id")
		}
		e, ok := by[key]
		if !ok {
			continue
		}
		c.Sources = e.replays()
		cases = append(cases, c)
		if !s.Blind() {
			g := s.Gold[i]
			g.Known = e.decidable()
			gold = append(gold, g)
		}
	}
	if left := len(s.Cases) - len(cases); left > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%d references without evidence left out", left))
	}
	s.Cases = cases
	if !s.Blind() {
		s.Gold = append([]Gold{}, gold...)
	}
	return nil
}

// leaveOut empties the peripheral fields of all claims that no answer of the
// whole recording states: the recording has no room for them, so that it says
// nothing of what services would have stated.
func (s *Set) leaveOut(stated map[biblio.Field]bool) {
	for _, f := range []biblio.Field{biblio.FieldVolume, biblio.FieldPages, biblio.FieldPublisher, biblio.FieldLocation} {
		if stated[f] {
			continue
		}
		claims := 0
		for i := range s.Cases {
			w := &s.Cases[i].Reference.Claimed
			value := map[biblio.Field]*string{biblio.FieldVolume: &w.Volume, biblio.FieldPages: &w.Pages, biblio.FieldPublisher: &w.Publisher, biblio.FieldLocation: &w.Place}[f]
			if *value != "" {
				claims++
			}
			*value = ""
		}
		if claims == 0 {
			continue
		}
		s.note(fmt.Sprintf("%s: no recorded answer of the file states one, so %d claims of it are left out", f, claims))
	}
}

// scoreTaxonomy measures class, code and fields, and with recorded evidence
// the decidable references apart.
func scoreTaxonomy(set *Set, predictions []Prediction) *Result {
	j := judged{set.Gold, predictions}
	var f figures
	j.figures(&f, "", nil)
	if set.Mode == "pooled" || set.Mode == "recorded" {
		j.figures(&f, "_decidable", where(set.Gold, func(i int) bool { return set.Gold[i].Known }))
	}
	r := f.result(set.Gold)
	r.Wrong = j.wrong()
	if set.Mode != "oracle" {
		n := 0
		for _, g := range set.Gold {
			if g.Known {
				n++
			}
		}
		r.Notes = append(r.Notes, fmt.Sprintf("%d of %d are decidable: a strong connector has title, authors and year", n, len(set.Gold)))
	}
	r.Tables = append(r.Tables, j.classTable(), j.codeTable(), j.groupTable("by code", func(g Gold) string { return g.Code }))
	return r
}

// judged is gold with predictions in the same order.
type judged struct {
	gold []Gold
	pred []Prediction
}

// classAt gives the places of gold's and the predicted class in classes.
func (j judged) classAt(i int) (gold, predicted int) {
	gold, predicted = slices.Index(classes, j.gold[i].Class), slices.Index(classes, j.pred[i].Class)
	return max(gold, 0), max(predicted, 0)
}

// classIndices gives them for all cases.
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

// fieldExact reports that the fields at issue are gold's.
func (j judged) fieldExact(i int) bool {
	return !j.pred[i].missing && sameSet(j.gold[i].Fields, j.pred[i].Fields)
}

// figures adds the metrics of the taxonomy over the cases that among names.
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
	f.add("class_accuracy"+suffix, class((*metric.Confusion).Accuracy))
	f.add("class_macro_f1"+suffix, class((*metric.Confusion).MacroF1))
	for i, name := range classes {
		f.add("f1_"+name+suffix, class(func(c *metric.Confusion) float64 { return c.F1(i) }))
	}
	f.add("bucket_macro_f1"+suffix, func(w []float64) float64 {
		return metric.Count(buckets, goldBucket, predBucket, masked(w)).MacroF1()
	})
	f.share("strict_code_accuracy"+suffix, where(j.gold, func(i int) bool {
		return sameSet(j.pred[i].Codes, []string{j.gold[i].Code})
	}), among)
	codes := make([]float64, len(j.gold))
	for i := range codes {
		codes[i] = float64(len(j.pred[i].Codes))
	}
	f.add("codes_per_reference"+suffix, func(w []float64) float64 {
		var m figures
		m.mean("", codes)
		return m.measures[0](masked(w))
	})
	f.share("field_exact"+suffix, where(j.gold, j.fieldExact), among)
	f.add("ser"+suffix, class((*metric.Confusion).Above))
	f.add("der"+suffix, class((*metric.Confusion).Below))
}

// wrong lists the cases whose class, code or fields are not gold's: first real
// ones that are accused, then accused ones that pass, then the rest.
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
		list = append(list, Wrong{i, weight, describe(g.Class, []string{g.Code}, g.Fields), describe(j.pred[i].Outcome, j.pred[i].Codes, j.pred[i].Fields)})
	}
	return list
}

func describe(word string, codes, fields []string) string {
	return fmt.Sprintf("%s %s [%s]", word, strings.Join(codes, "+"), strings.Join(fields, " "))
}

// classTable is the confusion matrix of the classes.
func (j judged) classTable() Table {
	gold, predicted := j.classIndices()
	return confusionTable("class: gold down, predicted across", metric.Count(classes, gold, predicted, nil))
}

// codeTable is that of the buckets, without empty rows and columns.
func (j judged) codeTable() Table {
	gold, predicted := j.bucketIndices()
	return confusionTable("code: gold down, predicted across", metric.Count(buckets, gold, predicted, nil))
}

// groupTable gives accuracy per group of the gold.
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
		t.Rows = append(t.Rows, []string{name, fmt.Sprint(len(members[name])), percent(class / n), percent(bucket / n), percent(fields / n), count(ser), count(der)})
	}
	return t
}

func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
