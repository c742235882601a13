package compatible

import (
	"context"
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/llm"
)

// mostTexts is how many texts are embedded by one call.
const mostTexts = 128

// Embed turns texts into vectors of the model.
func (c *Client) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	vectors := make([][]float32, 0, len(texts))
	for len(texts) > 0 {
		n := min(len(texts), mostTexts)
		part, err := c.embed(ctx, texts[:n])
		if err != nil {
			return nil, err
		}
		vectors, texts = append(vectors, part...), texts[n:]
	}
	return vectors, llm.CheckVectors(vectors, len(vectors))
}

func (c *Client) embed(ctx context.Context, texts []string) ([][]float32, error) {
	in := map[string]any{"model": c.opts.Model, "input": texts, "encoding_format": "float"}
	var out struct {
		Data []struct {
			Index     int       `json:"index"`
			Embedding []float32 `json:"embedding"`
		} `json:"data"`
	}
	if err := c.http.AskLarge(ctx, c.path("embeddings"), in, &out); err != nil {
		return nil, err
	}
	vectors := make([][]float32, len(texts))
	for _, d := range out.Data {
		if d.Index < 0 || d.Index >= len(vectors) {
			return nil, &llm.Failure{Kind: llm.Malformed, Detail: fmt.Sprintf("vector %d was not asked for", d.Index)}
		}
		vectors[d.Index] = d.Embedding
	}
	return vectors, llm.CheckVectors(vectors, len(texts))
}
