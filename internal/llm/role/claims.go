package role

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/claim"
)

// Claims checks claims against the passages of the cited work. Roles that are off have no asker: without an
// extractor and a matcher, the rules' own clause and passages are used.
type Claims struct {
	Extractor, Matcher, Reasoner, Judge *Asker
}

// passagesMost is how many passages a matcher chooses from, and passagesRead how many are then read.
const (
	passagesMost = 8
	passagesRead = 4
)

// whyPieces is the reason for ignoring an extractor that returns words the sentence does not contain.
const whyPieces = "it gives words that the sentence does not have"

var (
	extractSchema = objectOf("pieces", listOf(6, textOf(600)), "function", choiceOf(claim.Supporting,
		claim.Contrasting, claim.Method, claim.Background, claim.Mention))
	readSchema = objectOf("quote", textOf(1000), "reasoning", textOf(mostReasoning), "outcome",
		choiceOf(claim.Supported, claim.Partly, claim.Contradicted, claim.NotAddressed, claim.NotCheckable),
		"confidence", confidences)
)

type (
	extractAnswer struct {
		Pieces   []string `json:"pieces"`
		Function string   `json:"function"`
	}
	passageAnswer struct {
		Passages []int `json:"passages"`
	}
	readAnswer struct {
		Outcome    string `json:"outcome"`
		Quote      string `json:"quote"`
		Confidence string `json:"confidence"`
		Reasoning  string `json:"reasoning"`
	}
)

// What the roles are shown.
type (
	markedSentence struct {
		Sentence string   `json:"sentence"` // the mark in question is [*], others are [+]
		Section  string   `json:"section,omitempty"`
		Clause   []string `json:"clause"`
	}
	readPassage struct {
		N       int    `json:"passage"`
		Section string `json:"section,omitempty"`
		Text    string `json:"text"`
	}
	claimed struct {
		Claim    string        `json:"claim"`
		Parts    []string      `json:"parts,omitempty"`
		Passages []readPassage `json:"passages"`
	}
)

// Read has models read the claim and its passages, and returns the result.
func (r *Claims) Read(ctx context.Context, c *claim.Claim, ix *claim.Index,
	f claim.Finding) (claim.Finding, []claim.Reading) {
	var readings []claim.Reading
	if r.Extractor != nil {
		if unheard := r.extract(ctx, c); unheard != "" {
			readings = append(readings, claim.Reading{Role: ClaimExtractor, Unheard: unheard})
		}
	}
	passages := ix.Passages(c, passagesMost)
	if len(passages) == 0 {
		return f, readings
	}
	if r.Matcher != nil {
		chosen, unheard := r.match(ctx, c, passages)
		if passages = chosen; unheard != "" {
			readings = append(readings, claim.Reading{Role: ClaimMatcher, Unheard: unheard})
		}
	}
	passages = passages[:min(len(passages), passagesRead)]
	if r.Reasoner != nil {
		readings = append(readings, r.read(ctx, r.Reasoner, ClaimReasoner, c, passages))
	}
	if r.Judge != nil {
		readings = append(readings, r.read(ctx, r.Judge, ClaimJudge, c, passages))
	}
	return ix.Advised(c, f, readings)
}

// OnePrompt returns the reasoner's answer without any second question: the baseline of measurements.
func (r *Claims) OnePrompt(ctx context.Context, c *claim.Claim, ix *claim.Index) claim.Reading {
	if r.Reasoner == nil {
		return claim.Reading{Unheard: "off"}
	}
	naive := *r.Reasoner
	naive.naive = true
	return r.read(ctx, &naive, ClaimReasoner, c, ix.Passages(c, passagesRead))
}

// extract has a model repeat the part of the sentence that belongs to the mark.
func (r *Claims) extract(ctx context.Context, c *claim.Claim) (unheard string) {
	lay := func(form func(string) string) markedSentence {
		m := markedSentence{Sentence: form(signed(c)), Section: form(c.Section)}
		for _, s := range c.Spans {
			m.Clause = append(m.Clause, form(c.Sentence[s.Start:s.End]))
		}
		return m
	}
	q := question{role: ClaimExtractor, prompt: "claimextractor-1", name: "claim_extract",
		schema: extractSchema, tokens: 600}
	forms := readings{full: lay(same), stripped: lay(withoutOrders), texts: []string{c.Sentence, c.Section}}
	answer, _, unheard := consult(ctx, r.Extractor, q, forms, func(a extractAnswer) string { return a.Function },
		func(extractAnswer) bool { return false })
	if unheard != "" {
		return unheard
	}
	var spans []biblio.Span
	for _, piece := range answer.Pieces {
		at := strings.Index(c.Sentence, strings.TrimSpace(piece))
		if at < 0 || strings.TrimSpace(piece) == "" {
			return whyPieces
		}
		spans = append(spans, biblio.Span{Start: at, End: at + len(strings.TrimSpace(piece))})
	}
	if len(spans) == 0 {
		return whyPieces
	}
	c.Take(spans, claim.Function(answer.Function))
	return ""
}

