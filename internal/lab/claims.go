package lab

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/claim"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// Modes of the suite claims-sentences.
const (
	ClaimsLabelled  = "labelled"
	ClaimsGenerated = "generated"
)

// claimLabels are the labels of claims, in the order of the tables. "unsupported" in the statements and
// "not-addressed" in the sentences both mean that the work does not say it; "partly" is only in the statements.
var claimLabels = []string{"supported", "partly", "contradicted", "not-addressed", "unsupported"}

// citationMark matches citation marks in the data.
var citationMark = regexp.MustCompile(`\s*<\|(?:multi_|other_)?cit\|>|\s*\[citation[^\]]*\]|\s*\[\d+(?:, ?\d+)*\]`)

// bareClaim returns a sentence of the data as a claim about one work.
func bareClaim(sentence string) *claim.Claim {
	sentence = strings.Join(strings.Fields(citationMark.ReplaceAllString(sentence, " ")), " ")
	c := claim.Single(sentence, nil, "")
	return &c
}

// loadStatements reads statements with the title and abstract of the cited work.
func loadStatements(_ context.Context, opt *Options) (*Set, error) {
	path, err := opt.path(opt.Citations, "bench", "claims", "statements_dev.jsonl")
	if err != nil {
		return nil, err
	}
	set := &Set{Gold: []Gold{}}
	err = result.EachObject(path, func(o result.Object) error {
		cited := o.Child("cited")
		if cited == nil {
			cited = result.Object{}
		}
		text := &claim.Text{}
		for _, part := range []string{"title", "abstract"} {
			text.AddParagraph(cited.Text(part), claim.Abstract, 0, nil)
		}
		set.addClaim(o, bareClaim(o.Text("statement")), text)
		return nil
	})
	return set, err
}

// addClaim adds a case with its label.
func (s *Set) addClaim(o result.Object, c *claim.Claim, text *claim.Text) {
	id := o.Text("id")
	g := Gold{ID: id, Cluster: clusterOf(o, id), Label: o.Text("label")}
	for _, i := range o.Numbers("rationale") {
		g.Reasons = append(g.Reasons, len(text.Sentences)-1-int(i))
	}
	s.Gold = append(s.Gold, g)
	s.Cases = append(s.Cases, Case{Reference: biblio.Reference{ID: id}, Claim: c, Text: text})
}

// loadSentences reads citing sentences with passages of the cited work. In the generated mode the claims are
// made from the passages.
func loadSentences(_ context.Context, opt *Options) (*Set, error) {
	path, err := opt.path(opt.Citations, "bench", "claims", "sentences_dev.jsonl")
	if err != nil {
		return nil, err
	}
	set := &Set{Gold: []Gold{}}
	var works []citedPassages
	err = result.EachObject(path, func(o result.Object) error {
		text := &claim.Text{}
		passages := o.List("passages")
		slices.Reverse(passages) // the data begin with the reason: ties must not find it
		for i, passage := range passages {
			text.Sentences = append(text.Sentences, claim.Sentence{Text: passage, Section: claim.Other, Paragraph: i})
		}
		if opt.Mode == ClaimsGenerated {
			works = append(works, citedPassages{o.Text("id"), text})
			return nil
		}
		set.addClaim(o, bareClaim(o.Text("statement")), text)
		return nil
	})
	if opt.Mode == ClaimsGenerated {
		set.generateClaims(works)
	}
	return set, err
}

// oncePrompted is the key of a prediction from a single prompt.
const oncePrompted = "one_prompt"

