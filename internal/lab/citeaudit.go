package lab

import (
	"context"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/refstring"
)

// loadCiteAudit reads printed references; only the string is used.
func loadCiteAudit(ctx context.Context, opt *Options) (*Set, error) {
	citations, err := opt.path(opt.Citations, "bench", "citeaudit", "citations_dev.jsonl")
	if err != nil {
		return nil, err
	}
	set, err := loadStrings(citations, opt.Gold, "raw", func(o result.Object, g *Gold) {
		g.Fake = o.Text("gt") == "fake"
		g.Group, g.Label = o.Text("kind"), o.Text("variant")
		g.Fields = o.List("changed_fields")
	})
	if err != nil {
		return nil, err
	}
	return set, set.searchRecords(ctx, opt, "bench", "citeaudit", "records.jsonl")
}

// loadStrings reads references printed as text under key; label reads the rest of the gold from a labelled
// line.
func loadStrings(file, goldFile, key string, label func(result.Object, *Gold)) (*Set, error) {
	t, err := loadTruth(goldFile, file)
	if err != nil {
		return nil, err
	}
	return loadCases(file, t, func(o, line result.Object, g *Gold) (Case, bool) {
		label(line, g)
		return Case{Reference: readString(g.ID, o.Text(key))}, true
	})
}

// readString reads a printed reference as a check of a text file does.
func readString(id, raw string) biblio.Reference {
	p := refstring.Parse(raw)
	return biblio.Reference{ID: id, Raw: raw, Claimed: p.Work, Spans: p.Spans, Confidence: p.Confidence}
}

// scoreCiteAudit measures how many edits of each kind are called fake, and how many real references, by how
// they are written.
func scoreCiteAudit(set *Set, predictions []Prediction) *Result {
	gold := set.Gold
	flagged := where(gold, func(i int) bool { return predictions[i].Class == Hallucinated })
	var f figures
	for _, kind := range []string{"title", "authors", "year"} {
		f.Share("recall_"+kind, flagged, where(gold, func(i int) bool { return gold[i].Fake && gold[i].Group == kind }))
	}
	f.Share("fpr", flagged, where(gold, func(i int) bool { return !gold[i].Fake }))
	variants := map[string]bool{}
	for _, g := range gold {
		variants[g.Label] = variants[g.Label] || !g.Fake
	}
	for _, v := range sortedKeys(variants) {
		if variants[v] {
			f.Share("fpr_"+variantName(v), flagged, where(gold, func(i int) bool { return !gold[i].Fake && gold[i].Label == v }))
		}
	}
	r := f.result(gold)
	r.Tables = append(r.Tables, outcomeTable("by kind and variant", gold, predictions, func(g Gold) string {
		if g.Fake {
			return "fake " + g.Group
		}
		return "real " + variantName(g.Label)
	}))
	for i, g := range gold {
		if flagged[i] == g.Fake {
			continue
		}
		word, weight := "real", 10.0
		if g.Fake {
			word, weight = "fake", 5
		}
		r.Wrong = append(r.Wrong,
			misjudged(i, weight, describe(word, []string{g.Group}, g.Fields),
				describe(predictions[i].Outcome, predictions[i].Codes, predictions[i].Fields)))
	}
	return r
}

// variantName returns the name of a variant; the unnamed one is the plain form of a real string.
func variantName(v string) string {
	if v == "" {
		return "plain"
	}
	return v
}

// outcomeTable counts the outcomes per group.
func outcomeTable(title string, gold []Gold, predictions []Prediction, group func(Gold) string) Table {
	t := Table{Title: title, Head: append([]string{"", "n"}, outcomeWords...)}
	rows := map[string]map[string]float64{}
	for i, g := range gold {
		name := group(g)
		if rows[name] == nil {
			rows[name] = map[string]float64{}
		}
		rows[name][predictions[i].Outcome]++
		rows[name][""]++
	}
	for _, name := range sortedKeys(rows) {
		row := []string{name, result.Count(rows[name][""])}
		for _, word := range outcomeWords {
			row = append(row, result.Count(rows[name][word]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
