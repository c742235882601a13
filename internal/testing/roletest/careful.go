package roletest

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
)

// Object is the JSON object of a question or an answer.
type Object = map[string]any

var betweenMarks = regexp.MustCompile(`(?s)\nBEGIN-([0-9a-f]{16})\n(.*)\nEND-([0-9a-f]{16})\n`)

// Data parses the data of a question; it returns an error if they are not between proper marks.
func Data(text string) (Object, error) {
	m := betweenMarks.FindStringSubmatch(text)
	if m == nil || m[1] != m[3] || strings.Contains(m[2], m[1]) || strings.Contains(m[2], "<") {
		return nil, errors.New("the data are not between marks")
	}
	var data Object
	return data, json.Unmarshal([]byte(m[2]), &data)
}

// Script plays a careful model behind a server; fields returns what it reads in a text, or nil, and pages what
// it finds on the web.
func Script(fields func(text string) Object, pages func(query string) []string) llmtest.Script {
	return func(q llmtest.Question) llmtest.Answer {
		data, err := Data(q.User())
		if err != nil {
			return llmtest.Answer{Refusal: err.Error()}
		}
		var out Object
		var cited []string
		switch q.Name {
		case "fields":
			if fields != nil {
				out = fields(Text(data["text"]))
			}
		case "pages":
			if pages != nil {
				cited = pages(Text(data["query"]))
				out = Object{"urls": cited}
			}
		}
		if out == nil {
			out = Careful(q.Name, data)
		}
		b, err := json.Marshal(out)
		if err != nil {
			return llmtest.Answer{Refusal: err.Error()}
		}
		return llmtest.Answer{Text: string(b), Citations: cited, Usage: llm.Usage{}}
	}
}

// Careful answers a question, by the name of its schema.
func Careful(name string, data Object) Object {
	wrong, rows := Compared(data)
	switch name {
	case "verification":
		score := 10 - 4*min(wrong, 1) - 2*max(min(wrong, 3)-1, 0) - max(min(wrong, 3)-2, 0)
		return Object{"score": score, "confidence": "high", "reasoning": "compared", "comparisons": rows}
	case "review":
		return Object{"label": []string{"exact", "minor", "major"}[min(wrong, 2)], "reasoning": "compared",
			"comparisons": rows}
	case "class_real":
		return Object{"holds": wrong == 0, "code": "R2", "confidence": "high", "record": 1, "reasoning": "compared",
			"comparisons": rows}
	case "class_potential":
		return Object{"holds": false, "code": "P1", "confidence": "high", "record": nil, "reasoning": "compared",
			"comparisons": rows}
	case "class_hallucinated":
		return Object{"holds": wrong > 0, "code": "H1", "confidence": "high", "record": nil, "reasoning": "compared",
			"comparisons": rows}
	case "match":
		return matched(data)
	case "fields":
		return Nothing()
	case "revision":
		return revised(data)
	case "claim_extract":
		return Object{"pieces": List(data["clause"]), "function": "supporting"}
	case "claim_match":
		return Object{"passages": []any{1.0}}
	case "claim_reading":
		return readClaim(data)
	case "plan":
		left := List(data["left"])
		return Object{"citation_id": data["citation_id"], "next_action": left[len(left)-1], "reason": "the likeliest first"}
	}
	return Object{"urls": []any{}}
}

// revised chooses the first value that a record states for each open field.
func revised(data Object) Object {
	rows := []any{}
	for _, x := range List(data["open"]) {
		f := x.(Object)
		row := Object{"field": f["field"], "action": "keep", "value": nil, "record": nil}
		if values := List(f["values"]); len(values) > 0 {
			v := values[0].(Object)
			row["action"], row["value"], row["record"] = "replace", v["value"], v["record"]
			if f["state"] == "missing" {
				row["action"] = "add"
			}
		}
		rows = append(rows, row)
	}
	return Object{"fields": rows}
}

