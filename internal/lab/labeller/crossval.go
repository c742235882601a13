package labeller

import (
	"slices"
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/bonafide-audit/bonafide/internal/parallel"
	"github.com/bonafide-audit/bonafide/internal/refstring"
	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
)

// Folds is the number of folds of a cross-validation.
const Folds = 5

// blockSize is how many neighbouring lines of one file are in one fold.
const blockSize = 25

// weightOf returns the weight of a set's lines in training: 0 for sets used only for measuring, less than 1 for
// those with many wrong labels.
func weightOf(set string) float32 {
	switch set {
	case "anystyle_core", "anystyle_gold", "grobid_citation_corpus":
		return 1
	case "anystyle_good":
		return 0.6
	case "anystyle_ugly", "anystyle_bad":
		return 0.05
	}
	return 0
}

// Trains reports whether a set is used for training.
func Trains(set string) bool { return weightOf(set) > 0 }

// foldOf returns the fold of a line: lines of one document, or of one block of a
// long file, are in the same fold.
func foldOf(l *Labelled) int {
	file, number := l.ID, 0
	if i := strings.LastIndexAny(l.ID, "#:"); i >= 0 {
		if n, err := strconv.Atoi(l.ID[i+1:]); err == nil {
			file, number = l.ID[:i], n
		}
	}
	if strings.HasPrefix(l.Set, "grobid") && !strings.Contains(file, "citations.xml") &&
		!strings.Contains(file, "raw_ref") {
		number = 0 // a document
	}
	return int(xxhash.Sum64String(file+"/"+strconv.Itoa(number/blockSize)) % Folds)
}

// Material is all input of training.
type Material struct {
	Labelled []Labelled
	Rendered []Rendering // of records that are not held out
	Words    []uint32
	Entries  []tagger.Entry

	Containers *Containers
	Names      int // number of container names that the model knows
}

// Examples returns the training examples, leaving out one fold (none for a fold below 0). The first labelled
// ones come from labelled strings, the others are rendered.
func (m *Material) Examples(without int) (list []Example, labelled int) {
	for i := range m.Labelled {
		l := &m.Labelled[i]
		w := weightOf(l.Set)
		if w == 0 || foldOf(l) == without {
			continue
		}
		if e, ok := l.Example(w); ok && len(e.Tokens) > 0 {
			list = append(list, e)
		}
	}
	labelled = len(list)
	for i := range m.Rendered {
		if i%Folds == without {
			continue
		}
		if e := m.Rendered[i].example(); len(e.Tokens) > 0 {
			list = append(list, e)
		}
	}
	return list, labelled
}

// renderedWeight is the weight of a rendered reference in training.
const renderedWeight = 0.7

// example returns the training example of a rendered reference. The title of a work without a container is
// labelled as a book's.
func (r *Rendering) example() Example {
	e := newExample(r.Raw, r.Labels, renderedWeight)
	if slices.Contains(e.Labels, tagger.Container) {
		return e
	}
	for i, l := range e.Labels {
		e.Labels[i] = titleAs(l, tagger.Book)
	}
	return e
}

// Fit trains on everything but one fold (none for a fold below 0).
func (m *Material) Fit(without int, o Options) *tagger.Weights {
	examples, labelled := m.Examples(without)
	lexicon := tagger.Weights{Words: m.Words, Entries: m.Entries}
	lexicon.Names, lexicon.NameMarks = m.Containers.Names(m.Names, examples[:labelled])
	return fit(examples, &lexicon, o)
}

// Fits are the weights of a cross-validation: those of each fold are trained without it.
type Fits struct {
	Weights  []*tagger.Weights
	contests [][]Contest
}

// FitFolds trains for the first n folds, together at a time. Labellings are weighed as a whole with what the
// other folds teach.
func (m *Material) FitFolds(n, together int, o Options) *Fits {
	f := &Fits{make([]*tagger.Weights, n), make([][]Contest, n)}
	parallel.Each(n, together, func(fold int) {
		f.Weights[fold] = m.Fit(fold, o)
		f.contests[fold] = m.Contests(f.Weights[fold], fold)
	})
	for fold, w := range f.Weights {
		w.Whole = f.Whole(fold)
	}
	return f
}

// Whole fits the weights of labellings to the contests of all folds but one (none for a fold below 0).
func (f *Fits) Whole(without int) tagger.Whole {
	var list []Contest
	for fold, c := range f.contests {
		if fold != without {
			list = append(list, c...)
		}
	}
	return fitWhole(list)
}

// CrossValidate measures every labelled set: training sets with the weights that were trained without the
// current fold, the others with those of fold 0. each, if not nil, is called for each reference.
func CrossValidate(m *Material, f *Fits,
	each func(l *Labelled, p *refstring.Parsed, predicted map[string]string)) map[string]*Score {
	scores := map[string]*Score{}
	for fold, w := range f.Weights {
		parser := refstring.NewParser(tagger.NewModel(w))
		for i := range m.Labelled {
			l := &m.Labelled[i]
			if Trains(l.Set) && foldOf(l) != fold || !Trains(l.Set) && fold != 0 {
				continue
			}
			measure(parser, l, scores, each)
		}
	}
	return scores
}

func measure(parser *refstring.Parser, l *Labelled, scores map[string]*Score,
	each func(l *Labelled, p *refstring.Parsed, predicted map[string]string)) {
	p := parser.Parse(l.Raw)
	predicted := Predicted(l.Raw, &p, conventionOf(l.Set))
	add(scores, l.Set, predicted, l.Fields)
	if c := conventionOf(l.Set); c.BookIsContainer {
		c.BookIsContainer = false
		add(scores, l.Set+Harmonised, Predicted(l.Raw, &p, c), l.Harmonised())
	}
	if each != nil {
		each(l, &p, predicted)
	}
}

// Harmonised is the suffix of the name under which a set is scored against the fields from Labelled.Harmonised.
const Harmonised = " harmonised"

func add(scores map[string]*Score, name string, predicted, gold map[string]string) {
	s := scores[name]
	if s == nil {
		s = new(Score)
		scores[name] = s
	}
	s.Add(predicted, gold)
}

// MeasureRendered renders held-out records in the first ten styles and measures a parser on them, by style.
// each, if not nil, is called for each reference.
func MeasureRendered(parser *refstring.Parser, held []*Record, seed uint64,
	each func(l *Labelled, p *refstring.Parsed, predicted map[string]string)) map[string]*Score {
	scores := map[string]*Score{}
	r := newRenderer(seed,
		[]string{"Springer", "ACM", "MIT Press", "Elsevier", "Cambridge University Press", "PMLR",
			"Association for Computational Linguistics"})
	for i, rec := range held {
		out, ok := r.Clean(rec, i%10)
		if !ok {
			continue
		}
		l := Labelled{ID: rec.ID, Raw: out.Raw, Fields: out.Fields, Set: "rendered/" + out.Style}
		measure(parser, &l, scores, each)
	}
	return scores
}