// predictClaims decides every claim by rules, and by the models of the set.
func predictClaims(ctx context.Context, set *Set, step func()) ([]Prediction, error) {
	list := make([]Prediction, len(set.Cases))
	err := each(ctx, len(list), func(i int) {
		c := &set.Cases[i]
		ix := claim.NewIndex(c.Text)
		said := *c.Claim
		f := claim.Decide(&said, claim.Cited{}, 0, ix)
		once := ""
		if m := set.Claims; m != nil {
			if r := m.OnePrompt(ctx, &said, ix); r.Unheard == "" {
				once = string(r.Outcome)
			}
			if f.Outcome == claim.NotCheckable {
				f, _ = m.Read(ctx, &said, ix, f)
			}
		}
		var order []string
		for _, p := range ix.Passages(c.Claim, 3) {
			for k := p.First; k <= p.Last; k++ {
				order = append(order, strconv.Itoa(k))
			}
		}
		list[i] = Prediction{
			ID: c.Reference.ID, Outcome: string(f.Outcome), Codes: []string{}, Fields: []string{}, Score: f.Coverage,
			Reasons: []string{string(f.Reason)}, Values: map[string]string{"passages": strings.Join(order, " "),
				oncePrompted: once},
		}
		if step != nil {
			step()
		}
	})
	return list, err
}

// saidLabel returns the label among a set that an outcome means, "" for an abstention.
func saidLabel(outcome string, among []string) string {
	switch {
	case outcome == string(claim.NotCheckable):
		return ""
	case slices.Contains(among, outcome):
		return outcome
	case (claim.Outcome(outcome)).Accuses() && slices.Contains(among, "unsupported"):
		return "unsupported"
	case (claim.Outcome(outcome)).Accuses() && slices.Contains(among, "contradicted"):
		return "contradicted"
	}
	return ""
}

// scoreClaims measures outcomes, the order of reading and the shown passages.
func scoreClaims(set *Set, predictions []Prediction) *Result {
	gold := set.Gold
	labels := slices.DeleteFunc(slices.Clone(claimLabels), func(l string) bool {
		return !slices.ContainsFunc(gold, func(g Gold) bool { return g.Label == l })
	})
	want, got := make([]int, len(gold)), make([]int, len(gold))
	accused, abstained := make([]bool, len(gold)), make([]bool, len(gold))
	doubt, wrong := make([]float64, len(gold)), make([]bool, len(gold))
	for i, g := range gold {
		want[i] = slices.Index(labels, g.Label)
		label := saidLabel(predictions[i].Outcome, labels)
		got[i] = slices.Index(labels, label)
		abstained[i] = got[i] < 0
		accused[i] = claim.Outcome(predictions[i].Outcome).Accuses()
		doubt[i], wrong[i] = 1-predictions[i].Score, g.Label != "supported"
	}
	var f figures
	f.Add("macro_f1", answeredF1(labels, want, slices.Clone(got)))
	f.Share("accusation_precision", wrong, accused)
	f.Share("accused", accused, nil)
	f.Share("abstention", abstained, nil)
	f.Add("reading_auc", metric.Rank(doubt, wrong).AUROC)
	if slices.ContainsFunc(gold, func(g Gold) bool { return len(g.Reasons) > 0 }) {
		f.Add("rationale_recall_at_3", reasonRecall(gold, predictions))
	}
	kinds := claimKinds(gold, accused)
	for _, k := range kinds {
		f.Share("recall_"+k.name, accused, k.among)
	}
	r := f.result(gold)
	baselines := claimBaselines(labels, want, doubt)
	if onePrompt(labels, predictions, got) {
		baselines.Rows = append(baselines.Rows,
			[]string{"one prompt, believed",
				result.Percent(answeredF1(labels, want, got)(slices.Repeat([]float64{1}, len(want))))})
	} else {
		r.Notes = append(r.Notes, "calls and cost per claim: 0, no model was asked")
	}
	r.Tables = append(r.Tables, baselines, reasonTable(gold, predictions))
	for i, g := range gold {
		if accused[i] && !wrong[i] {
			r.Wrong = append(r.Wrong,
				misjudged(i, 1, g.Label, predictions[i].Outcome+" "+strings.Join(predictions[i].Reasons, " ")))
		}
	}
	return r
}

// onePrompt copies the answers of the single prompt into got; false if no model was asked.
func onePrompt(labels []string, predictions []Prediction, got []int) bool {
	asked := false
	for i := range predictions {
		once := predictions[i].Values[oncePrompted]
		asked = asked || once != ""
		got[i] = slices.Index(labels, saidLabel(once, labels))
	}
	return asked
}

