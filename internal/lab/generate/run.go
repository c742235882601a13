package generate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/lab/corrupt"
	"github.com/bonafide-audit/bonafide/internal/lab/fields"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/parallel"
)

// Run asks for every item under the named conditions; jobs requests run concurrently. The answers for a
// condition are in the order of the items.
func (a *Asker) Run(ctx context.Context, items []Item, conditions []string, jobs int,
	step func()) (map[string][]Answer, error) {
	out := map[string][]Answer{}
	for _, c := range conditions {
		if !slices.Contains(Conditions, c) {
			return nil, fmt.Errorf("no condition %q; there are %s", c, strings.Join(Conditions, ", "))
		}
		out[c] = make([]Answer, len(items))
	}
	parallel.Each(len(items), jobs, func(i int) {
		if ctx.Err() != nil {
			return
		}
		a.item(ctx, &items[i], i, out)
		if step != nil {
			step()
		}
	})
	return out, ctx.Err()
}

func (a *Asker) item(ctx context.Context, it *Item, i int, out map[string][]Answer) {
	var plain Answer
	if out[Plain] != nil || out[TwoStage] != nil {
		plain = a.Plain(ctx, it)
	}
	if out[Plain] != nil {
		out[Plain][i] = plain
	}
	if out[Tool] != nil {
		out[Tool][i] = a.Tool(ctx, it)
	}
	if out[TwoStage] != nil {
		out[TwoStage][i] = a.TwoStage(ctx, it, plain)
	}
}

// Bib returns the entries for a condition as a .bib file.
func Bib(answers []Answer) string {
	var b strings.Builder
	for _, a := range answers {
		if a.BibTeX != "" {
			b.WriteString(a.BibTeX + "\n")
		}
	}
	return b.String()
}

// Truth returns the truth of the items for labelling fields.
func Truth(items []Item) []fields.Truth {
	var list []fields.Truth
	for i := range items {
		it := &items[i]
		t := fields.Truth{ID: it.ID, Cluster: it.Work, Groups: map[string]string{"tier": it.Tier, "domain": it.Domain}}
		t.Versions = append(t.Versions, it.Original.Work())
		for k := range it.Versions {
			t.Versions = append(t.Versions, it.Versions[k].Work())
		}
		list = append(list, t)
	}
	return list
}

// Tables returns a summary of requests and look-ups for each condition.
func Tables(out map[string][]Answer) result.Table {
	t := result.Table{Title: "conditions",
		Head: []string{"", "entries", "without entry", "calls", "failed", "look-ups", "found", "success",
			"input tokens", "output tokens"}}
	for _, c := range Conditions {
		if out[c] == nil {
			continue
		}
		var none, calls, failed, lookups, found, in, written int
		for _, a := range out[c] {
			if a.BibTeX == "" {
				none++
			}
			if a.Failed != "" {
				failed++
			}
			calls, lookups, found, in, written = calls+a.Calls, lookups+a.Lookups, found+a.Found, in+a.Input, written+a.Output
		}
		success := "·"
		if lookups > 0 {
			success = result.Percent(float64(found) / float64(lookups))
		}
		t.Rows = append(t.Rows,
			[]string{c, fmt.Sprint(len(out[c])), fmt.Sprint(none), fmt.Sprint(calls), fmt.Sprint(failed), fmt.Sprint(lookups),
				fmt.Sprint(found), success, fmt.Sprint(in), fmt.Sprint(written)})
	}
	return t
}

// InCorpus returns a function that looks works up in an index: by an identifier in the query, else by the
// title.
func InCorpus(ix *index.Index) Lookup {
	return func(_ context.Context, query string) Found {
		for _, f := range ident.Find(query) {
			if hits, err := ix.ByID(f.ID); err == nil && len(hits) > 0 {
				return foundAt(ix, hits[0].N)
			}
		}
		if id, ok := ident.Parse(query); ok {
			if hits, err := ix.ByID(id); err == nil && len(hits) > 0 {
				return foundAt(ix, hits[0].N)
			}
			return Found{}
		}
		hits, err := ix.Similar(&biblio.Work{Title: query}, 5)
		if err != nil || len(hits) == 0 {
			return Found{}
		}
		return foundAt(ix, hits[0].N)
	}
}

func foundAt(ix *index.Index, n int) Found {
	r, err := ix.Record(n)
	if err != nil {
		return Found{}
	}
	flat := corrupt.Claim(&r)
	return Found{BibTeX: corrupt.BibTeX(&flat, "found"), Title: r.FullTitle(), OK: true}
}
