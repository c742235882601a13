package lab

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// correctionLabels is the file of judged changes in the repository.
const correctionLabels = "internal/lab/data/corrections.jsonl"

// The judgements of a change. A change without one counts as neither.
const (
	changeBetter   = "better"
	changeNeutral  = "neutral"
	changeWorse    = "worse"
	changeUnjudged = "unjudged"
)

// judgedChange is a change of a field of a bibliography with a person's judgement.
type judgedChange struct {
	File      string `json:"file"`
	Key       string `json:"key"`
	Field     string `json:"field"`
	To        string `json:"to"`
	Judgement string `json:"judgement"`
	Why       string `json:"why"`
}

// loadCorrections reads bibliographies as people keep them, and the judgements of what fix changes in them.
func loadCorrections(ctx context.Context, opt *Options) (*Set, error) {
	set := &Set{}
	roots := []string{opt.Citations}
	if opt.Citations == "" {
		roots = nil
		for _, name := range []string{"dev", "dev2"} {
			root, err := opt.path("", "bench", "accusations", name)
			if err != nil {
				return nil, err
			}
			roots = append(roots, root)
		}
	}
	labels := opt.Judged
	if labels == "" {
		labels = correctionLabels
	}
	judgements, err := readCorrections(labels)
	if err != nil {
		return nil, err
	}
	for _, root := range roots {
		files := []string{root}
		if isFolder(root) {
			if files, err = filepath.Glob(filepath.Join(root, "*.bib")); err != nil {
				return nil, err
			}
		}
		for _, file := range files {
			if err := set.readKept(file, nil); err != nil {
				return nil, err
			}
		}
	}
	for i := range set.Gold {
		set.Gold[i].Values = judgements[set.Gold[i].Entry]
	}
	return set, set.checkAsUser(ctx, opt)
}

// readCorrections reads judgements by entry, then by field and value.
func readCorrections(path string) (map[string]map[string]string, error) {
	list := map[string]map[string]string{}
	err := result.Each(path, func(line []byte) error {
		var c judgedChange
		if err := json.Unmarshal(line, &c); err != nil {
			return fmt.Errorf("not a judgement: %w", err)
		}
		if !slices.Contains([]string{changeBetter, changeNeutral, changeWorse}, c.Judgement) {
			return fmt.Errorf("%q is no judgement: use better, neutral or worse", c.Judgement)
		}
		entry := entryOf(c.File, c.Key)
		if list[entry] == nil {
			list[entry] = map[string]string{}
		}
		list[entry][changeOf(c.Field, c.To)] = c.Judgement
		return nil
	})
	return list, err
}

// changeOf returns a name for a change of a field, regardless of the case and punctuation of its value.
func changeOf(field, to string) string {
	return field + " " + strings.Map(func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return unicode.ToLower(c)
		}
		return -1
	}, to)
}

// predictCorrections corrects each file by the findings of its references. The result for an entry is in the
// values of its prediction.
func predictCorrections(ctx context.Context, set *Set, step func()) ([]Prediction, error) {
	list, findings := make([]Prediction, len(set.Cases)), make([]audit.Finding, len(set.Cases))
	err := set.Each(ctx, func(i int) {
		findings[i] = set.Find(ctx, i)
		list[i] = predict(findings[i])
		if step != nil {
			step()
		}
	})
	if err != nil {
		return nil, err
	}
	for start := 0; start < len(findings); {
		file, end := set.Cases[start].Reference.Place.File, start
		for end < len(findings) && set.Cases[end].Reference.Place.File == file {
			end++
		}
		src, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for _, likely := range []bool{false, true} {
			out, err := fix.BibTeX(src, findings[start:end], fix.Options{Likely: likely})
			if err != nil {
				return nil, err
			}
			for i := range out.Entries {
				list[start+i].Values = withPatches(list[start+i].Values, out.Entries[i].Patches, likely)
			}
		}
		start = end
	}
	return list, nil
}

// onLeave begins the field of a change that fix makes only with --likely.
const onLeave = "likely "

func withPatches(values map[string]string, patches []fix.Patch, likely bool) map[string]string {
	for _, p := range patches {
		field := string(p.Field)
		if values == nil {
			values = map[string]string{}
		}
		if _, written := values[field]; likely && !written {
			field = onLeave + field
		}
		values[field] = p.To
	}
	return values
}

// scoreCorrections counts the changes by people's judgements, and how many of the improvements are made.
func scoreCorrections(set *Set, predictions []Prediction) *Result {
	made := map[string][]float64{}
	for _, label := range []string{changeBetter, changeNeutral, changeWorse, changeUnjudged} {
		made[label] = make([]float64, len(set.Gold))
	}
	better, wrong := make([]float64, len(set.Gold)), []Wrong(nil)
	kept, offered, worseOffered := make([]float64, len(set.Gold)), make([]float64, len(set.Gold)),
		make([]float64, len(set.Gold))
	for i, g := range set.Gold {
		fields := map[string]bool{}
		for change, label := range g.Values {
			if field, _, _ := strings.Cut(change, " "); label == changeBetter {
				fields[field] = true
			}
		}
		better[i] = float64(len(fields))
		for _, field := range sortedKeys(predictions[i].Values) {
			to := predictions[i].Values[field]
			field, likely := strings.CutPrefix(field, onLeave)
			label := g.Values[changeOf(field, to)]
			if likely {
				offered[i] += one(label == changeBetter)
				worseOffered[i] += one(label == changeWorse)
				continue
			}
			if label == "" {
				label = changeUnjudged
			}
			made[label][i]++
			if label == changeBetter {
				kept[i]++
			}
			if label == changeWorse || label == changeUnjudged {
				wrong = append(wrong, misjudged(i, one(label == changeWorse), label, field+": "+to))
			}
		}
	}
	var f figures
	for _, label := range []string{changeBetter, changeNeutral, changeWorse, changeUnjudged} {
		f.Add(label, func(w []float64) float64 { return weighed(made[label], w) })
	}
	share := func(w []float64, counts ...[]float64) (sum float64) {
		for _, n := range counts {
			sum += weighed(n, w)
		}
		return sum / max(weighed(better, w), 1)
	}
	f.Add("better_kept", func(w []float64) float64 { return share(w, kept) })
	f.Add("better_offered", func(w []float64) float64 { return share(w, kept, offered) }) // with --likely
	f.Add("worse_offered", func(w []float64) float64 { return weighed(worseOffered, w) })
	r := f.result(set.Gold)
	r.Wrong = wrong
	return r
}

// weighed sums the counts of cases, weighted for resampling.
func weighed(counts, weights []float64) float64 {
	sum := 0.0
	for i, n := range counts {
		if weights == nil {
			sum += n
		} else {
			sum += n * weights[i]
		}
	}
	return sum
}
