package mcp

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cite"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
)

// maxQuery is the maximum length of a query for a work, in bytes.
const maxQuery = 4000

// ask looks up the works that queries refer to.
func (s *server) ask(ctx context.Context, queries []string, opt cite.Options) ([]cite.Answer, error) {
	asked := make([]string, len(queries))
	for i, query := range queries {
		if asked[i] = strings.TrimSpace(query); asked[i] == "" || len(query) > maxQuery {
			return nil, fmt.Errorf("a query has 1 to %d bytes", maxQuery)
		}
	}
	desk := cite.Resolver{Sources: s.Setup}
	answers, err := desk.Ask(ctx, asked, opt)
	if err != nil {
		return nil, shown(err)
	}
	return answers, nil
}

type queryIn struct {
	Query  string   `json:"query,omitempty" jsonschema:"an identifier, address, title, whole reference, or words of title, names and year"`
	More   []string `json:"queries,omitempty" jsonschema:"several of them at once, at most 20, in place of query"`
	Detail bool     `json:"detail,omitempty" jsonschema:"whole records in place of one line each"`
	shape
}

type worksOut struct {
	Caution string `json:"caution"`
	foundOne
	Answers []foundOne `json:"answers,omitempty"` // one for each query, in order
}

// foundOne is what was found for one query.
type foundOne struct {
	Found      bool     `json:"found,omitempty"` // the first work is the one meant; cite returns its entry
	Works      []string `json:"works,omitempty"` // one line each, the best first
	Records    []object `json:"records,omitempty"`
	Differs    []object `json:"differs,omitempty"`    // fields of the query compared with those of the first work
	Told       string   `json:"told,omitempty"`       // other versions, retractions, or why none was found
	Unanswered bool     `json:"unanswered,omitempty"` // a source failed: ask again before drawing conclusions
}

func (s *server) findWork(ctx context.Context, _ *sdk.CallToolRequest, in queryIn) (*worksOut, error) {
	list, err := oneOrMore("query", in.Query, in.More)
	if err != nil {
		return nil, err
	}
	answers, err := s.ask(ctx, list, cite.Options{})
	if err != nil {
		return nil, err
	}
	out := &worksOut{Caution: caution}
	for i := range answers {
		one, err := foundFor(&answers[i], in.Detail, max(1, min(worksMost, linesMost/len(answers))))
		if err != nil {
			return nil, err
		}
		out.Answers = append(out.Answers, one)
	}
	if len(in.More) == 0 {
		out.foundOne, out.Answers = out.Answers[0], nil
		return out, nil
	}
	for _, one := range out.Answers {
		out.Found, out.Unanswered = out.Found || one.Found, out.Unanswered || one.Unanswered
	}
	return out, nil
}

// foundFor returns the result for a query: a number of works in one line each, or complete records.
func foundFor(a *cite.Answer, whole bool, most int) (out foundOne, err error) {
	found := report.Row(a.Finding, "", false)
	works := a.Works()
	out.Found, out.Unanswered = a.Work != nil, a.Unanswered()
	if whole {
		if out.Differs, err = allBounded(found.Comparison); err != nil {
			return out, err
		}
		records := found.Others
		if found.Record != nil {
			records = append([]report.Record{*found.Record}, found.Others...)
		}
		if a.Work == nil && len(a.Nearest) > 0 { // ranked by the words of the query
			records, out.Differs = nil, nil
			for _, c := range a.Nearest {
				records = append(records, report.RecordOf(c))
			}
		}
		out.Told = plain(a.Told())
		out.Records, err = allBounded(records)
		return out, err
	}
	for _, c := range works[:min(len(works), most)] {
		out.Works = append(out.Works, workLine(report.RecordOf(c)))
	}
	if a.Work != nil {
		for _, field := range found.Comparison {
			if field.Agreement == "differs" {
				asked, recorded := clipped(field.Claimed, lineMost), clipped(field.Recorded, lineMost)
				out.Differs = append(out.Differs, object{"field": field.Field, "asked": asked, "recorded": recorded})
			}
		}
	}
	if a.Work != nil || len(works) == 0 { // other messages only name the works themselves
		out.Told = clipped(a.Told(), toldMost)
	}
	return out, nil
}

