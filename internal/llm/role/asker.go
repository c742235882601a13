package role

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/transport"
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
	Revise     = "revise" // asked by fix alone

	// Asked about claims alone.
	ClaimExtractor = "claim-extractor"
	ClaimMatcher   = "claim-matcher"
	ClaimReasoner  = "claim-reasoner"
	ClaimJudge     = "claim-judge"
)

// Asker asks a model on behalf of the roles. It is safe for concurrent use.
type Asker struct {
	model llm.Model
	limit time.Duration
	seed  int64
	naive bool // believe every answer: tests show by it what the second questions are worth
}

// DefaultLimit is how long one question may take; what comes later is late.
const DefaultLimit = 60 * time.Second

// NewAsker returns an asker. A question may take limit, DefaultLimit when zero.
func NewAsker(model llm.Model, limit time.Duration, seed int64) *Asker {
	if limit <= 0 {
		limit = DefaultLimit
	}
	return &Asker{model: llm.Checked(model), limit: limit, seed: seed}
}

// question is what one role asks, but for its data.
type question struct {
	role   string
	prompt string // of prompts/<prompt>.txt: "verifier-1"
	name   string // of the schema
	schema string
	tokens int
	search bool
	image  []byte // PNG
}

// ask puts one question about data and reads the answer into v.
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
	ctx, cancel := context.WithTimeoutCause(ctx, c.limit, transport.ErrLate)
	defer cancel()
	resp, err := c.model.Ask(ctx, llm.Request{
		Role: q.role, Prompt: q.prompt, System: system, Turns: []llm.Turn{{Parts: parts}}, Name: q.name,
		Schema: json.RawMessage(q.schema),
		Seed:   c.seed, MaxTokens: q.tokens, Search: q.search,
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

// why words an error for a notice: its kind alone, since details may hold text
// of the model.
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

// The reasons for which an answer that fits its schema does not count.
const (
	whySwayed = "the answer changed when the instructions in the text were taken out"
	whyBare   = "the answer changed when only the compared words were shown"
	whyQuote  = "it quotes what is not there"
)

// readings are the three forms in which a question is put: the data as they
// are, the same without orders, and the bare words compared.
// Texts are what strangers wrote of it.
type readings struct {
	full, stripped, words any
	texts                 []string
}

// consult puts a question and, where the text instructs somebody or the answer
// favours the reference, puts it again. The key of an answer is what must not
// change. Confirmed means that the bare words give the same answer.
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