// answeredF1 is macro-F1 over the labels; an abstention is a miss for its label and an answer for none.
func answeredF1(labels []string, want, got []int) metric.Measure {
	return func(w []float64) float64 {
		sum := 0.0
		for k := range labels {
			right, said, are := 0.0, 0.0, 0.0
			for i, v := range w {
				said += v * one(got[i] == k)
				are += v * one(want[i] == k)
				right += v * one(got[i] == k && want[i] == k)
			}
			sum += metric.Ratio(2*right, said+are)
		}
		return metric.Ratio(sum, float64(len(labels)))
	}
}

// reasonRecall is the share of the sentences marked as reason that are in the three best passages.
func reasonRecall(gold []Gold, predictions []Prediction) metric.Measure {
	found, all := make([]float64, len(gold)), make([]float64, len(gold))
	for i, g := range gold {
		shown := strings.Fields(predictions[i].Values["passages"])
		for _, k := range g.Reasons {
			all[i]++
			found[i] += one(slices.Contains(shown, strconv.Itoa(k)))
		}
	}
	return func(w []float64) float64 {
		hit, total := 0.0, 0.0
		for i, v := range w {
			hit += v * found[i]
			total += v * all[i]
		}
		return metric.Ratio(hit, total)
	}
}

// claimBaselines measures answers without reading: the most common label for all; and word overlap, with the
// cutoffs that have the best macro-F1 on these very cases, which is more than any rule fixed in advance can
// reach.
func claimBaselines(labels []string, want []int, doubt []float64) Table {
	ones := make([]float64, len(want))
	for i := range ones {
		ones[i] = 1
	}
	counts := make([]int, len(labels))
	for _, k := range want {
		counts[k]++
	}
	most, second := 0, -1
	for k := range counts {
		if counts[k] > counts[most] {
			most = k
		}
	}
	for k := range counts {
		if k != most && (second < 0 || counts[k] > counts[second]) {
			second = k
		}
	}
	t := Table{Title: "baselines", Head: []string{"", "macro_f1"}}
	answer := make([]int, len(want))
	for i := range answer {
		answer[i] = most
	}
	t.Rows = append(t.Rows, []string{"always " + labels[most], result.Percent(answeredF1(labels, want, answer)(ones))})
	if second >= 0 {
		best := 0.0
		for cut := .0; cut <= 1; cut += .01 {
			for i := range answer {
				answer[i] = most
				if doubt[i] > cut {
					answer[i] = second
				}
			}
			best = max(best, answeredF1(labels, want, answer)(ones))
		}
		t.Rows = append(t.Rows, []string{"overlap, best cut on these cases", result.Percent(best)})
	}
	return t
}

// reasonTable counts outcomes and reasons by label.
func reasonTable(gold []Gold, predictions []Prediction) Table {
	counts := map[string]float64{}
	for i, g := range gold {
		counts[fmt.Sprintf("%s\t%s\t%s", g.Label, predictions[i].Outcome, strings.Join(predictions[i].Reasons, " "))]++
	}
	t := Table{Title: "outcomes by label", Head: []string{"label", "outcome", "reason", "n"}}
	for _, key := range sortedKeys(counts) {
		t.Rows = append(t.Rows, append(strings.Split(key, "\t"), result.Count(counts[key])))
	}
	return t
}

// kindOfClaim is a kind of generated error and its cases.
type kindOfClaim struct {
	name  string
	among []bool
}

// claimKinds returns the kinds of generated errors.
func claimKinds(gold []Gold, _ []bool) []kindOfClaim {
	var list []kindOfClaim
	for _, name := range claimErrorKinds {
		if slices.ContainsFunc(gold, func(g Gold) bool { return g.Group == name }) {
			list = append(list, kindOfClaim{name, where(gold, func(i int) bool { return gold[i].Group == name })})
		}
	}
	return list
}
