package lab

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/lab/recorded"
	"github.com/bonafide-audit/bonafide/internal/lab/result"
)

// loadTaxonomy reads structured references, each with a code, and the records or the recorded evidence that the
// mode requires.
func loadTaxonomy(ctx context.Context, opt *Options) (*Set, error) {
	citations, err := opt.path(opt.Citations, "bench", "citetracer", "citations_dev.jsonl")
	if err != nil {
		return nil, err
	}
	goldFile := opt.Gold
	if goldFile == "" && opt.Citations == "" {
		goldFile, _ = opt.path("", "bench", "citetracer", "gold_dev.jsonl")
	}
	truth, err := loadTruth(goldFile, citations)
	if err != nil {
		return nil, err
	}
	set, err := loadStructured(citations, truth, opt)
	if err != nil {
		return nil, err
	}
	if opt.Mode == "oracle" {
		return set, set.searchRecords(ctx, opt, "bench", "citetracer", "records.jsonl")
	}
	return set, set.attachEvidence(opt)
}

// truth is the gold lines by id; nil if there are none.
type truth map[string]result.Object

// labelled returns the citations of a suite, from the user or the shared data, and their labels.
func (o *Options) labelled(shared ...string) (citations string, t truth, err error) {
	if citations, err = o.path(o.Citations, shared...); err == nil {
		t, err = loadTruth(o.Gold, citations)
	}
	return citations, t, err
}

// loadTruth reads the gold file, or uses the citations as their own gold if they contain labels.
func loadTruth(goldFile, citations string) (truth, error) {
	file := goldFile
	if file == "" {
		file = citations
	}
	t := truth{}
	err := result.EachObject(file, func(o result.Object) error {
		if goldFile != "" || labelled(o) {
			t[o.Text("id", "bibtex_key")] = o
		}
		return nil
	})
	if err != nil || len(t) == 0 {
		return nil, err
	}
	return t, nil
}

// labelled reports whether a citation line contains its own labels.
func labelled(o result.Object) bool {
	return slices.ContainsFunc([]string{"class", "code", "gt", "label", "human"},
		func(key string) bool { return o.Text(key) != "" })
}

// loadStructured reads references given as fields. Only their id and fields are used: labels in the same lines
// go to the gold alone.
func loadStructured(file string, t truth, opt *Options) (*Set, error) {
	return loadCases(file, t, func(o, line result.Object, g *Gold) (Case, bool) {
		if opt.WithoutIdentifiers && g.Code == "H5" {
			return Case{}, false
		}
		flat := recorded.Flat(o.Child("fields"))
		if opt.WithoutIdentifiers {
			flat = withoutIdentifiers(flat)
		}
		return Case{Paper: cmp.Or(line.Text("paper_id"), o.Text("paper_id")),
			Reference: biblio.Reference{ID: g.ID, Claimed: flat.Work()}}, true
	})
}

// loadCases reads a case from each line of a file. If there are labels, lines without one are skipped and
// counted. read receives the line, that of its labels (nil if there are none), and the gold to complete.
func loadCases(file string, t truth, read func(o, line result.Object, g *Gold) (c Case, ok bool)) (*Set, error) {
	set := &Set{}
	if t != nil {
		set.Gold = []Gold{}
	}
	unlabelled := 0
	err := result.EachObject(file, func(o result.Object) error {
		id := o.Text("id")
		line, ok := t[id]
		if t != nil && !ok {
			unlabelled++
			return nil
		}
		g := goldOf(line, id)
		c, ok := read(o, line, &g)
		if !ok {
			return nil
		}
		if t != nil {
			set.Gold = append(set.Gold, g)
		}
		set.Cases = append(set.Cases, c)
		return nil
	})
	if unlabelled > 0 {
		set.Notes = append(set.Notes, fmt.Sprintf("%d citations without a label left out", unlabelled))
	}
	return set, err
}

// goldOf reads the labels of one line.
func goldOf(o result.Object, id string) Gold {
	return Gold{
		ID: id, Cluster: clusterOf(o, id), Code: o.Text("code"), Codes: o.List("codes"), Class: o.Text("class"),
		Fields: o.List("changed_fields"),
		Group:  o.Text("family"), Note: strings.TrimSpace(o.Text("mutation") + " " + o.Text("note")),
	}
}

// attachEvidence gives every case the replayed connectors of its own evidence: joined by the gold's paper_id if
// pooled, by id if recorded.
func (s *Set) attachEvidence(opt *Options) error {
	file, err := opt.path(opt.Evidence, "bench", "citetracer", "evidence_"+opt.Mode+"_dev.jsonl")
	if err != nil {
		return err
	}
	key := map[string]string{"pooled": "paper_id", "recorded": "id"}[opt.Mode]
	by := map[string]*recorded.Evidence{}
	stated := map[biblio.Field]bool{}
	err = result.EachObject(file, func(o result.Object) error {
		e, err := recorded.Of(o)
		if err != nil {
			return err
		}
		by[o.Text(key)] = e
		e.States(stated)
		return nil
	})
	if err != nil {
		return err
	}
	s.leaveOut(stated)
	var cases []Case
	var gold []Gold
	for i, c := range s.Cases {
		key := c.Reference.ID
		if opt.Mode == "pooled" {
			key = c.Paper
		}
		e, ok := by[key]
		if !ok {
			continue
		}
		c.Sources = e.Replays()
		cases = append(cases, c)
		if !s.Blind() {
			g := s.Gold[i]
			g.Known = e.Decidable()
			gold = append(gold, g)
		}
	}
	if left := len(s.Cases) - len(cases); left > 0 {
		s.Notes = append(s.Notes, fmt.Sprintf("%d references without evidence left out", left))
	}
	s.Cases = cases
	if !s.Blind() {
		s.Gold = append([]Gold{}, gold...)
	}
	return nil
}

// leaveOut clears the peripheral fields of all claims that no answer in the whole recording states: the
// recording lacks room for them, so it does not show what services would have stated.
func (s *Set) leaveOut(stated map[biblio.Field]bool) {
	for _, f := range recorded.Peripheral {
		if stated[f] {
			continue
		}
		claims := 0
		for i := range s.Cases {
			value := s.Cases[i].Reference.Claimed.Detail(f)
			if *value != "" {
				claims++
			}
			*value = ""
		}
		if claims == 0 {
			continue
		}
		s.note(fmt.Sprintf("%s: no recorded answer of the file states one, so %d claims of it are left out", f, claims))
	}
}

// scoreTaxonomy measures class, code and fields, and with recorded evidence also the decidable references
// separately.
func scoreTaxonomy(set *Set, predictions []Prediction) *Result {
	j := judged{set.Gold, predictions}
	var f figures
	j.figures(&f, "", nil)
	if set.Mode == "pooled" || set.Mode == "recorded" {
		j.figures(&f, "_decidable", where(set.Gold, func(i int) bool { return set.Gold[i].Known }))
	}
	r := f.result(set.Gold)
	r.Wrong = j.wrong()
	if set.Mode != "oracle" {
		n := 0
		for _, g := range set.Gold {
			if g.Known {
				n++
			}
		}
		r.Notes = append(r.Notes,
			fmt.Sprintf("%d of %d are decidable: a strong connector has title, authors and year", n, len(set.Gold)))
	}
	r.Tables = append(r.Tables, j.classTable(), j.codeTable(),
		j.groupTable("by code", func(g Gold) string { return g.Code }))
	return r
}
