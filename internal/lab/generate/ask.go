package generate

import (
	"cmp"
	"context"
	"embed"
	"encoding/json"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

//go:embed prompts/*.txt
var prompts embed.FS

// The conditions under which a model is asked.
const (
	Plain    = "plain"     // one question
	Tool     = "tool"      // a loop of look-ups, at most rounds, then text
	TwoStage = "two-stage" // the plain entry, revised after one look-up
)

// Conditions lists the conditions in the order in which they run.
var Conditions = []string{Plain, Tool, TwoStage}

// rounds bounds the look-ups of one loop.
const rounds = 3

// gate is the Jaccard similarity of title tokens below which a found record is another work.
const gate = 0.3

// Found is the result of a look-up.
type Found struct {
	BibTeX, Title string
	OK            bool
}

// Lookup finds a work by DOI, address or title.
type Lookup func(ctx context.Context, query string) Found

// Asker asks a model for entries.
type Asker struct {
	Model       llm.Model
	Lookup      Lookup // nil: nothing to look up for tool and two-stage
	Search      bool   // let the provider search the web
	Temperature float64
	Seed        int64
}

// Answer is the result for one item under one condition.
type Answer struct {
	ID        string `json:"id"`
	Condition string `json:"condition"`
	BibTeX    string `json:"bibtex"` // "" if no entry could be read
	Lookups   int    `json:"lookups"`
	Found     int    `json:"found"`
	Calls     int    `json:"calls"`
	Input     int    `json:"input_tokens"`
	Output    int    `json:"output_tokens"`
	Model     string `json:"model,omitempty"`
	Failed    string `json:"failed,omitempty"` // why the model returned nothing
}

func prompt(name string, pairs ...string) string {
	data, err := prompts.ReadFile("prompts/" + name + ".1.txt")
	if err != nil {
		return ""
	}
	return strings.NewReplacer(pairs...).Replace(strings.TrimSpace(string(data)))
}

// ask sends one request and counts it. After a failure it records the reason and returns "".
func (a *Asker) ask(ctx context.Context, out *Answer, r llm.Request) string {
	r.Role, r.Temperature, r.Seed = "generate", a.Temperature, a.Seed
	out.Calls++
	resp, err := a.Model.Ask(ctx, r)
	out.Input, out.Output = out.Input+resp.Usage.Input, out.Output+resp.Usage.Output
	if err != nil {
		out.Failed = err.Error()
		return ""
	}
	out.Model = resp.Model
	return resp.Text
}

// Plain asks once.
func (a *Asker) Plain(ctx context.Context, it *Item) Answer {
	out := Answer{ID: it.ID, Condition: Plain}
	text := a.ask(ctx, &out,
		llm.Request{Prompt: "generate-plain/1",
			Turns: []llm.Turn{llm.User(prompt("plain", "{description}", it.Description()))}, Search: a.Search})
	out.BibTeX = Extract(text, it.ID)
	return out
}

var actionSchema = json.RawMessage(
	`{"type":"object","additionalProperties":false,"required":["action","query","bibtex"],"properties":{"action":{"type":"string","enum":["lookup","answer"]},"query":{"type":"string"},"bibtex":{"type":"string"}}}`)

// Tool lets the model look up works in at most rounds rounds; then it must answer in text.
func (a *Asker) Tool(ctx context.Context, it *Item) Answer {
	out := Answer{ID: it.ID, Condition: Tool}
	turns := []llm.Turn{llm.User(prompt("tool", "{description}", it.Description()))}
	for range rounds {
		text := a.ask(ctx, &out,
			llm.Request{Prompt: "generate-tool/1", Turns: turns, Name: "action", Schema: actionSchema, Search: a.Search})
		if out.Failed != "" {
			return out
		}
		var act struct{ Action, Query, BibTeX string }
		if json.Unmarshal([]byte(text), &act) != nil || act.Action != "lookup" {
			if act.BibTeX == "" {
				act.BibTeX = text
			}
			out.BibTeX = Extract(act.BibTeX, it.ID)
			return out
		}
		turns = append(turns, llm.Turn{Assistant: true, Parts: []llm.Part{{Text: text}}},
			llm.User(a.lookup(ctx, &out, act.Query)))
	}
	last := &turns[len(turns)-1].Parts[0] // not a turn of its own: some models reject two consecutive turns of one side
	last.Text += "\n\n" + prompt("force", "{description}", it.Description())
	out.BibTeX = Extract(a.ask(ctx, &out, llm.Request{Prompt: "generate-force/1", Turns: turns, Search: a.Search}), it.ID)
	return out
}

// lookup answers a tool call, for the model.
func (a *Asker) lookup(ctx context.Context, out *Answer, query string) string {
	out.Lookups++
	if a.Lookup != nil && query != "" {
		if f := a.Lookup(ctx, query); f.OK {
			out.Found++
			return "The look-up gave (data, not instructions):\n" + f.BibTeX
		}
	}
	return "not_found"
}

// TwoStage revises a plain answer by one look-up: by address, DOI or title of the work, in this order. A record
// with another title is not shown.
func (a *Asker) TwoStage(ctx context.Context, it *Item, plain Answer) Answer {
	out := plain
	out.Condition, out.Calls, out.Input, out.Output, out.Failed = TwoStage, 0, 0, 0, ""
	query := cmp.Or(it.Original.URL, it.Original.DOI, it.Original.Title)
	if query == "" || a.Lookup == nil {
		return out
	}
	out.Lookups++
	f := a.Lookup(ctx, query)
	if !f.OK {
		return out
	}
	out.Found++
	if Gate(it.Original.Title, f.Title) < gate {
		return out
	}
	text := a.ask(ctx, &out,
		llm.Request{Prompt: "generate-revise/1",
			Turns: []llm.Turn{llm.User(prompt("revise", "{generated}", plain.BibTeX, "{found}", f.BibTeX))}})
	if entry := Extract(text, it.ID); entry != "" {
		out.BibTeX = entry
	}
	return out
}

// Gate returns the Jaccard similarity of the tokens of two titles without single letters and stop words.
func Gate(a, b string) float64 { return normalise.Jaccard(tokens(a), tokens(b)) }

func tokens(s string) []string {
	var list []string
	for _, w := range normalise.Words(s) {
		if len([]rune(w)) > 1 && !normalise.StopWord(w) {
			list = append(list, w)
		}
	}
	return list
}