// signed returns a sentence with signs in place of its marks.
func signed(c *claim.Claim) string {
	var b strings.Builder
	at := 0
	for _, m := range c.Marks {
		sign := "[+]"
		if m == c.Mark {
			sign = "[*]"
		}
		b.WriteString(c.Sentence[at:m.Start] + sign)
		at = m.End
	}
	b.WriteString(c.Sentence[at:])
	return b.String()
}

// match has a model choose the passages that address a claim. If the answer does not count, the first ones stay.
func (r *Claims) match(ctx context.Context, c *claim.Claim, list []claim.Passage) ([]claim.Passage, string) {
	q := question{role: ClaimMatcher, prompt: "claimmatcher-1", name: "claim_match", tokens: 300,
		schema: objectOf("passages", listOf(passagesRead, integerOf(1, len(list))))}
	key := func(a passageAnswer) string { return fmt.Sprint(slices.Sorted(slices.Values(a.Passages))) }
	answer, _, unheard := consult(ctx, r.Matcher, q, layPassages(c, list), key, func(passageAnswer) bool { return false })
	if unheard != "" {
		return list, unheard
	}
	var chosen []claim.Passage
	for _, n := range answer.Passages {
		if n >= 1 && n <= len(list) {
			chosen = append(chosen, list[n-1])
		}
	}
	if len(chosen) == 0 {
		return list, ""
	}
	return chosen, ""
}

// whyAlone is the reason for ignoring a reading that rests on more than it quotes.
const whyAlone = "the quote alone, or the words alone, do not give the same answer"

// read is one reading of a claim against passages. Its conclusion must follow from its quote alone, or, if
// nothing addresses the claim, from the words of the passages in a meaningless order, so that nothing else on a page
// has any influence.
func (r *Claims) read(ctx context.Context, asker *Asker, name string, c *claim.Claim,
	list []claim.Passage) claim.Reading {
	prompt := map[string]string{ClaimReasoner: "claimreasoner-1", ClaimJudge: "claimjudge-1"}[name]
	q := question{role: name, prompt: prompt, name: "claim_reading", schema: readSchema, tokens: 1000}
	ask := func(list []claim.Passage) (readAnswer, string) {
		answer, _, unheard := consult(ctx, asker, q, layPassages(c, list), func(a readAnswer) string { return a.Outcome },
			func(readAnswer) bool { return false })
		return answer, unheard
	}
	answer, unheard := ask(list)
	if unheard == "" && !asker.naive {
		if evidence := evidenceOf(answer, list); evidence != nil {
			again, why := ask(evidence)
			if unheard = why; why == "" && again.Outcome != answer.Outcome {
				unheard = whyAlone
			}
		}
	}
	if unheard != "" {
		return claim.Reading{Role: name, Unheard: unheard}
	}
	return claim.Reading{Role: name, Model: asker.name, Outcome: claim.Outcome(answer.Outcome), Quote: answer.Quote,
		Sure: answer.Confidence == "high", Why: answer.Reasoning}
}

// evidenceOf returns the passages for the second question about an answer; nil if it concluded nothing.
func evidenceOf(a readAnswer, list []claim.Passage) []claim.Passage {
	switch claim.Outcome(a.Outcome) {
	case claim.NotCheckable:
		return nil
	case claim.NotAddressed:
		words := slices.Clone(list)
		for i := range words {
			words[i].Text = disordered(words[i].Text)
		}
		return words
	}
	return []claim.Passage{{Text: a.Quote}}
}

// layPassages prepares the readings of a claim and passages.
func layPassages(c *claim.Claim, list []claim.Passage) readings {
	texts := []string{c.Text()}
	lay := func(form func(string) string) claimed {
		out := claimed{Claim: form(c.Text())}
		for _, p := range c.Parts {
			out.Parts = append(out.Parts, string(p.Kind)+": "+form(p.Text))
		}
		for i, p := range list {
			out.Passages = append(out.Passages, readPassage{i + 1, string(p.Section), form(p.Text)})
		}
		return out
	}
	for _, p := range list {
		texts = append(texts, p.Text)
	}
	return readings{full: lay(same), stripped: lay(withoutOrders), texts: texts}
}