// workLine describes a work in one line: its identifier, if any, title, people, year, venue.
func workLine(r report.Record) string {
	f := &r.Fields
	people := strings.Join(f.Authors[:min(1, len(f.Authors))], "")
	if len(f.Authors) > 1 {
		people += " and others"
	}
	parts := []string{clipped(f.Title, titleMost), people, string(f.Year), f.Venue}
	if id := identified(&r); id != "" {
		parts = slices.Insert(parts, 0, id)
	}
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	return clipped(strings.Join(parts, " · "), lineMost)
}

type citeIn struct {
	Query  string   `json:"query,omitempty" jsonschema:"a DOI, arXiv id, PMID, ISBN, address, title or whole reference"`
	More   []string `json:"queries,omitempty" jsonschema:"several of them at once, at most 20, in place of query"`
	Format string   `json:"format,omitempty" jsonschema:"bibtex (default), csl, ris, text, markdown or html"`
	Style  string   `json:"style,omitempty" jsonschema:"of text, markdown and html, as apa or ieee"`
	Key    string   `json:"key,omitempty" jsonschema:"citation key in place of the one that is made"`
	Prefer string   `json:"prefer,omitempty" jsonschema:"version: as-cited (default), published or preprint"`
	First  bool     `json:"first,omitempty" jsonschema:"the first of several works that fit"`
	Pick   int      `json:"pick,omitempty" jsonschema:"number of a work in the list that was told, from 1"`
	shape
}

type citeOut struct {
	Caution string `json:"caution"`
	citedOne
	Entries []citedOne `json:"entries,omitempty"` // one for each query, in order
}

// citedOne is what was found for one query.
type citedOne struct {
	Found      bool   `json:"found"`                // one work was found; if not, write no entry of your own
	Entry      string `json:"entry,omitempty"`      // written from the record
	Told       string `json:"told,omitempty"`       // other versions, retractions, or why there is no entry
	Unanswered bool   `json:"unanswered,omitempty"` // a source failed: ask again before drawing conclusions
}

func (s *server) cite(ctx context.Context, _ *sdk.CallToolRequest, in citeIn) (*citeOut, error) {
	list, err := oneOrMore("query", in.Query, in.More)
	switch {
	case err != nil:
		return nil, err
	case len(list) > 1 && (in.Key != "" || in.Pick != 0):
		return nil, errors.New("give a key or pick with one query alone")
	case in.Style != "" && slices.Contains([]string{"", "bibtex", "csl", "ris"}, in.Format):
		return nil, errors.New("a style goes with the formats text, markdown and html")
	}
	form, err := cite.NewForm(cmp.Or(in.Format, "bibtex"), in.Style)
	prefer, unknown := fix.ParsePrefer(in.Prefer)
	if err = cmp.Or(err, unknown); err != nil {
		return nil, shown(err)
	}
	if len(in.Key) > 200 || strings.ContainsAny(in.Key, " \t\r\n,{}\"#%\\") {
		return nil,
			errors.New("a key has no spaces, commas, braces, quotes, \"#\", \"%\" or backslashes, and at most 200 bytes")
	}
	answers, err := s.ask(ctx, list, cite.Options{Prefer: prefer, First: in.First, Pick: in.Pick})
	if err != nil {
		return nil, err
	}
	out := &citeOut{Caution: caution}
	for i := range answers {
		one, err := citedFor(&answers[i], form, in.Key)
		if err != nil {
			return nil, err
		}
		if len(answers) > 1 {
			one.Told = clipped(one.Told, toldMost)
		}
		out.Entries = append(out.Entries, one)
		out.Found, out.Unanswered = out.Found || one.Found, out.Unanswered || one.Unanswered
	}
	if len(in.More) == 0 {
		out.citedOne, out.Entries = out.Entries[0], nil
	}
	return out, nil
}

