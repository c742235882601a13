package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lab/corrupt"
	"github.com/bonafide-audit/bonafide/internal/lab/metric"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
	"github.com/bonafide-audit/bonafide/internal/match"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// pinnedCases is the number of entries that get the identifier of another work; pinnedSeed selects them.
const (
	pinnedCases = 75
	pinnedSeed  = 39
)

// pinnedForms are the places for such an identifier in an entry, each with a test whether a record has one of
// its own that fits there.
var pinnedForms = []struct {
	name   string
	scheme ident.Scheme
	state  func(*biblio.Work, ident.ID)
}{
	{"doi", ident.DOI, (*biblio.Work).AddID},
	{"doi address", ident.DOI, stateAddress},
	{"arxiv", ident.ArXiv, (*biblio.Work).AddID},
	{"arxiv address", ident.ArXiv, stateAddress},
	{"anthology address", ident.ACL, stateAddress},
	{"pmid", ident.PMID, (*biblio.Work).AddID},
}

func stateAddress(w *biblio.Work, id ident.ID) {
	w.URL = id.Link()
	w.AddID(id)
}

// pin keeps only verified entries without an identifier whose record has none either, and gives each the
// identifier of another work in the corpora.
func (s *Set) pin(ctx context.Context, opt *Options) error {
	if opt.unasked() {
		return nil
	}
	if len(s.Gold) != len(s.Cases) {
		return errors.New("the bibliographies have no labels, by which entries of one file are kept together: --gold")
	}
	bare := make([]bool, len(s.Cases))
	err := s.Each(ctx, func(i int) {
		w := &s.Cases[i].Reference.Claimed
		if len(w.IDs) > 0 || w.URL != "" || w.Title == "" {
			return
		}
		f := s.Find(ctx, i)
		bare[i] = f.Verdict.Outcome == judge.Verified && f.Verdict.Best >= 0 &&
			len(f.Evidence.Candidates[f.Verdict.Best].Hit.Record.IDs) == 0
	})
	if err != nil {
		return err
	}
	dirs, err := opt.accusationCorpora(ctx)
	if err != nil {
		return err
	}
	ix, err := index.Open(dirs...)
	if err != nil {
		return err
	}
	defer ix.Close()
	var at []int
	for i := range bare {
		if bare[i] {
			at = append(at, i)
		}
	}
	random, library := metric.NewRandom(pinnedSeed), corrupt.NewLibrary(ix, pinnedSeed)
	cases, gold := []Case{}, []Gold{}
	for n := 0; n < pinnedCases && len(at) > 0; n++ {
		k := random.Intn(len(at))
		i := at[k]
		at = slices.Delete(at, k, k+1)
		c, form := s.Cases[i], pinnedForms[n%len(pinnedForms)]
		id, err := identifierOfOther(library, &c.Reference.Claimed, form.scheme)
		if err != nil {
			return err
		}
		if id.IsZero() {
			s.note("no work was found for the form " + form.name)
			continue
		}
		c.Reference.Claimed.IDs = slices.Clone(c.Reference.Claimed.IDs)
		form.state(&c.Reference.Claimed, id)
		c.Reference.ID = fmt.Sprintf("pinned-%02d", n)
		cases = append(cases, c)
		gold = append(gold,
			Gold{ID: c.Reference.ID, Cluster: s.Gold[i].Group, Group: form.name, Note: s.Gold[i].ID + " has " + id.String()})
	}
	s.Cases, s.Gold = cases, gold
	return nil
}

// identifierOfOther returns an identifier that a work of the library has as its own. DOIs of publications that
// authors stated on a preprint server are not the record's own.
func identifierOfOther(l *corrupt.Library, than *biblio.Work, scheme ident.Scheme) (id ident.ID, err error) {
	const tries = 200_000
	r, err := l.Other(tries, func(r *biblio.Record) bool {
		id = r.ID(scheme)
		own := scheme != ident.DOI || r.ID(ident.ArXiv).IsZero()
		return own && !id.IsZero() && !match.SameWork(than, &r.Work)
	})
	if r == nil {
		return ident.ID{}, err
	}
	return id, err
}

// scorePinned measures how many identifiers of other works are called wrong or to be checked, and how many are
// visible in the row of the entry.
func scorePinned(gold []Gold, pred []Prediction) *Result {
	all := where(gold, func(int) bool { return true })
	wrong := where(gold, func(i int) bool { return pred[i].accuses() })
	check := where(gold, func(i int) bool { return pred[i].said() })
	visible := where(gold, func(i int) bool { return check[i] || pred[i].contested() || len(pred[i].Noticed) > 0 })
	var f figures
	f.Add("wrong", share(wrong, all))
	f.Add("wrong_or_check", share(check, all))
	f.Add("visible", share(visible, all))
	t := Table{Title: "by place", Head: []string{"", "n", "wrong", "wrong or check", "visible"}}
	for _, form := range pinnedForms {
		var n, of [3]float64
		total := 0.0
		for i, g := range gold {
			if g.Group == form.name {
				total++
				of = [3]float64{one(wrong[i]), one(check[i]), one(visible[i])}
				for k := range n {
					n[k] += of[k]
				}
			}
		}
		if total > 0 {
			t.Rows = append(t.Rows,
				[]string{form.name, result.Count(total), result.Count(n[0]), result.Count(n[1]), result.Count(n[2])})
		}
	}
	r := f.result(gold)
	r.Tables = []Table{t}
	for i, g := range gold {
		if !check[i] {
			r.Wrong = append(r.Wrong,
				misjudged(i, 2-one(visible[i]), g.Group,
					describe(pred[i].Outcome, pred[i].Codes, pred[i].Fields)+" "+strings.Join(pred[i].Reasons, ", ")))
		}
	}
	return r
}

// noticed returns the notices of a row that a report shows regardless of the outcome.
func noticed(row *report.Finding) (list []string) {
	for _, n := range row.Notices {
		if n.Rule == "identifier-elsewhere" {
			list = append(list, n.Rule)
		}
	}
	return list
}
