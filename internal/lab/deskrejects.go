package lab

import (
	"context"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// loadDeskRejects reads references that programme chairs called fabricated or
// badly wrong, over a corpus.
func loadDeskRejects(ctx context.Context, opt *Options) (*Set, error) {
	citations, err := opt.path(opt.Citations, "bench", "iclr2026", "citations_dev.jsonl")
	if err != nil {
		return nil, err
	}
	t := truth{} // every line is called fabricated: there is no label to carry
	err = result.EachObject(citations, func(o result.Object) error {
		t[o.Text("id")] = o
		return nil
	})
	if err != nil {
		return nil, err
	}
	set, err := loadStructured(citations, t, opt)
	if err != nil {
		return nil, err
	}
	for i := range set.Gold {
		set.Gold[i].Fake = true
	}
	_, err = set.searchCorpus(ctx, opt, "works.jsonl.zst")
	return set, err
}

// scoreDeskRejects measures how many of them are verified.
func scoreDeskRejects(set *Set, predictions []Prediction) *Result {
	rate := func(name string, f *figures, word string) {
		f.Share(name, where(set.Gold, func(i int) bool { return predictions[i].Outcome == word }), nil)
	}
	var f figures
	for _, o := range judge.Outcomes {
		rate(o.String()+"_rate", &f, o.String())
	}
	r := f.result(set.Gold)
	for i := range set.Gold {
		p := predictions[i]
		if p.Outcome == judge.Verified.String() {
			r.Wrong = append(r.Wrong, misjudged(i, p.P, "called fabricated", describe(p.Outcome, p.Codes, p.Fields)))
		}
	}
	return r
}
