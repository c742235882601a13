package train

import (
	"strconv"
	"strings"

	"github.com/cespare/xxhash/v2"

	"github.com/bonafide-audit/bonafide/internal/refstring"
	"github.com/bonafide-audit/bonafide/internal/refstring/tagger"
)

// Folds is the number of folds of a cross-validation.
const Folds = 5

// blockSize is how many neighbouring lines of one file are kept in one fold.
const blockSize = 25

// weightOf says how much a line of a set weighs in training: 0 for the sets
// that only measure, less than 1 for those with many wrong labels.
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

// Trains reports whether a set may train.
func Trains(set string) bool { return weightOf(set) > 0 }

// FoldOf gives the fold of a line: lines of one document, or of one block of a
// long file, are in the same fold.
func FoldOf(l *Labelled) int {
	file, number := l.ID, 0
	if i := strings.LastIndexAny(l.ID, "#:"); i >= 0 {
		if n, err := strconv.Atoi(l.ID[i+1:]); err == nil {
			file, number = l.ID[:i], n
		}
	}
	if strings.HasPrefix(l.Set, "grobid") && !strings.Contains(file, "citations.xml") && !strings.Contains(file, "raw_ref") {
		number = 0 // a document
	}
	return int(xxhash.Sum64String(file+"/"+strconv.Itoa(number/blockSize)) % Folds)
}

// Material is all that training reads.
type Material struct {
	Labelled []Labelled
	Rendered []Rendering // of records that are not held out
	Words    []uint32
	Entries  []tagger.Entry

	Containers *Containers
	Names      int // how many names of containers the model knows
}

// Examples gives the training examples, leaving out one fold of the labelled
// sets (none for a fold below 0).
func (m *Material) Examples(without int) []Example {
	var list []Example
	for i := range m.Labelled {
		l := &m.Labelled[i]
		w := weightOf(l.Set)
		if w == 0 || FoldOf(l) == without {
			continue
		}
		if e, ok := l.Example(w); ok && len(e.Tokens) > 0 {
			list = append(list, e)
		}
	}
	for i := range m.Rendered {
		r := &m.Rendered[i]
		if e := NewExample(r.Raw, r.Labels, 0.7); len(e.Tokens) > 0 {
			list = append(list, e)
		}
	}
	return list
}

// Fit trains on everything but one fold (none for a fold below 0).
func (m *Material) Fit(without int, o Options) *tagger.Weights {
	examples := m.Examples(without)
	lexicon := tagger.Weights{Words: m.Words, Entries: m.Entries}
	lexicon.Names, lexicon.NameMarks = m.Containers.Names(m.Names, examples[:m.labelled(examples)])
	return Fit(examples, &lexicon, o)
}

// labelled gives how many examples come from labelled strings: all but the
// rendered ones at the end.
func (m *Material) labelled(examples []Example) int {
	return max(0, len(examples)-len(m.Rendered))
}

// CrossValidate measures every labelled set: those that train by training on
// four folds and measuring on the fifth, the others with the model of fold 0.
// wrong, when not nil, is told of each reference.
func CrossValidate(m *Material, o Options, folds int, each func(l *Labelled, p *refstring.Parsed, predicted map[string]string)) map[string]*Score {
	scores := map[string]*Score{}
	for fold := range folds {
		w := m.Fit(fold, o)
		parser := refstring.NewParser(tagger.NewModel(w))
		for i := range m.Labelled {
			l := &m.Labelled[i]
			if Trains(l.Set) && FoldOf(l) != fold || !Trains(l.Set) && fold != 0 {
				continue
			}
			measure(parser, l, scores, each)
		}
	}
	return scores
}

// Measure measures a parser on labelled lines as they are.
func Measure(parser *refstring.Parser, lines []Labelled, each func(l *Labelled, p *refstring.Parsed, predicted map[string]string)) map[string]*Score {
	scores := map[string]*Score{}
	for i := range lines {
		measure(parser, &lines[i], scores, each)
	}
	return scores
}

func measure(parser *refstring.Parser, l *Labelled, scores map[string]*Score, each func(l *Labelled, p *refstring.Parsed, predicted map[string]string)) {
	p := parser.Parse(l.Raw)
	predicted := Predicted(l.Raw, &p, ConventionOf(l.Set))
	add(scores, l.Set, predicted, l.Fields)
	if c := ConventionOf(l.Set); c.BookIsContainer {
		c.BookIsContainer = false
		add(scores, l.Set+Harmonised, Predicted(l.Raw, &p, c), l.Harmonised())
	}
	if each != nil {
		each(l, &p, predicted)
	}
}

// Harmonised ends the name under which a set is scored against the fields that
// Labelled.Harmonised gives.
const Harmonised = " harmonised"

func add(scores map[string]*Score, name string, predicted, gold map[string]string) {
	s := scores[name]
	if s == nil {
		s = new(Score)
		scores[name] = s
	}
	s.Add(predicted, gold)
}
