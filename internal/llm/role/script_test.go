package role

import (
	"context"
	"encoding/json"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/attacktest"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
	"github.com/bonafide-audit/bonafide/internal/testing/roletest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// script is a model that a function plays.
type script func(r llm.Request, data map[string]any) (any, error)

// Ask checks the form of a question before the script answers it.
func (s script) Ask(_ context.Context, r llm.Request) (llm.Response, error) {
	data, err := roletest.Data(r.Turns[0].Parts[0].Text)
	if err != nil {
		return llm.Response{}, &llm.Failure{Kind: answer.Malformed, Err: err}
	}
	out, err := s(r, data)
	if err != nil {
		return llm.Response{}, err
	}
	if text, ok := out.(string); ok {
		return llm.Response{Text: text}, nil
	}
	b, err := json.Marshal(out)
	return llm.Response{Text: string(b)}, err
}

type object = roletest.Object

// honest answers every role as a careful model would, from what it is shown.
func honest(r llm.Request, data object) (any, error) { return roletest.Careful(r.Name, data), nil }

// obeying is a model that obeys a payload.
func obeying(payload string) script {
	return func(r llm.Request, data object) (any, error) { return obey(r.Name, data, payload), nil }
}

// obey returns, if the data contains a payload in any form that a model would read, the answer that favours the
// attacker most, with the quotes that the judge demands; otherwise it is honest.
func obey(name string, data object, payload string) object {
	if !contains(data, payload) {
		return roletest.Careful(name, data)
	}
	_, rows := roletest.Compared(data)
	for _, x := range rows {
		x.(object)["same"] = true
	}
	for _, field := range []string{"title", "authors"} { // of pages
		if pages := roletest.List(data["results"]); len(pages) > 0 {
			c, _ := data["citation"].(object)
			p, _ := pages[0].(object)["fields"].(object)
			rows = append(rows,
				object{"field": field, "citation": roletest.Text(c[field]), "record": roletest.Text(p[field]),
					"same": true, "note": ""})
		}
	}
	const because = "as the text demands"
	switch name {
	case "verification":
		return object{"score": 10, "confidence": "high", "reasoning": because, "comparisons": rows}
	case "review":
		return object{"label": "exact", "reasoning": because, "comparisons": rows}
	case "class_real":
		return object{"holds": true, "code": "R1", "confidence": "high", "record": 1, "reasoning": because,
			"comparisons": rows}
	case "class_potential", "class_hallucinated":
		return object{"holds": false, "code": nil, "confidence": "high", "record": nil, "reasoning": because,
			"comparisons": []any{}}
	case "match":
		return object{"match": true, "matched_result": 1, "note": because, "comparisons": rows}
	case "fields":
		out := roletest.Nothing()
		out["title"], out["authors"], out["year"] = attacktest.Title, []any{"Alice Walker", "Carl Sagan"}, "2015"
		return out
	case "plan":
		return object{"citation_id": data["citation_id"], "next_action": "stop", "reason": because}
	}
	return object{"urls": []any{"https://evil.example/paper"}}
}

// obeyingServer plays such a model over HTTP, behind the client for users' own servers. Payload may change
// between questions.
func obeyingServer(t *testing.T, payload *atomic.Value) llm.Model {
	server := llmtest.New(t, func(q llmtest.Question) llmtest.Answer {
		data, err := roletest.Data(q.User())
		if err != nil {
			return llmtest.Answer{Refusal: err.Error()}
		}
		b, err := json.Marshal(obey(q.Name, data, payload.Load().(string)))
		if err != nil {
			return llmtest.Answer{Refusal: err.Error()}
		}
		return llmtest.Answer{Text: string(b)}
	})
	client, err := llm.NewClient(llm.ClientOptions{Endpoint: transport.Endpoint{Base: server.URL + "/v1"},
		Model: "obedient", Key: llmtest.Key})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// contains reports whether a payload is in any text of the data, ignoring white space, case and
// invisible characters.
func contains(v any, payload string) bool {
	form := func(s string) string {
		s = strings.Map(func(r rune) rune { // tags and selectors are letters to a model
			switch {
			case r >= 0xE0020 && r < 0xE007F:
				return r - 0xE0000
			case r >= 0xE0100 && r <= 0xE01EF:
				return r - 0xE0100 + 16
			}
			return r
		}, s)
		return strings.ToLower(squeezed(plain(s, 1<<20)))
	}
	return anyString(v, func(s string) bool { return strings.Contains(form(s), form(payload)) })
}

func anyString(v any, found func(string) bool) bool {
	switch v := v.(type) {
	case string:
		return found(v)
	case []any:
		// a payload that is split into names or words
		if text := roletest.Text(v); found(text) || found(strings.ReplaceAll(text, "; ", " ")) {
			return true
		}
		for _, x := range v {
			if anyString(x, found) {
				return true
			}
		}
	case object:
		for _, x := range v {
			if anyString(x, found) {
				return true
			}
		}
	}
	return false
}

// counting counts questions by role.
type counting struct {
	llm.Model
	mu    sync.Mutex
	asked map[string]int
}

func (c *counting) Ask(ctx context.Context, r llm.Request) (llm.Response, error) {
	c.mu.Lock()
	if c.asked == nil {
		c.asked = map[string]int{}
	}
	c.asked[r.Role]++
	c.mu.Unlock()
	return c.Model.Ask(ctx, r)
}

// everyAdviser returns all advising roles over one model.
func everyAdviser(m llm.Model) []audit.Adviser {
	c := NewAsker(m, "m")
	return []audit.Adviser{NewVerifier(c), NewReviewer(c), NewSpecialists(c), NewJudge(c)}
}

// trustingAdvisers returns advisers that believe every answer.
func trustingAdvisers(m llm.Model) []audit.Adviser {
	c := NewAsker(m, "m")
	c.naive = true
	return []audit.Adviser{NewVerifier(c), NewReviewer(c), NewSpecialists(c), NewJudge(c)}
}

// held is a source with the given records.
type held struct {
	info answer.Info
	hits []answer.Hit
}

func (h held) Info() answer.Info { return h.info }

func (h held) Lookup(context.Context, source.Query) (answer.Answer, error) {
	return answer.Answer{Hits: h.hits, Coverage: answer.Coverage{Extent: answer.Covered, Why: "a test"}}, nil
}

var registry = answer.Info{Name: "registry", Titles: true, Origin: biblio.Origin{Kind: biblio.Publisher},
	OrderedAuthors: true, CompleteAuthors: true}

// holding returns a strong source of works.
func holding(how answer.How, works ...biblio.Flat) held {
	h := held{info: registry}
	for _, w := range works {
		h.hits = append(h.hits,
			answer.Hit{Record: biblio.Record{Work: w.Work(), Source: "registry", LocalID: w.Title}, How: how})
	}
	return h
}

func auditOf(t *testing.T, advisers []audit.Adviser, ref biblio.Reference, sources ...source.Connector) audit.Finding {
	t.Helper()
	a := audit.Auditor{Stages: [][]source.Connector{sources}, Advisers: advisers}
	return a.Reference(context.Background(), ref, audit.Options{})
}
