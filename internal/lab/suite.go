package lab

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// Options say what a suite reads and how it runs.
type Options struct {
	Data               string // folder of the shared data
	Citations          string // explicit files take precedence over Data
	Gold               string
	Records            string
	Evidence           string
	Judged             string   // further labels of accusations
	Corpus             []string // index folders, or files of works
	Mode               string
	WithoutIdentifiers bool
	ClosedWorld        bool     // the corpora are declared to be all works that exist
	IDs                []string // only these cases
	Groups             []string // only cases with one of these codes, families, kinds or types
	Scored             bool     // predictions come from a file: nothing is queried, so evidence need not be named
	Cache              string   // folder for indexes made from files of works; "" means they are not kept
	Log                func(string)
}

// Suite is one way to measure the program.
type Suite struct {
	Name    string
	Summary string
	Modes   []string // the first is the default; nil for a suite without modes
	Closed  bool     // its protocol counts absence, so that a run may declare the world closed
	load    func(ctx context.Context, opt *Options) (*Set, error)
	score   func(set *Set, predictions []Prediction) *Result
	predict func(ctx context.Context, set *Set, step func()) ([]Prediction, error) // nil: audit every case
}

// Suites is the table of all suites, in the order of the help text.
var Suites = []Suite{
	{Name: "taxonomy", Summary: "outcome, code and fields of structured references",
		Modes: []string{"oracle", "pooled", "recorded"}, load: loadTaxonomy, score: scoreTaxonomy},
	{Name: "stress", Summary: "format variants that must pass and small edits that must not", load: loadStress,
		score: scoreStress},
	{Name: "citeaudit", Summary: "printed references, real or edited", load: loadCiteAudit, score: scoreCiteAudit},
	{Name: "hallmark", Summary: "BibTeX entries, valid or hallucinated, over a corpus", Closed: true, load: loadHallmark,
		score: scoreHallmark},
	{Name: "severity", Summary: "linked citations: exact, minor or major", Closed: true, load: loadSeverity,
		score: scoreSeverity},
	{Name: "probability",
		Summary: "how well p is calibrated on real bibliographies, in the fields of the corpus and beyond",
		load:    loadProbability, score: scoreProbability},
	{Name: "accusations", Summary: "accusations in bibliographies that people keep, judged by people",
		Modes: []string{Kept, Damaged, Pinned}, load: loadAccusations, score: scoreAccusations, predict: predictAsShown},
	{Name: "corrections", Summary: "what fix changes in bibliographies that people keep, judged by people",
		load: loadCorrections, score: scoreCorrections, predict: predictCorrections},
	{Name: "shortqueries",
		Summary: "a few words that people type to find a work: what comes first, and which entries are written",
		load:    loadShortQueries, score: scoreShortQueries, predict: predictShortQueries},
	{Name: "fair", Summary: "true references beside records that tempt to accuse them", load: loadFair, score: scoreFair,
		predict: predictAsShown},
	{Name: "desk-rejects", Summary: "references that programme chairs called fabricated", load: loadDeskRejects,
		score: scoreDeskRejects},
	{Name: "flags", Summary: "another tool's flags, reviewed by people", load: loadFlags, score: scoreFlags},
	{Name: "matching", Summary: "raw strings to the DOI of the work", load: loadMatching, score: scoreMatching},
	{Name: "refstrings", Summary: "fields of labelled strings", load: loadRefstrings, score: scoreRefstrings,
		predict: predictRefstrings},
	{Name: "bibliographies", Summary: "papers to their references", load: loadBibliographies, score: scoreBibliographies,
		predict: predictBibliographies},
	{Name: "reading", Summary: "documents whose bibliographies are known: what is read wrongly, and accused for it",
		load: loadReading, score: scoreReading, predict: predictReading},
	{Name: "claims-statements", Summary: "statements beside the cited title and abstract: does the work say so",
		load: loadStatements, score: scoreClaims, predict: predictClaims},
	{Name: "claims-sentences",
		Summary: "citing sentences beside passages of the cited work, or with errors of known kinds",
		Modes:   []string{ClaimsLabelled, ClaimsGenerated}, load: loadSentences, score: scoreClaims, predict: predictClaims},
	{Name: "world", Summary: "real, invented and subtly wrong references before played services that lack works and fail",
		Modes: []string{"w1", "w2", "w3", Small}, load: loadWorld, score: scoreWorld, predict: predictPlayed},
	{Name: "quality", Summary: "the project's own references over the starter corpus", load: loadQuality,
		score: scoreQuality},
}

