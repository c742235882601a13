package sdk_test

import (
	"context"
	"errors"
	"testing"

	"google.golang.org/genai"

	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
)

func google(t *testing.T) (*genai.Client, *llmtest.Server) {
	s := llmtest.New(t, answer)
	c, err := genai.NewClient(context.Background(),
		&genai.ClientConfig{APIKey: llmtest.Key, Backend: genai.BackendGeminiAPI,
			HTTPOptions: genai.HTTPOptions{BaseURL: s.URL}})
	if err != nil {
		t.Fatal(err)
	}
	return c, s
}

func contents(words string) []*genai.Content {
	return []*genai.Content{
		genai.NewContentFromParts([]*genai.Part{genai.NewPartFromText(words),
			genai.NewPartFromBytes(llmtest.PNG, "image/png")}, genai.RoleUser)}
}

func config() *genai.GenerateContentConfig {
	return &genai.GenerateContentConfig{Temperature: genai.Ptr[float32](0), Seed: genai.Ptr[int32](7),
		MaxOutputTokens:   300,
		SystemInstruction: genai.NewContentFromText("Compare.", genai.RoleUser), ResponseMIMEType: "application/json",
		ResponseJsonSchema: schema}
}

func TestGemini(t *testing.T) {
	c, s := google(t)
	ctx := context.Background()
	r, err := c.Models.GenerateContent(ctx, "small", contents("hello"), config())
	if err != nil || r.Text() != good || r.Candidates[0].FinishReason != "STOP" || r.UsageMetadata.PromptTokenCount == 0 {
		t.Fatalf("%+v, %v", r, err)
	}
	if q := s.Calls()[0]; q.System != "Compare." || q.User() != "hello" || *q.Seed != 7 || len(q.Schema) == 0 ||
		string(q.Turns[0].Parts[1].Image) != string(llmtest.PNG) {
		t.Errorf("%+v", q)
	}
	if r, err = c.Models.GenerateContent(ctx, "small", contents("refuse"), config()); err != nil ||
		r.PromptFeedback.BlockReason != "PROHIBITED_CONTENT" {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err = c.Models.GenerateContent(ctx, "small", contents("cut"), config()); err != nil ||
		r.Candidates[0].FinishReason != "MAX_TOKENS" {
		t.Errorf("%+v, %v", r, err)
	}
	search := &genai.GenerateContentConfig{Tools: []*genai.Tool{{GoogleSearch: &genai.GoogleSearch{}}}}
	if r, err = c.Models.GenerateContent(ctx, "small", contents("search"), search); err != nil ||
		r.Candidates[0].GroundingMetadata.GroundingChunks[0].Web.URI != "https://example.org/a" {
		t.Errorf("%+v, %v", r, err)
	}
	text := ""
	for r, err := range c.Models.GenerateContentStream(ctx, "small", contents("hello"), config()) {
		if err != nil {
			t.Fatal(err)
		}
		text += r.Text()
	}
	if text != good {
		t.Errorf("streamed %q", text)
	}
}

func TestGeminiErrors(t *testing.T) {
	c, s := google(t)
	wrong := func(words string, config *genai.GenerateContentConfig) genai.APIError {
		_, err := c.Models.GenerateContent(context.Background(), "small", contents(words), config)
		var e genai.APIError
		if !errors.As(err, &e) {
			t.Fatalf("%v", err)
		}
		return e
	}
	if e := wrong("limit", config()); e.Code != 429 || e.Status != "RESOURCE_EXHAUSTED" {
		t.Errorf("%+v", e)
	}
	if e := wrong("overload", config()); e.Code != 503 || e.Status != "UNAVAILABLE" {
		t.Errorf("%+v", e)
	}
	both := config()
	both.Tools = []*genai.Tool{{GoogleSearch: &genai.GoogleSearch{}}}
	if e := wrong("x", both); e.Code != 400 || e.Status != "INVALID_ARGUMENT" {
		t.Errorf("%+v", e)
	}
	s.Demand("another key")
	if e := wrong("x", config()); e.Code != 400 {
		t.Errorf("%+v", e)
	}
}

func TestGeminiVectors(t *testing.T) {
	c, _ := google(t)
	r, err := c.Models.EmbedContent(context.Background(), "small",
		[]*genai.Content{genai.NewContentFromText("one", genai.RoleUser), genai.NewContentFromText("two", genai.RoleUser)},
		nil)
	if err != nil || len(r.Embeddings) != 2 || len(r.Embeddings[1].Values) != 64 {
		t.Errorf("%v, %v", r, err)
	}
}
