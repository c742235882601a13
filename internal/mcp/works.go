package mcp

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/bonafide-audit/bonafide/internal/cite"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
)

// maxQuery bounds a query for a work, in bytes.
const maxQuery = 4000

// ask looks for the work that a query means.
func (s *server) ask(ctx context.Context, query string) (*cite.Answer, error) {
	if query = strings.TrimSpace(query); query == "" || len(query) > maxQuery {
		return nil, fmt.Errorf("a query has 1 to %d bytes", maxQuery)
	}
	desk := cite.Desk{Sources: s.Setup}
	a, err := desk.One(ctx, query, cite.Options{})
	if err != nil {
		return nil, shown(err)
	}
	return a, nil
}

type queryIn struct {
	Query string `json:"query" jsonschema:"an identifier, an address, a title or a whole reference"`
}

type worksOut struct {
	Caution    string `json:"caution" jsonschema:"how to take the text of others"`
	Told       string `json:"told,omitempty" jsonschema:"remarks on what was found"`
	Unanswered bool   `json:"unanswered" jsonschema:"a source failed: ask again before anything is concluded"`
	Works      []row  `json:"works" jsonschema:"records, the best first"`
	Differs    []row  `json:"differs" jsonschema:"fields of the query beside those of the first record"`
}

func (s *server) findWork(ctx context.Context, _ *sdk.CallToolRequest, in queryIn) (*sdk.CallToolResult, worksOut, error) {
	out := worksOut{Caution: caution, Works: []row{}, Differs: []row{}}
	a, err := s.ask(ctx, in.Query)
	if err != nil {
		return nil, out, err
	}
	found := report.Row(a.Finding, "", false)
	if found.Record != nil {
		found.Others = append([]report.Record{*found.Record}, found.Others...)
	}
	if a.Work == nil && len(a.Nearest) > 0 { // ranked by the words of the query
		found.Others, found.Comparison = nil, nil
		for _, c := range a.Nearest {
			found.Others = append(found.Others, report.RecordOf(c))
		}
	}
	if out.Works, err = allBounded(found.Others); err != nil {
		return nil, out, err
	}
	if out.Differs, err = allBounded(found.Comparison); err != nil {
		return nil, out, err
	}
	out.Told, out.Unanswered = plain(a.Told()), a.Unanswered()
	return nil, out, nil
}

type citeIn struct {
	Query  string   `json:"query,omitempty" jsonschema:"a DOI, arXiv id, PMID, ISBN, address, title or whole reference"`
	More   []string `json:"queries,omitempty" jsonschema:"several of them at once, at most 20, in place of query"`
	Format string   `json:"format,omitempty" jsonschema:"bibtex (default), csl, ris, text, markdown or html"`
	Style  string   `json:"style,omitempty" jsonschema:"of text, markdown and html, as apa or ieee"`
	Key    string   `json:"key,omitempty" jsonschema:"citation key in place of the one that is made"`
}

type citeOut struct {
	Caution string `json:"caution" jsonschema:"how to take the text of others"`
	citedOne
	Entries []citedOne `json:"entries,omitempty" jsonschema:"one for each of queries, in their order"`
}

// citedOne is what was found for one query.
type citedOne struct {
	Found      bool   `json:"found" jsonschema:"one work was found; without, write no entry of your own"`
	Entry      string `json:"entry,omitempty" jsonschema:"the entry, written from the record"`
	Told       string `json:"told,omitempty" jsonschema:"remarks: other versions, retractions, or why there is no entry"`
	Unanswered bool   `json:"unanswered" jsonschema:"a source failed: ask again before anything is concluded"`
}

// maxQueries bounds the queries of one call.
const maxQueries = 20

