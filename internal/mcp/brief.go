package mcp

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/report"
)

// brief is a finding in one line.
type brief struct {
	ID         string `json:"id"`
	Key        string `json:"-"`
	Outcome    string `json:"outcome"`
	Strength   string `json:"strength,omitempty"` // how certain it is that something is wrong
	Difference string `json:"difference,omitempty"`
	Record     string `json:"record,omitempty"`
	Next       string `json:"next,omitempty"`        // what to do
	Cause      string `json:"not_checked,omitempty"` // why it was not, and what would settle it
	worth      bool   // listed without a filter
}

// steps say what an agent should do next about a listed finding, by what fix can do or by its outcome.
var steps = map[string]string{
	"write":      "fix, or cite the record",
	"offer":      "fix with likely, or cite the record; ask the user",
	"choose":     "ask the user; fix with take writes the record's value",
	"discrepant": "cite the record; ask the user",
	"not-found":  "tell the user; put nothing in its place from memory",
	"doubtful":   "read the record; ask the user",
	"ambiguous":  "find_work; ask the user which",
}

func briefOf(f *report.Finding) brief {
	b := brief{ID: f.ID, Key: f.Key, Outcome: string(f.Outcome), Strength: f.Strength,
		Next: cmp.Or(steps[string(f.Pen())], steps[string(f.Outcome)])}
	if b.Strength == "none" {
		b.Strength = ""
	}
	b.worth = b.Next != "" || f.Withdrawn() || slices.Contains([]string{"certain", "likely", "lead"}, f.Strength)
	var said []string
	for _, v := range f.Views() {
		said = append(said, v.Sentence())
	}
	b.Difference = clipped(strings.Join(said, "; "), differenceMost)
	if f.Record != nil {
		b.Record = clipped(recorded(f.Record), recordMost)
	}
	return b
}

// recorded identifies a record in a way that it can be requested again.
func recorded(r *report.Record) string {
	return cmp.Or(identified(r), r.Link,
		strings.TrimSpace(fmt.Sprint(r.Fields.Title, ", ", r.Fields.Venue, " ", r.Fields.Year)))
}

// identified returns the identifier of a record, or "".
func identified(r *report.Record) string {
	switch {
	case r.Fields.DOI != "":
		return "doi:" + r.Fields.DOI
	case r.Fields.ArXivID != "":
		return "arXiv:" + r.Fields.ArXivID
	}
	return ""
}

// clipped makes untrusted text safe to show, in one line of limited length.
func clipped(text string, most int) string {
	text = strings.Join(strings.Fields(plain(text)), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return text
}

// row returns the line as an object.
func (b *brief) row() object {
	short := *b
	short.ID = clipped(b.ID, idMost)
	body, _ := json.Marshal(&short) // only texts: cannot fail
	out, _ := decoded(body)
	return out
}

// strengths are the words for how certain a finding is.
var strengths = []string{"certain", "likely", "lead", "note", "none"}

// wanted returns the filter of findings.
func (in *bibliographyIn) wanted() (func(*brief) bool, error) {
	var outcomes []string
	for _, said := range in.Outcome { // words of rows or of reports
		for _, word := range report.Words(said) {
			if means[word] == "" {
				return nil,
					fmt.Errorf("no outcome is called %.50q: use verified, discrepant, doubtful, not-found, ambiguous, inconclusive, "+
						"exempt, or wrong for two of them", plain(said))
			}
			outcomes = append(outcomes, word)
		}
	}
	for _, word := range in.Strength {
		if !slices.Contains(strengths, word) {
			return nil, fmt.Errorf("no strength is called %.50q: use %s", plain(word), strings.Join(strengths, ", "))
		}
	}
	if len(in.Keys) > maxKeys {
		return nil, fmt.Errorf("ask for at most %d keys", maxKeys)
	}
	all := len(in.Outcome)+len(in.Strength)+len(in.Keys) > 0 || in.Detail
	return func(b *brief) bool {
		return (all || b.worth) && among(outcomes, b.Outcome) && among(in.Strength, cmp.Or(b.Strength, "none")) &&
			(among(in.Keys, b.ID) || among(in.Keys, b.Key))
	}, nil
}

// maxKeys is the maximum number of keys in one call.
const maxKeys = 100

// among reports whether a word is in a list; the empty list contains every word.
func among(list []string, word string) bool { return len(list) == 0 || slices.Contains(list, word) }

// listed says which findings an answer lists.
func (in *bibliographyIn) listed(n int) string {
	if len(in.Outcome)+len(in.Strength)+len(in.Keys) > 0 || in.Detail {
		return fmt.Sprintf("%d findings match", n)
	}
	if n == 0 {
		return "no finding is wrong or to be checked by hand; outcome lists the others"
	}
	return fmt.Sprintf("%d findings are wrong or to be checked by hand, the most serious first; keys gives the "+
		"evidence of one, outcome lists the others", n)
}

// shortSummary returns only the counts.
func (r *result) shortSummary() object {
	out := object{"problems": len(r.problems)}
	for _, name := range []string{"references", "outcomes", "gravities"} {
		if v, ok := r.summary[name]; ok {
			out[name] = v
		}
	}
	return out
}

// shortProblems quotes the first reading problems.
func (r *result) shortProblems() (list []object) {
	for _, p := range r.problems[:min(len(r.problems), problemsMost)] {
		message, _ := p["message"].(string)
		list = append(list, object{"message": clipped(message, problemMost), "line": p["line"]})
	}
	return list
}

// evident leaves of a row what speaks about the reference: not how it was read, looked up and weighed, nor which other
// works are like it.
func evident(row object) {
	for _, name := range []string{"items", "lookups", "others", "digest", "span", "raw", "kind", "rules", "class", "label",
		"score", "column", "end_column", "end_line", "comparison"} {
		delete(row, name)
	}
	list, _ := row["reasons"].([]any)
	row["reasons"] = slices.DeleteFunc(list, func(r any) bool {
		reason, _ := r.(object)
		return reason["status"] == "confirmed" || reason["status"] == "variant"
	})
}

// fill adds the wanted findings to an answer, from a number on: up to limit, and of brief lines what fits.
func (r *result) fill(out *bibliographyOut, from, limit int, in bibliographyIn, wanted func(*brief) bool) error {
	whole := in.Detail || len(in.Keys) > 0
	out.Next = cursor{r.id, r.of, 0}.String() // longest possible cursor
	body, err := json.Marshal(out)
	if err != nil {
		return err
	}
	size, most := len([]rune(string(body))), answerMost
	if in.Limit > 0 {
		most = answerAsked
	}
	out.Next = ""
	for i := from; i < len(r.brief); i++ {
		b := &r.brief[i]
		if !wanted(b) {
			continue
		}
		one, grows := b.row(), 0
		if whole {
			page, err := r.page(i, 1)
			if err != nil {
				return err
			}
			if one = page[0]; !in.Detail {
				evident(one)
			}
		} else {
			body, err := json.Marshal(one)
			if err != nil {
				return err
			}
			if grows = len([]rune(string(body))) + 1; out.Means[b.Outcome] == "" {
				grows += len(means[b.Outcome]) + len(b.Outcome) + 6
			}
		}
		if len(out.Findings) == limit || size+grows > most && len(out.Findings) > 0 {
			out.Next = cursor{r.id, r.of, uint32(i)}.String()
			return nil
		}
		size += grows
		out.Findings, out.Means[b.Outcome] = append(out.Findings, one), means[b.Outcome]
	}
	return nil
}
