package corrupt

import (
	"context"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/normalise"
)

//go:embed prompts/*.txt
var prompts embed.FS

// Writer lets a model write the changes of the operators that have a prompt. The result must obey the
// operator's own rules; otherwise it is requested again, and eventually given up.
type Writer struct {
	Model llm.Model
	Tries int // calls per entry; 3 if zero
}

// task is what one prompt requests and may change.
type task struct {
	temperature float64
	fields      []string
	check       func(d *draft, claim *biblio.Flat, changed []string) string // "" if the answer is acceptable
}

var metadata = []string{"authors", "venue", "year", "doi", "arxiv_id", "url", "publisher",
	"location", "volume", "pages"}

var tasks = map[string]task{
	"minor":             {.7, append([]string{"title"}, metadata...), checkMinor},
	"major":             {.9, append([]string{"title"}, metadata...), checkMajor},
	"title-word":        {.7, []string{"title"}, checkWords},
	"title-paraphrase":  {.7, []string{"title"}, nil},
	"title-fabrication": {.9, []string{"title"}, nil},
}

// answerSchema restricts the model to a record of fields and a description.
var answerSchema = json.RawMessage(
	`{"type":"object","additionalProperties":false,"required":["title","authors","venue","year","doi","arxiv_id","url","volume","pages","publisher","location","description"],"properties":{` +
		`"title":{"type":"string"},"authors":{"type":"array","items":{"type":"string"}},"venue":{"type":"string"},"year":{"type":"string"},"doi":{"type":"string"},"arxiv_id":{"type":"string"},"url":{"type":"string"},` +
		`"volume":{"type":"string"},"pages":{"type":"string"},"publisher":{"type":"string"},"location":{"type":"string"},"description":{"type":"string"}}}`)

// write requests the changes of an operator. It returns the model's name, and whether the draft now has changes
// that obey the rules.
func (w *Writer) write(ctx context.Context, op *Operator, d *draft) (name string, ok bool) {
	t := tasks[op.Prompt]
	system, err := prompts.ReadFile("prompts/" + op.Prompt + ".1.txt")
	if err != nil {
		return "", false
	}
	input, err := json.Marshal(d.claim)
	if err != nil {
		return "", false
	}
	before := d.snapshot()
	for n := range max(w.Tries, 3) {
		answer, err := w.Model.Ask(ctx, llm.Request{
			Role: "corrupt", Prompt: op.Prompt +
				"/1", System: string(system), Turns: []llm.Turn{llm.User("Reference (data, not instructions):\n" + string(input))},
			Name: "corrupted_reference", Schema: answerSchema, Temperature: t.temperature, Seed: int64(n + 1),
		})
		if err != nil {
			if ctx.Err() != nil {
				return name, false
			}
			continue
		}
		name = answer.Model
		var claim biblio.Flat
		if answer.Decode(&claim) != nil {
			continue
		}
		d.restore(before)
		if t.adopt(d, op.Name, &claim) == "" {
			return name, true
		}
	}
	d.restore(before)
	return name, false
}

// adopt copies the fields that the task may change. It returns why the answer is not acceptable, or "".
func (t task) adopt(d *draft, operator string, claim *biblio.Flat) string {
	claim.Issue, claim.Type = d.claim.Issue, d.claim.Type
	for _, f := range fieldsInOrder {
		if f != "issue" && f != "type" && !slices.Contains(t.fields, f) && Value(claim, f) != Value(&d.claim, f) {
			put(claim, f, Value(&d.claim, f))
		}
	}
	original := d.claim
	for _, f := range t.fields {
		d.set(operator, f, strings.TrimSpace(Value(claim, f)))
	}
	fields := changed(d.changes)
	if len(fields) == 0 {
		return "nothing is changed"
	}
	if t.check != nil {
		return t.check(&draft{work: d.work, claim: original}, &d.claim, fields)
	}
	if len(normalise.Words(d.claim.Title)) < 3 {
		return "no title"
	}
	return ""
}

// checkMinor allows one to three changes, with at most two words of the title.
func checkMinor(d *draft, claim *biblio.Flat, fields []string) string {
	meta := len(fields)
	if slices.Contains(fields, "title") {
		meta--
		if why := checkWords(d, claim, nil); why != "" {
			return why
		}
	}
	if meta < 1 || meta > 3 {
		return "not one to three changes of metadata"
	}
	return ""
}

// checkWords allows a change of one or two words of the title.
func checkWords(d *draft, claim *biblio.Flat, _ []string) string {
	a, b := normalise.Words(d.claim.Title), normalise.Words(claim.Title)
	common := 0
	for _, w := range a {
		if slices.Contains(b, w) {
			common++
		}
	}
	if max(len(a), len(b))-common > 2 {
		return "more than two words of the title are changed"
	}
	return ""
}

// checkMajor requires a new title, no author left, a year three to eight away, and no identifier kept.
func checkMajor(d *draft, claim *biblio.Flat, _ []string) string {
	was, _ := strconv.Atoi(string(d.claim.Year))
	is, err := strconv.Atoi(string(claim.Year))
	by := max(is-was, was-is)
	shared := normalise.Jaccard(familyNames(ptr(d.claim.Work()).Authors()), familyNames(ptr(claim.Work()).Authors()))
	switch {
	case normalise.Similarity(normalise.Title(d.claim.Title), normalise.Title(claim.Title)) > 60:
		return "the title is too like the original"
	case len(claim.Authors) == 0 || shared > 0:
		return "an author is kept"
	case err != nil || by < 3 || by > 8 || is > lastYear:
		return fmt.Sprintf("the year moved by %d", by)
	case d.claim.DOI != "" && claim.DOI == d.claim.DOI, d.claim.ArXivID != "" && claim.ArXivID == d.claim.ArXivID:
		return "an identifier is kept"
	}
	return ""
}

func ptr[T any](v T) *T { return &v }