func (s *server) cite(ctx context.Context, _ *sdk.CallToolRequest, in citeIn) (*sdk.CallToolResult, citeOut, error) {
	out := citeOut{Caution: caution}
	switch {
	case (in.Query == "") == (len(in.More) == 0):
		return nil, out, errors.New("give either query or queries")
	case len(in.More) > maxQueries || len(in.More) > 1 && in.Key != "":
		return nil, out, fmt.Errorf("give at most %d queries, and a key with one alone", maxQueries)
	}
	if in.Style != "" && slices.Contains([]string{"", "bibtex", "csl", "ris"}, in.Format) {
		return nil, out, errors.New("a style goes with the formats text, markdown and html")
	}
	form, err := cite.NewForm(cmp.Or(in.Format, "bibtex"), in.Style)
	if err != nil {
		return nil, out, shown(err)
	}
	if len(in.Key) > 200 || strings.ContainsAny(in.Key, " \t\r\n,{}\"#%\\") {
		return nil, out, errors.New("a key has no spaces, commas, braces, quotes, \"#\", \"%\" or backslashes, and at most 200 bytes")
	}
	if in.Query != "" {
		out.citedOne, err = s.citeOne(ctx, in.Query, form, in.Key)
		return nil, out, err
	}
	for _, query := range in.More {
		one, err := s.citeOne(ctx, query, form, in.Key)
		if err != nil {
			return nil, out, err
		}
		out.Entries = append(out.Entries, one)
		out.Found, out.Unanswered = out.Found || one.Found, out.Unanswered || one.Unanswered
	}
	return nil, out, nil
}

func (s *server) citeOne(ctx context.Context, query string, form cite.Form, key string) (out citedOne, err error) {
	a, err := s.ask(ctx, query)
	if err != nil {
		return out, err
	}
	out.Told, out.Unanswered, out.Found = plain(a.Told()), a.Unanswered(), a.Work != nil
	var b bytes.Buffer
	if err := form.Write(&b, []cite.Answer{*a}, key); err != nil {
		return out, shown(err)
	}
	if out.Found {
		out.Entry = b.String()
	}
	if len(out.Entry) > maxEntry {
		return out, fmt.Errorf("the entry has more than %d KB: ask for a printed format", maxEntry>>10)
	}
	return out, nil
}

const (
	maxEntry = 256 << 10 // bytes of an entry
	maxDiff  = 1 << 20   // bytes of a diff
)

type fixOut struct {
	Caution string `json:"caution" jsonschema:"how to take the text of others"`
	Changed int    `json:"changed" jsonschema:"entries with corrections"`
	Diff    string `json:"diff" jsonschema:"unified diff of what would be corrected; nothing was written"`
}

func (s *server) fix(ctx context.Context, _ *sdk.CallToolRequest, in given) (*sdk.CallToolResult, fixOut, error) {
	out := fixOut{Caution: caution}
	name, src, err := s.input(in)
	if err != nil {
		return nil, out, err
	}
	done, err := s.turn(ctx)
	if err != nil {
		return nil, out, err
	}
	defer done()
	got, err := run.FixFile(ctx, s.Setup, s.options(), run.File{Name: name, Source: src, Beside: s.beside(in)}, run.FileFixing{})
	if err != nil {
		return nil, out, shown(err)
	}
	if got.Made {
		return nil, out, errors.New("a document of this kind cannot be corrected: give its bibliography")
	}
	if out.Changed, out.Diff = got.Changed, got.Diff(got.Name); len(out.Diff) > maxDiff {
		return nil, fixOut{Caution: caution}, errors.New("the diff is larger than 1 MB: give a part of the file")
	}
	return nil, out, nil
}

type explainIn struct {
	Word string `json:"word" jsonschema:"a code, rule or outcome of a finding"`
}

type explainOut struct {
	Text string `json:"text" jsonschema:"what it means, an example, what to do, and what may be wrong with it"`
}

func (s *server) explain(_ context.Context, _ *sdk.CallToolRequest, in explainIn) (*sdk.CallToolResult, explainOut, error) {
	text, ok := report.Explain(in.Word)
	if !ok {
		return nil, explainOut{}, fmt.Errorf("no code, rule or outcome is called %.50q: take one from a finding", plain(in.Word))
	}
	return nil, explainOut{text}, nil
}
