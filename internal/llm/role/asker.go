// Package role defines the tasks of models: read references that our parser could not, score and review
// comparisons, settle what the rules leave open, judge pages, plan the next stage, and find pages. Each role
// has one file, and its prompts as numbered files in prompts/. A role compares the evidence that it is shown;
// none asks a model what it remembers. The consequences of an answer are decided not here but by judge.Advised.
//
// Text of documents and pages is data between marks that it cannot contain. An answer that does not fit its
// schema, quotes what was not shown, or changes when instructions are removed from the text, does not count.
//
// May be imported by: setup/..., lab/..., cmd.
package role

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/llm"
)

//go:embed prompts/*.txt
var prompts embed.FS

// Names lists the roles in the order in which they are asked.
var Names = []string{Parser, Crop, Planner, Retriever, Verifier, Reviewer, Specialist, Judge, Revise, ClaimExtractor,
	ClaimMatcher, ClaimReasoner, ClaimJudge}

// The roles.
const (
	Parser     = "parser"
	Crop       = "crop"
	Planner    = "planner"
	Retriever  = "retriever"
	Verifier   = "verifier"
	Reviewer   = "reviewer"
	Specialist = "specialist"
	Judge      = "judge"
	Revise     = "revise" // only in fix

	// Only about claims.
	ClaimExtractor = "claim-extractor"
	ClaimMatcher   = "claim-matcher"
	ClaimReasoner  = "claim-reasoner"
	ClaimJudge     = "claim-judge"
)

// Asker asks a model on behalf of the roles. It is safe for concurrent use.
type Asker struct {
	model llm.Model
	name  string
	naive bool // believe every answer: lets tests measure the value of the second questions
}

// NewAsker returns an asker of a model with a name of its own.
func NewAsker(model llm.Model, name string) *Asker {
	return &Asker{model: llm.Checked(model), name: name}
}

// question is the question of one role, without its data.
type question struct {
	role   string
	prompt string // in prompts/<prompt>.txt: "verifier-1"
	name   string // of the schema
	schema string
	tokens int
	search bool
	image  []byte // PNG
}

// ask asks one question about data and decodes the answer into v.
func (c *Asker) ask(ctx context.Context, q question, data, v any) error {
	system, err := instructions(q.prompt)
	if err != nil {
		return err
	}
	text, err := marked(data)
	if err != nil {
		return err
	}
	parts := []llm.Part{{Text: text}}
	if q.image != nil {
		parts = append(parts, llm.Part{Image: q.image, Media: "image/png"})
	}
	resp, err := c.model.Ask(ctx, llm.Request{
		Role: q.role, Prompt: q.prompt, System: system, Turns: []llm.Turn{{Parts: parts}}, Name: q.name,
		Schema: json.RawMessage(q.schema), MaxTokens: q.tokens, Search: q.search,
	})
	if err != nil {
		return err
	}
	if cited, ok := v.(interface{ cite([]string) }); ok {
		cited.cite(resp.Citations)
	}
	return resp.Decode(v)
}

func instructions(prompt string) (string, error) {
	common, err := prompts.ReadFile("prompts/common-2.txt")
	if err != nil {
		return "", err
	}
	own, err := prompts.ReadFile("prompts/" + prompt + ".txt")
	if err != nil {
		return "", err
	}
	return string(common) + "\n" + string(own), nil
}

// why describes an error for a notice: only its kind, since details may contain text of the model.
func why(err error) string {
	var f *llm.Failure
	switch {
	case err == nil:
		return ""
	case errors.Is(err, context.DeadlineExceeded):
		return string(answer.Timeout)
	case errors.As(err, &f):
		return string(f.Kind)
	case errors.Is(err, context.Canceled):
		return "the run ended"
	}
	return fmt.Sprintf("%T", err)
}

// The reasons why an answer that fits its schema does not count.
const (
	whySwayed = "the answer changed when the instructions in the text were taken out"
	whyBare   = "the answer changed when only the compared words were shown"
	whyQuote  = "it quotes what is not there"
)

// readings are the three forms of a question's data: as it is, without instructions, and only the words
// compared. Texts are the untrusted texts in it.
type readings struct {
	full, stripped, words any
	texts                 []string
}

// consult asks a question and asks it again if the text contains instructions or the answer favours the reference.
// The key of an answer is what must not change. Confirmed means that the bare words lead to the same answer.
func consult[T any](ctx context.Context, c *Asker, q question, r readings, key func(T) string,
	favours func(T) bool) (answer T, confirmed bool, unheard string) {
	if err := c.ask(ctx, q, r.full, &answer); err != nil {
		return answer, false, why(err)
	}
	if c.naive {
		return answer, true, ""
	}
	if suspicious(r.texts) {
		var again T
		if err := c.ask(ctx, q, r.stripped, &again); err != nil {
			return answer, false, why(err)
		}
		if key(again) != key(answer) {
			return answer, false, whySwayed
		}
	}
	if !favours(answer) {
		return answer, false, ""
	}
	var bare T
	if err := c.ask(ctx, q, r.words, &bare); err != nil {
		return answer, false, why(err)
	}
	if key(bare) != key(answer) {
		return answer, false, whyBare
	}
	return answer, true, ""
}