// matched chooses the first page with the cited title and all cited authors.
func matched(data Object) Object {
	cited, _ := data["citation"].(Object)
	for _, x := range List(data["results"]) {
		page := x.(Object)
		fields, _ := page["fields"].(Object)
		same, rows := true, []any{}
		if bags := List(page["words"]); bags != nil {
			for _, b := range bags {
				f := b.(Object)
				title, authors := f["field"] == "title", f["field"] == "authors"
				same = same && (!title && !authors || len(List(f["citation_only"])) == 0) &&
					(!title || len(List(f["record_only"])) == 0)
			}
		} else {
			title, other := Text(cited["title"]), Text(fields["title"])
			same = title != "" && strings.EqualFold(title, other)
			for _, name := range List(cited["authors"]) {
				same = same && strings.Contains(Text(fields["authors"]), Text(name))
			}
			rows = append(rows, Object{"field": "title", "citation": title, "record": other, "same": true, "note": ""},
				Object{"field": "authors", "citation": Text(cited["authors"]), "record": Text(fields["authors"]),
					"same": true, "note": ""})
		}
		if same {
			return Object{"match": true, "matched_result": page["result"], "note": "title and authors agree",
				"comparisons": rows}
		}
	}
	return Object{"match": false, "matched_result": nil, "note": "no page agrees", "comparisons": []any{}}
}

// Compared counts the fields that differ in what a model is shown, and returns a row for each field at issue.
func Compared(data Object) (wrong int, rows []any) {
	rows = []any{}
	for _, x := range List(data["comparison"]) {
		f := x.(Object)
		differs := f["agreement"] == "differs"
		if differs {
			wrong++
		}
		if f["agreement"] != "agrees" && f["agreement"] != "unrecorded" {
			rows = append(rows,
				Object{"field": f["field"], "citation": f["citation"], "record": f["record"], "same": !differs, "note": "as shown"})
		}
	}
	for _, x := range List(data["words"]) { // apart from their order, different words are a difference
		f := x.(Object)
		if c, r := List(f["citation_only"]), List(f["record_only"]); len(c) > 0 && !nearly(c, r) && f["field"] != "type" {
			wrong++
		}
	}
	return wrong, rows
}

// nearly accepts initials and familiar forms for names.
func nearly(a, b []any) bool {
	if len(a) != len(b) {
		return false
	}
	for i, x := range a {
		if x.(string)[:1] != b[i].(string)[:1] {
			return false
		}
	}
	return true
}

// List returns v as a list, or nil.
func List(v any) []any {
	l, _ := v.([]any)
	return l
}

// Text joins all texts of a value.
func Text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case []any:
		var parts []string
		for _, x := range v {
			parts = append(parts, Text(x))
		}
		return strings.Join(parts, "; ")
	}
	return ""
}

// Nothing is the answer of a reader that found no field.
func Nothing() Object {
	out := Object{"authors": []any{}, "authors_cut": false}
	for _, n := range []string{"title", "container", "year", "volume", "issue", "pages", "doi", "arxiv_id", "url",
		"publisher", "place"} {
		out[n] = nil
	}
	return out
}

// readClaim judges a claim by the words that a passage shares with it: nearly all support it, unless one has
// another number; nearly none do not address it.
func readClaim(data Object) Object {
	words := func(s string) []string {
		return strings.FieldsFunc(strings.ToLower(s),
			func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	}
	answer := func(outcome, quote string) Object {
		return Object{"outcome": outcome, "quote": quote, "confidence": "high", "reasoning": "compared word by word"}
	}
	wanted := words(Text(data["claim"]))
	best, at, missing := 0.0, "", ""
	for _, x := range List(data["passages"]) {
		passage, _ := x.(Object)
		for _, sentence := range strings.SplitAfter(Text(passage["text"]), ". ") {
			there, found, absent := words(sentence), 0, ""
			for _, w := range wanted {
				if slices.Contains(there, w) {
					found++
				} else if strings.Trim(w, "0123456789") == "" {
					absent = w
				}
			}
			if share := float64(found) / float64(max(1, len(wanted))); share > best {
				best, at, missing = share, strings.TrimSpace(sentence), absent
			}
		}
	}
	switch {
	case best > .6 && missing != "":
		return answer("contradicted", at)
	case best > .6:
		return answer("supported", at)
	case best < .3:
		return answer("not-addressed", "")
	}
	return answer("not-checkable", "")
}