func citedFor(a *cite.Answer, form cite.Form, key string) (out citedOne, err error) {
	out.Told, out.Unanswered, out.Found = plain(a.Told()), a.Unanswered(), a.Work != nil
	if !out.Found && len(a.Works()) > 0 {
		out.Told += " (or pick one by its number)"
	}
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
	maxDiff  = 1 << 20   // bytes of a part of a diff
)

type fixIn struct {
	given
	Keys   []string `json:"keys,omitempty" jsonschema:"only these entries"`
	Take   []string `json:"take,omitempty" jsonschema:"keys of entries that take the record's values wherever it differs: ask the user first"`
	Likely bool     `json:"likely,omitempty" jsonschema:"also what is likely but not certain to be wrong"`
	Limit  int      `json:"limit,omitempty" jsonschema:"characters of the diff in one answer, 500 to 100000 (default 2000)"`
	Cursor string   `json:"cursor,omitempty" jsonschema:"next_cursor of the answer before, with the same other arguments"`
	shape
}

type fixOut struct {
	Caution string `json:"caution"`
	Note    string `json:"note,omitempty"`        // the text has changed since the previous answer
	Changed int    `json:"changed"`               // entries with corrections
	Shown   string `json:"shown,omitempty"`       // which part of the diff follows
	Next    string `json:"next_cursor,omitempty"` // for the next part; absent at the end
	Diff    string `json:"diff"`                  // unified, each part can be applied by itself; nothing was written

	Likely    int      `json:"likely,omitempty"`         // corrections left out that likely would include
	Unchanged []string `json:"unchanged,omitempty"`      // "key: field (what may be done): why", with the first part
	More      int      `json:"unchanged_more,omitempty"` // further ones: ask for their keys
	Told      string   `json:"told,omitempty"`           // why nothing changes, if no entry has a reason of its own
}

const (
	diffMost = 2000 // characters of a diff in one answer by default
	noteDiff = "The text is not that of the answer before: its diff starts from the beginning."
)

// fix returns the corrections of a bibliography, one part of the diff at a time.
func (s *server) fix(ctx context.Context, _ *sdk.CallToolRequest, in fixIn) (*fixOut, error) {
	limit := cmp.Or(in.Limit, diffMost)
	if limit < 500 || limit > 100_000 {
		return nil, errors.New("limit is 500 to 100000")
	}
	name, src, err := s.input(in.given)
	if err != nil {
		return nil, err
	}
	asked := fmt.Sprintf("%s\x00%q\x00%q\x00%d\x00%t", name, in.Keys, in.Take, limit, in.Likely)
	of := digested(asked, src)
	out := &fixOut{Caution: caution}
	at := cursor{of: of}
	if in.Cursor != "" {
		if at, err = readCursor(in.Cursor); err != nil {
			return nil, err
		}
		if at.of != of {
			at, out.Note = cursor{of: of}, noteDiff
		}
	}
	parts, err := s.diff(ctx, in, name, src, limit)
	if err != nil {
		return nil, err
	}
	out.Changed, out.Likely = parts.changed, parts.likely
	if at.from == 0 {
		out.Unchanged, out.More = shortened(parts.left)
	}
	if len(parts.list) == 0 {
		if len(parts.left) == 0 {
			out.Told = "no record differs from any of these entries"
		}
		return out, nil
	}
	if int(at.from) >= len(parts.list) {
		return nil, errCursor
	}
	if out.Diff = parts.list[at.from]; len(parts.list) > 1 {
		out.Shown = fmt.Sprintf("part %d of %d of the diff; cursor shows the next, keys those of some entries", at.from+1,
			len(parts.list))
	}
	if at.from++; int(at.from) < len(parts.list) {
		out.Next = at.String()
	}
	return out, nil
}

