package baseline

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/parallel"
)

//go:embed prompts/*.txt
var prompts embed.FS

// Shots is the number of examples of the paper: nine of each label.
const Shots = 27

// Example is a labelled citation shown to the model.
type Example struct {
	Text  string
	Label string // exact, minor, major
}

// Asker asks a model about citations.
type Asker struct {
	Model    llm.Model
	Search   bool
	Examples []Example // none: zero-shot
}

// Answer is a model's answer about one citation.
type Answer struct {
	ID            string  `json:"id"`
	Label         string  `json:"label"` // exact, minor, major; "" if there was no answer
	Score         float64 `json:"score"`
	Reasoning     string  `json:"reasoning"`
	FoundEvidence bool    `json:"found_evidence"`
	Failed        string  `json:"failed,omitempty"`

	Took  time.Duration `json:"-"`
	Usage llm.Usage     `json:"-"`
}

// labels maps the model's words to severities.
var labels = map[string]string{"exact_match": judge.Exact, "minor_hallucination": judge.Minor,
	"major_hallucination": judge.Major}

// words is the inverse, with the score and evidence shown in examples.
var words = map[string]struct {
	label string
	score float64
	found bool
	why   string
}{
	judge.Exact: {"exact_match", 10, true, "All of authors, year, title and identifiers are those of the work."},
	judge.Minor: {"minor_hallucination", 6, true, "The work exists; part of its metadata is wrong."},
	judge.Major: {"major_hallucination", 0, false, "No such work can be found."},
}

var answerSchema = json.RawMessage(
	`{"type":"object","additionalProperties":false,"required":["label","score","reasoning","found_evidence"],"properties":{"label":{"type":"string","enum":["exact_match","minor_hallucination","major_hallucination"]},"score":{"type":"number","minimum":0,"maximum":10},"reasoning":{"type":"string"},"found_evidence":{"type":"boolean"}}}`)

// Choose draws examples from labelled citations, equally many per label, except those whose cluster is to be
// judged.
func Choose(set *lab.Set, judged map[string]bool, n int, seed uint64) ([]Example, error) {
	if n == 0 {
		return nil, nil
	}
	if n < 0 || n%len(lab.Severities) != 0 {
		return nil, fmt.Errorf("%d shots: give a multiple of %d, as many of each label", n, len(lab.Severities))
	}
	by := map[string][]Example{}
	for i, g := range set.Gold {
		if !judged[g.Cluster] {
			by[g.Label] = append(by[g.Label], Example{set.Cases[i].Reference.Raw, g.Label})
		}
	}
	random := metric.NewRandom(seed)
	var list []Example
	for _, label := range lab.Severities {
		group := by[label]
		if len(group) < n/len(lab.Severities) {
			return nil, fmt.Errorf("%d examples of %q for %d shots: give another file of examples (--shots-from)",
				len(group), label, n)
		}
		random.Shuffle(len(group), func(i, j int) { group[i], group[j] = group[j], group[i] })
		list = append(list, group[:n/len(lab.Severities)]...)
	}
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list, nil
}

// Run asks about every case of a set, several concurrently.
func (a *Asker) Run(ctx context.Context, set *lab.Set, jobs int, step func()) ([]Answer, error) {
	out := make([]Answer, len(set.Cases))
	parallel.Each(len(set.Cases), jobs, func(i int) {
		if ctx.Err() != nil {
			return
		}
		r := &set.Cases[i].Reference
		out[i] = a.ask(ctx, r.ID, r.Raw)
		if step != nil {
			step()
		}
	})
	return out, ctx.Err()
}

func (a *Asker) ask(ctx context.Context, id, citation string) Answer {
	out := Answer{ID: id}
	start := time.Now()
	resp, err := a.Model.Ask(ctx, llm.Request{
		Role: "baseline", Prompt: "baseline/1", System: a.system(), Turns: []llm.Turn{llm.User(a.user(citation))},
		Name: "citation_label", Schema: answerSchema, Search: a.Search,
	})
	out.Took, out.Usage = time.Since(start), resp.Usage
	var f *llm.Failure
	if errors.As(err, &f) { // failed calls may be billed as well
		out.Usage = f.Usage
	}
	var said struct {
		Label         string  `json:"label"`
		Score         float64 `json:"score"`
		Reasoning     string  `json:"reasoning"`
		FoundEvidence bool    `json:"found_evidence"`
	}
	if err == nil {
		err = resp.Decode(&said)
	}
	if err == nil && (labels[said.Label] == "" || said.Score < 0 || said.Score > 10) {
		err = &llm.Failure{Kind: answer.Malformed, Detail: "no such label or score"}
	}
	if err != nil {
		out.Failed = err.Error()
		return out
	}
	out.Label, out.Score, out.Reasoning, out.FoundEvidence = labels[said.Label], said.Score,
		said.Reasoning, said.FoundEvidence
	if a.Search && !said.FoundEvidence { // what cannot be verified counts as fabricated
		out.Label, out.Score = judge.Major, 0
	}
	return out
}

