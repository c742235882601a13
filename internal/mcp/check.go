package mcp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
)

// row is a row of "check --format jsonl" with its texts bounded.
type row = map[string]any

// collected are the rows of a run.
type collected struct {
	findings []report.Finding
	problems []row
	summary  row
}

func (c *collected) Begin(report.Run) error { return nil }

func (c *collected) Problem(p report.Problem) error {
	if len(c.problems) == maxProblems {
		return nil
	}
	one, err := bounded(p)
	c.problems = append(c.problems, one)
	return err
}

func (c *collected) Finding(f report.Finding) error {
	if len(c.findings) == maxReferences {
		return fmt.Errorf("more than %d references are too many for one call: give a part of them", maxReferences)
	}
	c.findings = append(c.findings, f)
	return nil
}

func (c *collected) End(s *report.Summary) (err error) {
	c.summary, err = bounded(s)
	return err
}

const (
	maxReferences = 5000 // of one call
	maxProblems   = 50   // that are listed
)

// check checks what an agent names, as the command check does.
func (s *server) check(ctx context.Context, req *sdk.CallToolRequest, g given) (*collected, error) {
	name, src, err := s.input(g)
	if err != nil {
		return nil, err
	}
	opt := s.options()
	if tell := progress(ctx, req); tell != nil {
		done, total := 0, 0
		opt.Watch.Checking = func(n int) { total += n }
		opt.Watch.Settled = func(report.Finding) { done++; tell(done, max(done, total)) }
	}
	one := run.New(s.Setup, opt)
	defer one.Close()
	out := &collected{}
	unread, err := one.Check(ctx, run.Inputs{Names: []string{name}, Bytes: map[string][]byte{name: src}}, out)
	if err = cmp.Or(err, errors.Join(unread...)); err != nil {
		return nil, shown(err)
	}
	return out, nil
}

type referenceIn struct {
	Reference string `json:"reference" jsonschema:"one reference as it is printed, or one entry of BibTeX, RIS or CSL-JSON"`
}

type referenceOut struct {
	Caution string `json:"caution" jsonschema:"how to take the text of others"`
	Means   string `json:"means" jsonschema:"what may be concluded"`
	Finding row    `json:"finding" jsonschema:"the row of check --format jsonl, with its texts bounded"`
}

func (s *server) checkReference(ctx context.Context, req *sdk.CallToolRequest, in referenceIn) (*sdk.CallToolResult, referenceOut, error) {
	none := referenceOut{Finding: row{}}
	got, err := s.check(ctx, req, given{Text: in.Reference})
	if err != nil {
		return nil, none, err
	}
	if n := len(got.findings); n != 1 {
		return nil, none, fmt.Errorf("%d references were read and not one: check_bibliography takes several", n)
	}
	f := &got.findings[0]
	one, err := bounded(f)
	return nil, referenceOut{caution, means[f.Outcome], one}, err
}

// means says what an agent may conclude of an outcome.
var means = map[string]string{
	"verified":     "Records agree with what is claimed. Whether the work supports the text that cites it was not checked.",
	"discrepant":   "The work exists, and something stated about it is wrong: the reasons say what. Take the entry from cite.",
	"not-found":    "Every source that should have the work answered and none has it. Report that; a person must look before it is called invented.",
	"ambiguous":    "Several works fit and none was chosen. Nothing may be concluded about whether the reference is right.",
	"inconclusive": "Nothing was decided: no source that was asked covers the work, or one failed. This does not mean that the work does not exist.",
	"exempt":       "References of this kind are not checked. Nothing may be concluded.",
}

type bibliographyIn struct {
	given
	Limit  int `json:"limit,omitempty" jsonschema:"findings of one answer, 1 to 100 (default 20)"`
	Cursor int `json:"cursor,omitempty" jsonschema:"next_cursor of the answer before, with the same text or path"`
}

type bibliographyOut struct {
	Caution  string            `json:"caution" jsonschema:"how to take the text of others"`
	Summary  row               `json:"summary" jsonschema:"how many references have which outcome"`
	Means    map[string]string `json:"means" jsonschema:"what may be concluded of each outcome below"`
	Problems []row             `json:"problems" jsonschema:"parts that could not be read as meant"`
	Findings []row             `json:"findings" jsonschema:"rows of check --format jsonl, the gravest first, with their texts bounded"`
	Next     int               `json:"next_cursor,omitempty" jsonschema:"cursor for the findings that follow; absent at the end"`
}

func (s *server) checkBibliography(ctx context.Context, req *sdk.CallToolRequest, in bibliographyIn) (*sdk.CallToolResult, bibliographyOut, error) {
	out := bibliographyOut{Caution: caution, Summary: row{}, Means: map[string]string{}, Problems: []row{}, Findings: []row{}}
	limit := cmp.Or(in.Limit, 20)
	if limit < 1 || limit > 100 || in.Cursor < 0 {
		return nil, out, errors.New("limit is 1 to 100, and a cursor is the next_cursor of an answer")
	}
	got, err := s.check(ctx, req, in.given)
	if err != nil {
		return nil, out, err
	}
	if in.Cursor > len(got.findings) {
		return nil, out, fmt.Errorf("cursor %d lies behind the last of %d findings", in.Cursor, len(got.findings))
	}
	slices.SortStableFunc(got.findings, func(a, b report.Finding) int { return b.Grave() - a.Grave() })
	out.Summary, out.Problems = got.summary, append(out.Problems, got.problems...)
	end := min(in.Cursor+limit, len(got.findings))
	page := got.findings[in.Cursor:end]
	if out.Findings, err = allBounded(page); err != nil {
		return nil, out, err
	}
	for i := range page {
		out.Means[page[i].Outcome] = means[page[i].Outcome]
	}
	if end < len(got.findings) {
		out.Next = end
	}
	return nil, out, nil
}

// maxString bounds each text of a result, in characters.
const maxString = 2000

// bounded gives a value as JSON with every text in it bounded.
func bounded(v any) (row, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return row{}, err
	}
	out := row{}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	err = dec.Decode(&out)
	cut(out)
	return out, err
}

// allBounded gives values as bounded does; none as an empty list.
func allBounded[T any](list []T) ([]row, error) {
	out := make([]row, len(list))
	for i := range list {
		var err error
		if out[i], err = bounded(&list[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// cut bounds the texts in a decoded value and gives it back.
func cut(v any) any {
	switch v := v.(type) {
	case string:
		return plain(v)
	case []any:
		for i := range v {
			v[i] = cut(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = cut(v[key])
		}
	}
	return v
}

// plain makes text of strangers safe to show, and bounds it.
func plain(text string) string {
	text = report.Visible(text)
	if runes := []rune(text); len(runes) > maxString {
		return string(runes[:maxString]) + " … (cut)"
	}
	return text
}

// shown makes an error with text of strangers safe to show.
func shown(err error) error { return errors.New(plain(err.Error())) }