// diff corrects a bibliography, and splits its diff into parts.
func (s *server) diff(ctx context.Context, in fixIn, name string, src []byte, limit int) (*diffParts, error) {
	done, err := s.turn(ctx)
	if err != nil {
		return nil, err
	}
	defer done()
	file := run.File{Name: name, Source: src, Beside: s.beside(in.given)}
	how := run.FileFixing{}
	if keys := slices.Concat(in.Keys, in.Take); len(keys) > 0 {
		how.Wanted = func(id string) bool { return slices.Contains(keys, id) }
	}
	how.Likely = in.Likely
	how.Take = func(ref *biblio.Reference) bool { return slices.Contains(in.Take, ref.ID) }
	got, err := run.FixFile(ctx, s.Setup, s.options(), file, how)
	if err != nil {
		return nil, shown(err)
	}
	if got.Made {
		return nil, errors.New("a document of this kind cannot be corrected: give its bibliography")
	}
	parts := &diffParts{changed: got.Changed, list: got.Pieces(got.Name, limit)}
	parts.unchanged(&got, &in)
	for _, part := range parts.list {
		if len(part) > maxDiff {
			return nil, errors.New("one change is larger than 1 MB: give a part of the file")
		}
	}
	return parts, nil
}

// diffParts are the corrections of a bibliography.
type diffParts struct {
	changed, likely int
	list, left      []string
}

// unchanged lists what is left alone of the entries that were asked for, and why.
func (p *diffParts) unchanged(got *run.Fixed, in *fixIn) {
	asked, met := slices.Concat(in.Keys, in.Take), map[string]bool{}
	say := func(id, what, why string) {
		if what != "" {
			what += ": "
		}
		p.left = append(p.left, clipped(clipped(id, idMost)+": "+what+why, lineMost))
	}
	for i := range got.Entries {
		e := &got.Entries[i]
		met[e.ID] = true
		if len(asked) > 0 && !slices.Contains(asked, e.ID) {
			continue
		}
		list := e.Left()
		for _, u := range list {
			what := string(u.Field)
			if u.Pen != judge.NoPen {
				what = strings.TrimSpace(what + " (" + string(u.Pen) + ")")
			}
			say(e.ID, what, u.Why)
			p.likely += map[bool]int{true: 1}[u.Hold == fix.Likely]
		}
		switch {
		case len(e.Patches) > 0:
		case slices.Contains(in.Take, e.ID):
			say(e.ID, "(take)", "the record differs in nothing, or may be of another work")
		case len(list) == 0 && e.Outcome != judge.Verified.String():
			say(e.ID, "("+report.OutcomeWord(e.Outcome)+")", "no record says what to write, or the finding was dismissed")
		}
	}
	for _, key := range asked {
		if !met[key] {
			met[key] = true
			say(key, "", "no entry has this key")
		}
	}
}

// shortened returns the first lines, as many as an answer has room for beside a diff, and the number of the others.
func shortened(lines []string) (first []string, more int) {
	room := leftMost
	for i, line := range lines {
		if room -= utf8.RuneCountInString(line) + 4; room < 0 {
			return lines[:i], len(lines) - i
		}
	}
	return lines, 0
}

type explainIn struct {
	Word string `json:"word" jsonschema:"a code, rule or outcome of a finding"`
}

type explainOut struct {
	Text string `json:"text" jsonschema:"what it means, an example, what to do, and what may be wrong with it"`
}

func (s *server) explain(_ context.Context, _ *sdk.CallToolRequest, in explainIn) (*sdk.CallToolResult,
	explainOut, error) {
	text, ok := report.Explain(in.Word)
	if !ok {
		return nil, explainOut{}, fmt.Errorf("no code, rule or outcome is called %.50q: take one from a finding",
			plain(in.Word))
	}
	return nil, explainOut{text}, nil
}