func (a *Asker) system() string {
	text := file("system")
	if a.Search {
		text += file("search")
	}
	return text
}

func file(name string) string {
	data, _ := prompts.ReadFile("prompts/" + name + ".1.txt") // embedded: always present
	return string(data)
}

// user returns the question, after the examples if there are any.
func (a *Asker) user(citation string) string {
	const end = "\n\nAnswer with the JSON object only."
	if len(a.Examples) == 0 {
		return "Classify the following citation by the rubric.\n\nCitation:\n" + citation + end
	}
	var b strings.Builder
	b.WriteString("Below are labelled examples of how the rubric is applied. Study them, then classify the last " +
		"citation in the same form.\n\n=== EXAMPLES ===\n")
	for i, e := range a.Examples {
		w := words[e.Label]
		fmt.Fprintf(&b,
			"\nExample %d:\nCitation: %s\nDecision:\n{\"label\": %q, \"score\": %g, \"reasoning\": %q, \"found_evidence\": %t}\n", i+1, e.Text, w.label, w.score, w.why, w.found)
	}
	b.WriteString("\n=== TARGET ===\n\nCitation: " + citation + end)
	return b.String()
}

// representative maps labels to a score within their interval, by the judge's thresholds, so that a model's
// predictions are scored like ours.
var representative = map[string]float64{judge.Exact: (judge.TauExact + 10) / 2,
	judge.Minor: (judge.TauMinor + judge.TauExact) / 2, judge.Major: judge.TauMinor / 2}

// outcomes maps labels to the nearest outcome; without a label it is inconclusive.
var outcomes = map[string]judge.Outcome{judge.Exact: judge.Verified, judge.Minor: judge.Discrepant,
	judge.Major: judge.NotFound}

// Predictions converts answers to predictions. A missing answer is inconclusive.
func Predictions(answers []Answer) []lab.Prediction {
	list := make([]lab.Prediction, len(answers))
	for i, a := range answers {
		list[i] = lab.Prediction{
			ID: a.ID, Outcome: outcomes[a.Label].String(), Class: lab.Hallucinated, Codes: []string{}, Fields: []string{},
			Score: representative[a.Label], P: a.Score / 10, Unanswered: a.Failed != "",
		}
		if a.Label == judge.Exact {
			list[i].Class = lab.Real
		}
	}
	return list
}

// Cost is the total cost of a run.
type Cost struct {
	Failed        int
	SecondsPerTen float64 // one reference after another
	Input, Output int     // tokens
	Dollars       float64
	DollarsPerTen float64
	MedianSeconds float64
	FoundEvidence int
}

// CostOf returns the total cost of answers at prices per million tokens.
func CostOf(answers []Answer, in, out float64) Cost {
	var c Cost
	var took []float64
	for _, a := range answers {
		if a.Failed != "" {
			c.Failed++
		}
		if a.FoundEvidence {
			c.FoundEvidence++
		}
		took = append(took, a.Took.Seconds())
		c.SecondsPerTen += a.Took.Seconds()
		c.Input, c.Output = c.Input+a.Usage.Input, c.Output+a.Usage.Output
	}
	slices.Sort(took)
	c.MedianSeconds = metric.Quantile(took, .5)
	n := float64(max(len(answers), 1))
	c.SecondsPerTen *= 10 / n
	c.Dollars = (float64(c.Input)*in + float64(c.Output)*out) / 1e6
	c.DollarsPerTen = c.Dollars * 10 / n
	return c
}

// Without removes the citations that serve as examples.
func Without(set *lab.Set, examples []Example) *lab.Set {
	shown := map[string]bool{}
	for _, e := range examples {
		shown[e.Text] = true
	}
	out := &lab.Set{Mode: set.Mode, Gold: []lab.Gold{}}
	for i, c := range set.Cases {
		if !shown[c.Reference.Raw] {
			out.Cases, out.Gold = append(out.Cases, c), append(out.Gold, set.Gold[i])
		}
	}
	return out
}