// Find returns the suite with a name.
func Find(name string) (*Suite, error) {
	names := make([]string, len(Suites))
	for i := range Suites {
		if Suites[i].Name == name {
			return &Suites[i], nil
		}
		names[i] = Suites[i].Name
	}
	return nil, fmt.Errorf("no suite %q; there are %s", name, strings.Join(names, ", "))
}

// ErrNoInput means that neither --data nor an explicit file names an input.
var ErrNoInput = errors.New("no input: name the shared data with --data, or the files themselves")

// path returns the explicit file, or one below Data.
func (o *Options) path(explicit string, below ...string) (string, error) {
	if explicit != "" {
		return explicit, nil
	}
	if o.Data == "" {
		return "", ErrNoInput
	}
	return filepath.Join(append([]string{o.Data}, below...)...), nil
}

func (o *Options) log(format string, args ...any) {
	if o.Log != nil {
		o.Log(fmt.Sprintf(format, args...))
	}
}

// Load reads the cases of a suite, and their truth unless they are blind.
func (s *Suite) Load(ctx context.Context, opt Options) (*Set, error) {
	switch {
	case opt.Mode == "" && len(s.Modes) > 0:
		opt.Mode = s.Modes[0]
	case opt.Mode != "" && !slices.Contains(s.Modes, opt.Mode):
		return nil, fmt.Errorf("suite %s has no mode %q (modes: %s)", s.Name, opt.Mode,
			cmp.Or(strings.Join(s.Modes, ", "), "none"))
	}
	set, err := s.load(ctx, &opt)
	if err != nil {
		return nil, err
	}
	set.Mode = opt.Mode
	set.restrict(opt)
	if len(set.Cases) == 0 {
		set.Release()
		return nil, ErrNoCase
	}
	return set, nil
}

// ErrNoCase means that the input has no case, or none of those requested.
var ErrNoCase = errors.New("no case: the input is empty, or has none of these ids or groups")

// restrict keeps the cases that opt selects.
func (s *Set) restrict(opt Options) {
	if len(opt.IDs) == 0 && len(opt.Groups) == 0 {
		return
	}
	var cases []Case
	var gold []Gold
	for i, c := range s.Cases {
		keep := slices.Contains(opt.IDs, c.Reference.ID)
		if !s.Blind() {
			g := s.Gold[i]
			keep = keep || slices.Contains(opt.Groups, g.Group) || slices.Contains(opt.Groups, g.Code) ||
				slices.Contains(opt.Groups, g.Class)
		}
		if !keep {
			continue
		}
		cases = append(cases, c)
		if !s.Blind() {
			gold = append(gold, s.Gold[i])
		}
	}
	s.Cases = cases
	if !s.Blind() {
		s.Gold = append([]Gold{}, gold...)
	}
}

// Predict makes a prediction for every case of a set.
func (s *Suite) Predict(ctx context.Context, set *Set, step func()) ([]Prediction, error) {
	if s.predict != nil {
		return s.predict(ctx, set, step)
	}
	return set.Predict(ctx, step)
}

// Score measures predictions, one per case in the order of the set.
func (s *Suite) Score(set *Set, predictions []Prediction) *Result {
	r := s.score(set, predictions)
	r.Suite, r.Mode, r.N, r.Notes = s.Name, set.Mode, len(set.Gold), append(r.Notes, set.Notes...)
	slices.SortStableFunc(r.Wrong, func(a, b Wrong) int { return cmp.Compare(b.Weight, a.Weight) })
	return r
}

// ScoreFile measures a predictions file against the truth of a set.
func (s *Suite) ScoreFile(set *Set, path string) (*Result, error) {
	if set.Blind() {
		return nil, errors.New("the input has no labels to score against; give --gold")
	}
	list, err := set.PredictionsFrom(path)
	if err != nil {
		return nil, err
	}
	return s.Score(set, list), nil
}
