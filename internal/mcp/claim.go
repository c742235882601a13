package mcp

import (
	"context"
	"errors"
	"fmt"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
)

type claimIn struct {
	Sentence  string `json:"sentence" jsonschema:"one sentence that cites the work, at most 600 bytes"`
	Mark      string `json:"mark,omitempty" jsonschema:"the mark of the citation as it stands in the sentence, such as [3] or (Smith, 2020); by default the last in brackets"`
	Reference string `json:"reference" jsonschema:"the cited reference, printed or as one entry of BibTeX, RIS or CSL-JSON"`
}

type claimOut struct {
	Caution string `json:"caution" jsonschema:"how to take the text of others"`
	Means   string `json:"means" jsonschema:"what may be concluded"`
	Exists  string `json:"exists" jsonschema:"outcome of the reference itself, which comes first"`
	Claim   object `json:"claim" jsonschema:"the claim of a row of claims --format jsonl, with its texts bounded"`
}

// claimMeans says what an agent may conclude from the outcome of a claim.
var claimMeans = map[string]string{
	"supported":     "The passage quoted says what the sentence says. Read it before you rely on it.",
	"partly":        "The work says a part of it, or says it more narrowly. Change the sentence by the passage quoted.",
	"contradicted":  "The passage quoted says otherwise. Change the sentence by it, or cite another work.",
	"not-addressed": "The text was read and does not say it. Do not cite the work for this sentence before a person has looked.",
	"not-checkable": "Nothing was decided: see the reason, and read the passages. It is no sign that the work does not say so.",
}

// bracketed matches the citation marks in a sentence.
var bracketed = lazy.Regexp(`\[[^\[\]]{1,80}\]|\([^()]{1,80}\d{4}[a-z]?\)`)

func (s *server) checkClaim(ctx context.Context, _ *sdk.CallToolRequest,
	in claimIn) (*sdk.CallToolResult, claimOut, error) {
	none := claimOut{Claim: object{}}
	sentence := strings.Join(strings.Fields(strings.ToValidUTF8(in.Sentence, "")), " ")
	if sentence == "" || len(sentence) > biblio.ContextMax {
		return nil, none, fmt.Errorf("give one sentence of at most %d bytes", biblio.ContextMax)
	}
	citation := biblio.Citation{Context: sentence}
	if in.Mark != "" {
		at := strings.Index(sentence, in.Mark)
		if at < 0 {
			return nil, none, errors.New("the mark is not in the sentence")
		}
		citation.At = biblio.Span{Start: at, End: at + len(in.Mark)}
	}
	for _, at := range bracketed.FindAllStringIndex(sentence, -1) {
		citation.Marks = append(citation.Marks, biblio.Span{Start: at[0], End: at[1]})
	}
	if n := len(citation.Marks); in.Mark != "" {
		citation.Marks = append(citation.Marks, citation.At)
	} else if n > 0 {
		citation.At = citation.Marks[n-1]
	}
	name, src, err := s.input(given{Text: in.Reference})
	if err != nil {
		return nil, none, err
	}
	doc, err := extract.Read(name, src, extract.Options{})
	if err != nil {
		return nil, none, shown(err)
	}
	if n := len(doc.References); n != 1 {
		return nil, none, fmt.Errorf("%d references were read and not one", n)
	}
	doc.References[0].Citations = []biblio.Citation{citation}
	done, err := s.turn(ctx)
	if err != nil {
		return nil, none, err
	}
	defer done()
	opt := s.options()
	opt.Claims = s.Claims
	one := run.New(s.Setup, opt)
	defer one.Close()
	var found report.Finding
	if err := one.References(ctx, doc.References, func(_ audit.Finding, f report.Finding) error {
		found = f
		return nil
	}); err != nil {
		return nil, none, shown(err)
	}
	if len(found.Claims) != 1 {
		return nil, none, errors.New("the sentence says nothing that could be read")
	}
	c := found.Claims[0]
	claim, err := bounded(&c)
	return nil, claimOut{caution, claimMeans[c.Outcome], string(found.Outcome), claim}, err
}
