package mcp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
)

// object is a row of "check --format jsonl" with texts of limited length.
type object = map[string]any

// collected holds the rows of a run.
type collected struct {
	report.Discard
	findings []report.Finding
	problems []object
	summary  object
	causes   []string // why references were not checked, and what would settle them
}

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
	c.causes = s.NotChecked()
	c.summary, err = bounded(s)
	return err
}

const (
	maxReferences = 5000 // per call
	maxProblems   = 50   // listed
)

// check checks a text, as the command check does.
func (s *server) check(ctx context.Context, req *sdk.CallToolRequest, name string, src []byte) (*collected, error) {
	done, err := s.turn(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
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
	Reference string   `json:"reference,omitempty" jsonschema:"one reference as it is printed, or one entry of BibTeX, RIS or CSL-JSON"`
	More      []string `json:"references,omitempty" jsonschema:"several of them at once, at most 20, in place of reference"`
	Detail    bool     `json:"detail,omitempty" jsonschema:"whole rows of check --format jsonl in place of one line each"`
	shape
}

type referenceOut struct {
	Caution  string            `json:"caution"`
	Means    map[string]string `json:"means"`              // what can be concluded from each outcome below
	Finding  object            `json:"finding,omitempty"`  // of reference
	Findings []object          `json:"findings,omitempty"` // of references, in order
}

func (s *server) checkReference(ctx context.Context, req *sdk.CallToolRequest, in referenceIn) (*referenceOut, error) {
	list, err := oneOrMore("reference", in.Reference, in.More)
	if err != nil {
		return nil, err
	}
	out := &referenceOut{Caution: caution, Means: map[string]string{}}
	for _, text := range list {
		f, causes, err := s.oneReference(ctx, req, text)
		if err != nil {
			return nil, err
		}
		b := briefOf(f)
		b.Cause = strings.Join(causes, "; ")
		one := b.row()
		if in.Detail {
			if one, err = bounded(f); err != nil {
				return nil, err
			}
		}
		out.Means[string(f.Outcome)] = means[string(f.Outcome)]
		out.Findings = append(out.Findings, one)
	}
	if len(in.More) == 0 {
		out.Finding, out.Findings = out.Findings[0], nil
	}
	return out, nil
}

// oneReference checks a text that is one reference.
func (s *server) oneReference(ctx context.Context, req *sdk.CallToolRequest, text string) (*report.Finding, []string,
	error) {
	name, src, err := s.input(given{Text: text})
	if err != nil {
		return nil, nil, err
	}
	got, err := s.check(ctx, req, name, src)
	if err != nil {
		return nil, nil, err
	}
	if n := len(got.findings); n != 1 {
		return nil, nil, fmt.Errorf("%d references were read instead of one: check_bibliography takes several", n)
	}
	return &got.findings[0], got.causes, nil
}

// means says what an agent may conclude from an outcome.
var means = map[string]string{
	"verified":   "Records agree with what is claimed. Whether the work supports the text that cites it was not checked.",
	"discrepant": "The work exists, and something stated about it is wrong: the reasons say what. Take the entry from cite.",
	"doubtful": "Something speaks against the reference, and not enough to call it wrong: the reasons say what, and " +
		"how strongly. Report it to be checked by hand; do not call it wrong or invented.",
	"not-found": "Every source that should have the work answered and none has it. Report that; a person must look " +
		"before it is called invented.",
	"ambiguous": "Several works fit and none was chosen. Nothing may be concluded about whether the reference is right.",
	"inconclusive": "Nothing was decided: no source that was asked covers the work, or one failed. This does not mean " +
		"that the work does not exist.",
	"exempt": "References of this kind are not checked. Nothing may be concluded.",
}

type bibliographyIn struct {
	given
	Outcome  []string `json:"outcome,omitempty" jsonschema:"only findings with these outcomes; without, all that are wrong or to be checked by hand"`
	Strength []string `json:"strength,omitempty" jsonschema:"only findings that are this sure: certain, likely, lead, note or none"`
	Keys     []string `json:"keys,omitempty" jsonschema:"only these references, with their evidence; with detail all that is known"`
	Detail   bool     `json:"detail,omitempty" jsonschema:"whole rows of check --format jsonl in place of one line each"`
	Limit    int      `json:"limit,omitempty" jsonschema:"findings of one answer, 1 to 100 (default 20)"`
	Cursor   string   `json:"cursor,omitempty" jsonschema:"next_cursor of the previous answer, with the same other arguments"`
	shape
}

// bibliographyOut is an answer of check_bibliography. What an agent needs first comes first.
type bibliographyOut struct {
	Caution string `json:"caution"`
	// says if the text was checked again, or has changed, since the previous answer
	Note     string            `json:"note,omitempty"`
	Summary  object            `json:"summary"`
	Listed   string            `json:"listed"`                // which findings follow
	Causes   []string          `json:"not_checked,omitempty"` // why some were not, and what would settle them
	Means    map[string]string `json:"means"`                 // what can be concluded from each outcome below
	Next     string            `json:"next_cursor,omitempty"` // for the following findings; absent at the end
	Resource string            `json:"resource"`              // address of the result as a resource, for an hour
	Problems []object          `json:"problems,omitempty"`
	Findings []object          `json:"findings"`
}

const (
	noteAgain   = "The result is no longer kept: the text was checked again."
	noteChanged = "The text has changed since the previous answer: it was checked again, and its findings start with the first."
)

// bibliography checks a bibliography, or continues with the result of an earlier check.
func (s *server) bibliography(ctx context.Context, req *sdk.CallToolRequest,
	in bibliographyIn) (*bibliographyOut, error) {
	limit := cmp.Or(in.Limit, findingsUsual)
	if limit < 1 || limit > findingsMost {
		return nil, fmt.Errorf("limit is 1 to %d", findingsMost)
	}
	wanted, err := in.wanted()
	if err != nil {
		return nil, err
	}
	got, from, note, err := s.result(ctx, req, in)
	if err != nil {
		return nil, err
	}
	if from > len(got.findings) {
		return nil, errCursor
	}
	out := &bibliographyOut{Caution: caution, Note: note, Resource: got.address(), Causes: got.causes,
		Means: map[string]string{}, Findings: []object{}}
	if in.Detail {
		out.Summary, out.Problems = got.summary, got.problems
	} else {
		out.Summary, out.Problems = got.shortSummary(), got.shortProblems()
	}
	matching := 0
	for i := range got.brief {
		if wanted(&got.brief[i]) {
			matching++
		}
	}
	out.Listed = in.listed(matching)
	return out, got.fill(out, from, limit, in, wanted)
}

// result returns the stored result that a cursor refers to, or checks the text; it also returns the finding to
// start from, and a note if a stored result could not be used.
func (s *server) result(ctx context.Context, req *sdk.CallToolRequest, in bibliographyIn) (got *result, from int,
	note string, err error) {
	name, src, err := s.input(in.given)
	if err != nil {
		return nil, 0, "", err
	}
	of := digested(name, src)
	if in.Cursor != "" {
		at, err := readCursor(in.Cursor)
		if err != nil {
			return nil, 0, "", err
		}
		if got := s.kept.get(at.id, at.of, time.Now()); got != nil && at.of == of {
			return got, int(at.from), "", nil
		}
		if note = noteChanged; at.of == of {
			note, from = noteAgain, int(at.from)
		}
	}
	found, err := s.check(ctx, req, name, src)
	if err != nil {
		return nil, 0, "", err
	}
	if got, err = newResult(of, found); err == nil {
		s.kept.keep(got, time.Now())
	}
	return got, from, note, err
}

// maxString is the maximum length of each text in a result, in characters.
const maxString = 2000

// bounded returns a value as JSON with every text in it shortened.
func bounded(v any) (object, error) {
	body, err := json.Marshal(v)
	if err != nil {
		return object{}, err
	}
	out, err := decoded(body)
	cut(out)
	return out, err
}

// decoded decodes a JSON object; numbers stay as they are written.
func decoded(body []byte) (object, error) {
	out := object{}
	dec := json.NewDecoder(bytes.NewReader(body))
	dec.UseNumber()
	err := dec.Decode(&out)
	return out, err
}

// allBounded applies bounded to all values; it returns an empty list, never nil.
func allBounded[T any](list []T) ([]object, error) {
	out := make([]object, len(list))
	for i := range list {
		var err error
		if out[i], err = bounded(&list[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// cut shortens the texts in a decoded value and returns it.
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

// plain makes untrusted text safe to show, and shortens it.
func plain(text string) string {
	text = strings.Map(shownRune, report.Visible(text))
	if runes := []rune(text); len(runes) > maxString {
		return string(runes[:maxString]) + " … (cut)"
	}
	return text
}

// shownRune replaces characters that a person does not see but a model reads: zero-width marks and tag
// characters. Those needed by scripts and line breaks stay.
func shownRune(r rune) rune {
	switch {
	case r == '\u200c', r == '\u200d', r == '\u00ad':
		return r
	case unicode.Is(unicode.Cf, r), r >= 0xE0000 && r <= 0xE0FFF:
		return unicode.ReplacementChar
	}
	return r
}

// shown makes an error with untrusted text safe to show.
func shown(err error) error { return errors.New(plain(err.Error())) }

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
