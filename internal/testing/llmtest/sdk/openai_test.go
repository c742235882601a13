// Package sdk_test sends the requests of the providers' own clients to the servers of llmtest: the servers must
// accept what the official clients write, and the official clients must read what the servers write.
package sdk_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/responses"
	"github.com/openai/openai-go/v3/shared"

	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
)

const good = `{"score":9}`

var schema = map[string]any{"type": "object", "additionalProperties": false, "required": []string{"score"},
	"properties": map[string]any{"score": map[string]any{"type": "integer"}}}

var picture = "data:image/png;base64," + base64.StdEncoding.EncodeToString(llmtest.PNG)

func answer(q llmtest.Question) llmtest.Answer {
	switch q.User() {
	case "limit":
		return llmtest.Answer{Fault: llmtest.Limited}
	case "overload":
		return llmtest.Answer{Fault: llmtest.Overloaded}
	case "refuse":
		return llmtest.Answer{Refusal: "I cannot."}
	case "cut":
		return llmtest.Answer{Text: good[:4], Cut: true}
	case "search":
		return llmtest.Answer{Text: good, Citations: []string{"https://example.org/a"}}
	}
	return llmtest.Answer{Text: good}
}

func openAI(t *testing.T) (openai.Client, *llmtest.Server) {
	s := llmtest.New(t, answer)
	return openai.NewClient(option.WithBaseURL(s.URL+"/v1"), option.WithAPIKey(llmtest.Key), option.WithMaxRetries(0)), s
}

func response(words string) responses.ResponseNewParams {
	return responses.ResponseNewParams{
		Model: "small", Instructions: openai.String("Compare."), Temperature: openai.Float(0),
		MaxOutputTokens: openai.Int(300), Store: openai.Bool(false),
		Input: responses.ResponseNewParamsInputUnion{OfInputItemList: responses.ResponseInputParam{
			responses.ResponseInputItemParamOfMessage(responses.ResponseInputMessageContentListParam{
				responses.ResponseInputContentParamOfInputText(words),
				{OfInputImage: &responses.ResponseInputImageParam{ImageURL: openai.String(picture), Detail: "auto"}},
			}, "user"),
		}},
		Text: responses.ResponseTextConfigParam{Format: responses.ResponseFormatTextConfigUnionParam{
			OfJSONSchema: &responses.ResponseFormatTextJSONSchemaConfigParam{Name: "verdict", Schema: schema,
				Strict: openai.Bool(true)}}},
	}
}

func TestOpenAIResponses(t *testing.T) {
	c, s := openAI(t)
	ctx := context.Background()
	r, err := c.Responses.New(ctx, response("hello"))
	if err != nil || r.OutputText() != good || r.Usage.InputTokens == 0 || r.Status != "completed" {
		t.Fatalf("%+v, %v", r, err)
	}
	if q := s.Calls()[0]; q.System != "Compare." || q.User() != "hello" || q.Name != "verdict" ||
		len(q.Turns[0].Parts) != 2 || *q.Temperature != 0 {
		t.Errorf("%+v", q)
	}
	p := response("search")
	p.Tools = []responses.ToolUnionParam{{OfWebSearch: &responses.WebSearchToolParam{Type: "web_search"}}}
	p.Include = []responses.ResponseIncludable{responses.ResponseIncludableWebSearchCallActionSources}
	if r, err = c.Responses.New(ctx, p); err != nil || r.Output[1].Action.Sources[0].URL != "https://example.org/a" {
		t.Fatalf("%+v, %v", r, err)
	}
	p.Text = responses.ResponseTextConfigParam{} // with a schema there is nowhere to cite
	if r, err = c.Responses.New(ctx, p); err != nil || !s.Calls()[2].Search {
		t.Fatal(err)
	}
	found := ""
	for _, o := range r.Output {
		for _, part := range o.Content {
			for _, a := range part.Annotations {
				found = a.URL
			}
		}
	}
	if found != "https://example.org/a" {
		t.Errorf("found %q", found)
	}
	if r, err = c.Responses.New(ctx, response("cut")); err != nil || r.Status != "incomplete" ||
		r.IncompleteDetails.Reason != "max_output_tokens" {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err = c.Responses.New(ctx, response("refuse")); err != nil ||
		r.Output[len(r.Output)-1].Content[0].Refusal != "I cannot." {
		t.Errorf("%+v, %v", r, err)
	}
}

func TestOpenAIResponsesStream(t *testing.T) {
	c, _ := openAI(t)
	stream := c.Responses.NewStreaming(context.Background(), response("hello"))
	text, whole := "", ""
	for stream.Next() {
		e := stream.Current()
		if e.Type == "response.output_text.delta" {
			text += e.Delta
		}
		if e.Type == "response.completed" {
			whole = e.Response.OutputText()
		}
	}
	if err := stream.Err(); err != nil || text != good || whole != good {
		t.Errorf("%q, %q, %v", text, whole, err)
	}
}

func TestOpenAIErrors(t *testing.T) {
	c, s := openAI(t)
	ctx := context.Background()
	wrong := func(words string, change func(*responses.ResponseNewParams)) *openai.Error {
		p := response(words)
		if change != nil {
			change(&p)
		}
		_, err := c.Responses.New(ctx, p)
		var e *openai.Error
		if !errors.As(err, &e) {
			t.Fatalf("%v", err)
		}
		return e
	}
	if e := wrong("limit", nil); e.StatusCode != 429 || e.Code != "rate_limit_exceeded" {
		t.Errorf("%+v", e)
	}
	if e := wrong("overload", nil); e.StatusCode != 503 {
		t.Errorf("%+v", e)
	}
	loose := map[string]any{"type": "object", "properties": map[string]any{"a": map[string]any{"type": "string"}}}
	if e := wrong("x", func(p *responses.ResponseNewParams) {
		p.Text.Format.OfJSONSchema.Schema = loose
	}); e.StatusCode != 400 || e.Code != "invalid_json_schema" {
		t.Errorf("%+v", e)
	}
	s.Demand("another key")
	if e := wrong("x", nil); e.StatusCode != 401 || e.Code != "invalid_api_key" {
		t.Errorf("%+v", e)
	}
}

func chat(words string) openai.ChatCompletionNewParams {
	return openai.ChatCompletionNewParams{
		Model: "small", Temperature: openai.Float(0), Seed: openai.Int(7), MaxCompletionTokens: openai.Int(300),
		Messages: []openai.ChatCompletionMessageParamUnion{openai.SystemMessage("Compare."),
			openai.UserMessage([]openai.ChatCompletionContentPartUnionParam{openai.TextContentPart(words),
				openai.ImageContentPart(openai.ChatCompletionContentPartImageImageURLParam{URL: picture})})},
		ResponseFormat: openai.ChatCompletionNewParamsResponseFormatUnion{OfJSONSchema: &shared.ResponseFormatJSONSchemaParam{
			JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: "verdict", Schema: schema,
				Strict: openai.Bool(true)}}},
	}
}

