package corrupt

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// Options say which set to make.
type Options struct {
	Family string
	N      int
	Seed   uint64
	Splits []Split  // none: splits are not named
	Only   []string // only these operators
	Writer *Writer  // nil: our own operators make every change
	Step   func()   // called after every entry; may be nil
}

// Split is a named share of the works.
type Split struct {
	Name  string
	Share float64
}

// Made is a labelled set with counts of what was left out.
type Made struct {
	Entries  []Entry
	Works    []Work // of the entries, in the same order
	Rejected map[string]int
	Unable   map[string]int // operators that found no work
	Kept     int            // entries left valid because a model failed
}

// attempts is how many works are tried per entry.
const attempts = 40

// Make draws works and makes N entries of a family, always the same for the same corpus and options.
func Make(ctx context.Context, ix *index.Index, opt Options) (*Made, error) {
	ops, err := operators(&opt)
	if err != nil {
		return nil, err
	}
	if ix.Len() == 0 {
		return nil, errors.New("the corpus has no works")
	}
	m := &maker{opt: &opt, library: NewLibrary(ix, opt.Seed), random: metric.NewRandom(opt.Seed ^ 0x5eed),
		made: &Made{Rejected: map[string]int{}, Unable: map[string]int{}}}
	for i, op := range plan(ops, opt.N, m.random) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		made, err := m.entry(ctx, i, op)
		for k := 0; err == nil && !made && k < len(ops); k++ { // another operator for the same code
			if ops[k].Code == op.Code && ops[k].Name != op.Name {
				made, err = m.entry(ctx, i, &ops[k])
			}
		}
		if err != nil {
			return nil, err
		}
		if opt.Step != nil {
			opt.Step()
		}
	}
	return m.made, nil
}

func operators(opt *Options) ([]Operator, error) {
	all, ok := Families[opt.Family]
	if !ok {
		return nil, fmt.Errorf("no family %q; there are %s", opt.Family,
			strings.Join(slices.Sorted(maps.Keys(Families)), ", "))
	}
	if len(opt.Only) == 0 {
		return all, nil
	}
	var ops []Operator
	for _, name := range opt.Only {
		i := slices.IndexFunc(all, func(o Operator) bool { return o.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("family %s has no operator %q", opt.Family, name)
		}
		ops = append(ops, all[i])
	}
	return ops, nil
}

// plan assigns operators their shares of n by weight, and shuffles.
func plan(ops []Operator, n int, random *metric.Random) []*Operator {
	total := 0.0
	for i := range ops {
		total += ops[i].Weight
	}
	var list []*Operator
	given, sum := 0, 0.0
	for i := range ops {
		sum += ops[i].Weight
		for upTo := int(math.Round(sum / total * float64(n))); given < upTo; given++ {
			list = append(list, &ops[i])
		}
	}
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

type maker struct {
	opt     *Options
	library *Library
	random  *metric.Random
	made    *Made
}

// entry makes one entry, trying other works if the first ones do not fit. It returns false if no work fits, and
// remembers that.
func (m *maker) entry(ctx context.Context, i int, op *Operator) (bool, error) {
	if m.made.Unable[op.Name] > 0 {
		m.made.Unable[op.Name]++
		return false, nil
	}
	for range attempts {
		w, ok, err := m.library.Draw(op.suits)
		if err != nil {
			return false, err
		}
		if !ok {
			break
		}
		e, err := m.try(ctx, op, &w)
		if err != nil {
			return false, err
		}
		if e == nil {
			continue
		}
		why, err := m.library.Audit(e, &w)
		if err != nil {
			return false, err
		}
		if why != "" {
			m.made.Rejected[why]++
			continue
		}
		e.ID = fmt.Sprintf("%s-%05d", m.opt.Family, i+1)
		m.made.Entries, m.made.Works = append(m.made.Entries, *e), append(m.made.Works, w)
		return true, nil
	}
	m.made.Unable[op.Name]++
	return false, nil
}

// try applies an operator to a work; nil when it does not apply.
func (m *maker) try(ctx context.Context, op *Operator, w *Work) (*Entry, error) {
	original := Claim(&w.Record)
	dropLink(&original)
	d := &draft{work: w, library: m.library, random: m.random, claim: original}
	e := &Entry{Work: w.Key, Family: m.opt.Family, Original: original, Writer: "rules", Split: splitOf(m.opt, w.Key)}
	for i := range w.Versions {
		e.Versions = append(e.Versions, Claim(&w.Versions[i]))
	}
	label := op
	if op.Prompt != "" && m.opt.Writer != nil {
		name, ok := m.opt.Writer.write(ctx, op, d)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if e.Writer = name; !ok { // after a failed call the entry stays valid
			d.restore(state{claim: original})
			m.made.Kept++
			label = &Operator{Name: "none", Code: "R1", Label: Valid}
		}
	} else if !op.apply(d, op.Name) || d.failed != nil {
		return nil, d.failed
	}
	e.Claim, e.Changes = d.claim, d.changes
	if e.Changes == nil {
		e.Changes = []Change{}
	}
	e.label(label)
	return e, nil
}

// dropLink removes an address that only repeats an identifier: a changed identifier beside the old link would
// be two claims.
func dropLink(f *biblio.Flat) {
	if id, ok := ident.Parse(f.URL); ok && id.Scheme != ident.URL {
		f.URL = ""
	}
}

// splitOf returns the split of a work, which depends only on its name and the seed.
func splitOf(opt *Options, work string) string {
	if len(opt.Splits) == 0 {
		return ""
	}
	at := float64(xxhash.Sum64String(fmt.Sprint(opt.Seed, work))>>11) / (1 << 53)
	sum := 0.0
	for _, s := range opt.Splits {
		if sum += s.Share; at < sum {
			return s.Name
		}
	}
	return opt.Splits[len(opt.Splits)-1].Name
}

// Tables returns tables of what was made.
func (m *Made) Tables() []result.Table {
	t := result.Table{Title: "entries by operator", Head: []string{"", "code", "label", "n"}}
	type key struct{ name, code, label string }
	n := map[key]int{}
	for _, e := range m.Entries {
		n[key{e.Operator, e.Code, e.Label}]++
	}
	for _, k := range slices.SortedFunc(maps.Keys(n), func(a, b key) int {
		return strings.Compare(a.code+a.name+a.label, b.code+b.name+b.label)
	}) {
		t.Rows = append(t.Rows, []string{k.name, k.code, k.label, fmt.Sprint(n[k])})
	}
	out := result.Table{Title: "left out", Head: []string{"", "n"}}
	for _, why := range slices.Sorted(maps.Keys(m.Rejected)) {
		out.Rows = append(out.Rows, []string{"audit: " + why, fmt.Sprint(m.Rejected[why])})
	}
	for _, name := range slices.Sorted(maps.Keys(m.Unable)) {
		out.Rows = append(out.Rows, []string{"no work serves " + name, fmt.Sprint(m.Unable[name])})
	}
	if m.Kept > 0 {
		out.Rows = append(out.Rows, []string{"left valid: the model gave nothing usable", fmt.Sprint(m.Kept)})
	}
	if len(out.Rows) == 0 {
		return []result.Table{t}
	}
	return []result.Table{t, out}
}
