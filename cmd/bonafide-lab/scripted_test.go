package main

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"regexp"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/normalise"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
)

// mind is what the scripted model knows: every second work by heart, all of them if it may search.
type mind map[string]biblio.Flat

// recall returns a work by its title.
func (m mind) recall(title string, search bool) (biblio.Flat, bool) {
	f, ok := m[normalise.Title(title)]
	h := fnv.New32a()
	h.Write([]byte(normalise.Title(title)))
	return f, ok && (search || h.Sum32()%2 == 0)
}

// scriptedModel answers every question of the benchmarks: baselines from what it knows, entries half from
// memory, and the comparing roles from what they are shown.
func scriptedModel(records []biblio.Record) llmtest.Script {
	m := mind{}
	for i := range records {
		f := records[i].Flat()
		m[normalise.Title(f.Title)] = f
	}
	return func(q llmtest.Question) llmtest.Answer {
		switch text := q.User(); {
		case strings.Contains(q.System, "You verify citations"):
			return llmtest.Answer{Text: m.baseline(text, q.Search || strings.Contains(q.System, "web search"))}
		case strings.Contains(text, "Entry of the database:"):
			_, found, _ := strings.Cut(text, "Entry of the database:\n")
			return llmtest.Answer{Text: "<bibtex>" + found + "</bibtex>"}
		case strings.Contains(text, "The look-up gave"):
			_, found, _ := strings.Cut(text, "\n")
			return llmtest.Answer{Text: encode(map[string]any{"action": "answer", "query": "", "bibtex": found})}
		case strings.Contains(text, "You have a look-up"):
			return llmtest.Answer{Text: encode(map[string]any{"action": "lookup", "query": quotedTitle(text), "bibtex": ""})}
		case strings.Contains(text, "BibTeX"):
			return llmtest.Answer{Text: m.entry(quotedTitle(text))}
		default:
			return llmtest.Answer{Text: comparedAnswer(text)}
		}
	}
}

func encode(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(data)
}

var lastCitation = regexp.MustCompile(`(?s)Citation:\s*\[([^\]]*)\]\(?([^)\s]*)`)

// baseline recognises a work or calls the citation invented; for a known work it compares first author and
// year.
func (m mind) baseline(text string, search bool) string {
	all := lastCitation.FindAllStringSubmatch(text, -1)
	label, score, found := "major_hallucination", 0.0, false
	if len(all) > 0 {
		parts := strings.SplitN(all[len(all)-1][1], ", ", 3)
		if len(parts) == 3 {
			if f, ok := m.recall(parts[2], search); ok {
				label, score, found = "minor_hallucination", 6, true
				if string(f.Year) == parts[1] && len(f.Authors) > 0 &&
					strings.Contains(f.Authors[0], strings.Fields(parts[0] + " ?")[0]) {
					label, score = "exact_match", 10
				}
			}
		}
	}
	return encode(map[string]any{"label": label, "score": score, "reasoning": "scripted", "found_evidence": found})
}

func quotedTitle(text string) string {
	_, rest, _ := strings.Cut(text, "“")
	title, _, _ := strings.Cut(rest, "”")
	return title
}

// entry writes what the model remembers of a work; for others it makes up year and volume, or returns nothing.
func (m mind) entry(title string) string {
	f, known := m.recall(title, false)
	if !known {
		f, _ = m.recall(title, true)
		if len(title)%5 == 0 {
			return "I could not find this work."
		}
		f.Year, f.DOI, f.Pages, f.Volume = "2019", "", "", "42"
	}
	return fmt.Sprintf("<bibtex>@article{key, author={%s}, title={%s}, journal={%s}, year={%s}, volume={%s}, "+
		"pages={%s}, doi={%s}}</bibtex>",
		strings.Join(f.Authors, " and "), f.Title, f.Venue, f.Year, f.Volume, f.Pages, f.DOI)
}

var shownData = regexp.MustCompile(`(?s)\nBEGIN-[0-9a-f]{16}\n(.*)\nEND-[0-9a-f]{16}\n`)

// comparedAnswer answers as a careful verifier or reviewer would, from what it is shown; the answer fits both
// schemas, each of which ignores the rest.
func comparedAnswer(text string) string {
	found := shownData.FindStringSubmatch(text)
	var data struct {
		Comparison []struct{ Field, Agreement, Citation, Record string }
		Words      []struct {
			Field        string
			CitationOnly []string `json:"citation_only"`
			RecordOnly   []string `json:"record_only"`
		}
		First *struct{ Label string } `json:"first_verifier"`
	}
	if found == nil || json.Unmarshal([]byte(found[1]), &data) != nil {
		return "{}"
	}
	wrong, rows := 0, []any{}
	for _, c := range data.Comparison {
		differs := c.Agreement == "differs"
		if differs {
			wrong++
		}
		if c.Agreement != "agrees" && c.Agreement != "unrecorded" {
			rows = append(rows,
				map[string]any{"field": c.Field, "citation": c.Citation, "record": c.Record, "same": !differs, "note": "as shown"})
		}
	}
	for _, w := range data.Words {
		if w.Field != "type" && len(w.CitationOnly) > 0 && len(w.CitationOnly) != len(w.RecordOnly) {
			wrong++
		}
	}
	if data.First != nil {
		return encode(map[string]any{"label": []string{"exact", "minor", "major"}[min(wrong, 2)], "reasoning": "compared",
			"comparisons": rows})
	}
	score := max(9.5-4*float64(min(wrong, 1))-2*float64(max(min(wrong, 3)-1, 0)), 0)
	return encode(map[string]any{"score": score, "confidence": "high", "reasoning": "compared", "comparisons": rows})
}
