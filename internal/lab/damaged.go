package lab

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// control is the kind of undamaged entries.
const control = "control"

// core reports whether a check must find a kind of damage: all but changes of pages, volume and year, and an
// invented title that no identifier contradicts.
func core(kind string) bool {
	if kind == control || kind == "invented_title_noid" {
		return false
	}
	return !strings.HasPrefix(kind, "pages") && !strings.HasPrefix(kind, "volume") && !strings.HasPrefix(kind, "year")
}

// scoreDamaged measures how much of the damage is found, and whether undamaged entries are left alone.
func scoreDamaged(gold []Gold, pred []Prediction) *Result {
	hit := where(gold, func(i int) bool { return pred[i].accuses() })
	shown := where(gold, func(i int) bool { return pred[i].said() })
	named := where(gold, func(i int) bool { return hit[i] && contains(pred[i].Fields, gold[i].Fields) })
	passed := where(gold, func(i int) bool {
		return pred[i].Outcome == judge.Verified.String() &&
			!slices.ContainsFunc(pred[i].Codes, func(c string) bool { return !strings.HasPrefix(c, "R") })
	})
	members := map[string][]bool{}
	for i, g := range gold {
		if members[g.Group] == nil {
			members[g.Group] = make([]bool, len(gold))
		}
		members[g.Group][i] = true
	}
	inCore := where(gold, func(i int) bool { return core(gold[i].Group) })
	digits := where(gold, func(i int) bool { return strings.Contains(gold[i].Group, "digit") })
	both := func(a, b []bool) []bool { return where(gold, func(i int) bool { return a[i] && b[i] }) }

	var f figures
	f.Add("control_accused", func(w []float64) float64 {
		return count(w, where(gold, func(i int) bool { return hit[i] && gold[i].Group == control }))
	})
	f.Add("detected_core", share(both(hit, inCore), inCore))
	f.Add("shown_core", share(both(shown, inCore), inCore))
	f.Add("worst_core", worstKind(members, hit))
	f.Add("wrong_identifier_passed_as_real", share(both(passed, digits), digits))
	damaged := where(gold, func(i int) bool { return hit[i] && gold[i].Group != control })
	f.Add("field_named", share(both(named, damaged), damaged))
	t := Table{Title: "by kind", Head: []string{"", "n", "detected", "or to be checked", "field named", "passed as real"}}
	for _, kind := range sortedKeys(members) {
		all := members[kind]
		f.Add("detected_"+kind, share(both(hit, all), all))
		n, hits := 0.0, 0.0
		var of, pass, said float64
		for i := range gold {
			if all[i] {
				n, hits, said, of, pass = n+1, hits+one(hit[i]), said+one(shown[i]), of+one(named[i]), pass+one(passed[i])
			}
		}
		t.Rows = append(t.Rows,
			[]string{kind, result.Count(n), fmt.Sprintf("%.4f", hits/n), fmt.Sprintf("%.4f", said/n),
				fmt.Sprintf("%.4f", of/max(1, hits)), fmt.Sprintf("%.4f", pass/n)})
	}
	r := f.result(gold)
	r.Tables = []Table{t}
	for i, g := range gold {
		q := &pred[i]
		switch {
		case g.Group == control && hit[i]:
			r.Wrong = append(r.Wrong, misjudged(i, 3, g.Group, describe(q.Outcome, q.Codes, q.Fields)))
		case digits[i] && passed[i]:
			r.Wrong = append(r.Wrong, misjudged(i, 2, g.Group, describe(q.Outcome, q.Codes, q.Fields)))
		case inCore[i] && !shown[i]:
			r.Wrong = append(r.Wrong, misjudged(i, 1, g.Group, describe(q.Outcome, q.Codes, q.Fields)))
		}
	}
	return r
}

// worstKind returns the smallest share of a core kind that is found.
func worstKind(members map[string][]bool, hit []bool) metric.Measure {
	return func(w []float64) float64 {
		worst := -1.0
		for kind, all := range members {
			n, found := 0.0, 0.0
			for i, v := range w {
				if all[i] {
					n += v
					found += v * one(hit[i])
				}
			}
			if core(kind) && n > 0 && (worst < 0 || found/n < worst) {
				worst = found / n
			}
		}
		return max(worst, 0)
	}
}

func contains(list, all []string) bool {
	return !slices.ContainsFunc(all, func(s string) bool { return !slices.Contains(list, s) })
}

// predictAsShown audits every case and records what its row shows a reader.
func predictAsShown(ctx context.Context, set *Set, step func()) ([]Prediction, error) {
	list := make([]Prediction, len(set.Cases))
	err := set.Each(ctx, func(i int) {
		list[i] = asShown(set.Find(ctx, i))
		if step != nil {
			step()
		}
	})
	return list, err
}

// asShown converts a finding to a prediction with the fields and reasons of its row.
func asShown(f audit.Finding) Prediction {
	row, p := report.Row(f, "", false), predict(f)
	p.Fields = row.Fields
	for _, r := range row.Reasons {
		p.Reasons = append(p.Reasons, strings.TrimSpace(r.Rule+" "+r.Variant))
	}
	p.Noticed = noticed(&row)
	return p
}