func TestOpenAIChat(t *testing.T) {
	c, s := openAI(t)
	ctx := context.Background()
	r, err := c.Chat.Completions.New(ctx, chat("hello"))
	if err != nil || r.Choices[0].Message.Content != good || r.Choices[0].FinishReason != "stop" ||
		r.Usage.PromptTokens == 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	if q := s.Calls()[0]; q.System != "Compare." || q.User() != "hello" || *q.Seed != 7 || q.MaxTokens != 300 ||
		string(q.Turns[0].Parts[1].Image) != string(llmtest.PNG) {
		t.Errorf("%+v", q)
	}
	if r, err = c.Chat.Completions.New(ctx, chat("refuse")); err != nil || r.Choices[0].Message.Refusal != "I cannot." {
		t.Errorf("%+v, %v", r, err)
	}
	p := chat("search")
	p.WebSearchOptions = openai.ChatCompletionNewParamsWebSearchOptions{SearchContextSize: "low"}
	if r, err = c.Chat.Completions.New(ctx, p); err != nil ||
		r.Choices[0].Message.Annotations[0].URLCitation.URL != "https://example.org/a" {
		t.Errorf("%+v, %v", r, err)
	}
	p = chat("hello")
	p.StreamOptions.IncludeUsage = param.NewOpt(true)
	stream := c.Chat.Completions.NewStreaming(ctx, p)
	acc := openai.ChatCompletionAccumulator{}
	for stream.Next() {
		acc.AddChunk(stream.Current())
	}
	if stream.Err() != nil || acc.Choices[0].Message.Content != good || acc.Usage.CompletionTokens == 0 {
		t.Errorf("%+v, %v", acc.Choices, stream.Err())
	}
}

func TestOpenAIVectors(t *testing.T) {
	c, s := openAI(t)
	for _, format := range []openai.EmbeddingNewParamsEncodingFormat{"float", ""} {
		r, err := c.Embeddings.New(context.Background(), openai.EmbeddingNewParams{Model: "small", EncodingFormat: format,
			Input: openai.EmbeddingNewParamsInputUnion{OfArrayOfStrings: []string{"one", "two"}}})
		if err != nil || len(r.Data) != 2 || len(r.Data[1].Embedding) != 64 {
			t.Errorf("%v, %v", r, err)
		}
	}
	s.Models = []string{"small"}
	page, err := c.Models.List(context.Background())
	if err != nil || len(page.Data) != 1 || page.Data[0].ID != "small" {
		t.Errorf("%v, %v", page, err)
	}
	if !json.Valid([]byte(s.Bodies()[0])) {
		t.Error("body is not kept")
	}
}
