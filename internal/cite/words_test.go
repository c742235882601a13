package cite_test

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/cite"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// A few words find a work of the starter corpus; it is only taken if a name and words of its title
// identify it uniquely.
func TestShortQueries(t *testing.T) {
	s, err := setup.Open(setup.Options{Offline: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, c := range []struct {
		query, first string
		sure         bool
	}{
		{"he 2016 deep residual learning", "Deep Residual Learning for Image Recognition", true},
		{"attention is all you need vaswani", "Attention Is All You Need", true},
		{"Adam optimizer", "Adam: A Method for Stochastic Optimization", false},
		{"vaswani 2017", "Attention Is All You Need", false},
		{"GPT-3", "Language Models are Few-Shot Learners", false},
		{"dropout", "Dropout: A Simple Way to Prevent Neural Networks from Overfitting", false},
		{"mmlu hendrycks", "Measuring Massive Multitask Language Understanding", false},
		{"BLEU metric", "Bleu: a Method for Automatic Evaluation of Machine Translation", false},
		{"scibert model", "", false},
		{"wei chain of thought", "Chain-of-Thought Prompting Elicits Reasoning in Large Language Models", true},
		{"Attention Is All You Need, Ashish Vaswani and others, 2017", "Attention Is All You Need", true},
		{"Attention Is All You Need · Ashish Vaswani and others · 2017 · NeurIPS", "Attention Is All You Need", false},
		{"no such work at all", "", false},
		{"nobody 1850 engines of velvet", "", false},
	} {
		works, err := cite.ByWords(s.Corpus(), c.query, 3)
		first, sure := "", false
		if len(works) > 0 {
			first, sure = works[0].Record.FullTitle(), works[0].Sure
		}
		if err != nil || first != c.first || sure != c.sure {
			t.Errorf("%s: %q, sure %v, %v", c.query, first, sure, err)
		}
	}
}
