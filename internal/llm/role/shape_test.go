package role

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/llm"
)

// says is a model that always gives one answer.
type says string

func (s says) Ask(context.Context, llm.Request) (llm.Response, error) {
	return llm.Response{Text: string(s)}, nil
}

// TestShape: the members stay in the order of the schema, and the answer is held to it.
func TestShape(t *testing.T) {
	raw := objectOf("why", textOf(9), "rows", listOf(2, objectOf("b", textOrNull(3), "a", integerOrNull(1, 2))), "code",
		choiceOrNull("x"), "sure", choiceOf("low", "high"), "score", integerOf(0, 3), "holds", boolean)
	last := -1
	for _, name := range []string{"why", "rows", "b", "a", "code", "sure", "score", "holds"} {
		at := strings.Index(raw, `"`+name+`":{`)
		if at <= last {
			t.Errorf("%s comes too early in %s", name, raw)
		}
		last = at
	}
	for answer, fits := range map[string]bool{
		`{"why":"","rows":[{"b":null,"a":2}],"code":null,"sure":"low","score":3,"holds":true}`:                             true,
		`{"why":"","rows":[],"code":null,"sure":"low","score":1000000000000000,"holds":true}`:                              false,
		`{"why":"","rows":[],"code":null,"sure":"low","score":2.5,"holds":true}`:                                           false,
		`{"why":"","rows":[{"b":"","a":3}],"code":"x","sure":"low","score":0,"holds":false}`:                               false,
		`{"why":"","rows":[{"b":"","a":1},{"b":"","a":1},{"b":"","a":1}],"code":"x","sure":"low","score":0,"holds":false}`: false,
		`{"why":"0123456789","rows":[],"code":"x","sure":"low","score":0,"holds":false}`:                                   false,
	} {
		_, err := llm.Checked(says(answer)).Ask(t.Context(), llm.Request{Schema: json.RawMessage(raw)})
		if (err == nil) != fits {
			t.Errorf("%s: %v", answer, err)
		}
	}
}
