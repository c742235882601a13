package mcp

import (
	"context"
	"encoding/json"
	"fmt"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// shape is how an agent wants its answer.
type shape struct {
	Structured bool `json:"structured,omitempty" jsonschema:"give the answer as structured content in place of text"`
}

func (s shape) structured() bool { return s.Structured }

// addTool adds a tool that answers once: in text, or as structured content on request. Clients that receive
// both pass both to the model.
func addTool[In interface{ structured() bool }, Out any](
	to *sdk.Server, t *sdk.Tool, answer func(context.Context, *sdk.CallToolRequest, In) (Out, error),
) {
	sdk.AddTool(to, t, func(ctx context.Context, req *sdk.CallToolRequest, in In) (*sdk.CallToolResult, any, error) {
		out, err := answer(ctx, req, in)
		if err != nil || in.structured() {
			return nil, out, err
		}
		body, err := json.Marshal(out)
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(body)}}}, nil, err
	})
}

// maxMany is the maximum number of queries or references in one call.
const maxMany = 20

// oneOrMore returns the values of an argument given as name or as its plural.
func oneOrMore(name, one string, more []string) ([]string, error) {
	switch {
	case (one == "") == (len(more) == 0):
		return nil, fmt.Errorf("give either %s or %ss", name, name)
	case len(more) > maxMany:
		return nil, fmt.Errorf("give at most %d at once", maxMany)
	case one != "":
		return []string{one}, nil
	}
	return more, nil
}
