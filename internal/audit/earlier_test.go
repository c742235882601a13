package audit

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// shelf is a source that has more than its records.
type shelf struct{ fake }

func (s shelf) Lookup(ctx context.Context, q source.Query) (answer.Answer, error) {
	reply, err := s.fake.Lookup(ctx, q)
	reply.Coverage.Extent = answer.Covered
	return reply, err
}

// TestSharedStrangers adds people to the lists of several works of one file: from the third entry on, a person whom no
// record has is wrong there too, whatever one record proves.
func TestSharedStrangers(t *testing.T) {
	var refs []biblio.Reference
	var records []biblio.Record
	add := func(file, title string, added ...string) {
		f := biblio.Flat{Type: "article-journal", Title: title, Year: "2007", Venue: "Journal of Examples", Volume: "7",
			Authors: []string{"Alice Walker", "Carl Sagan"}}
		records = append(records, biblio.Record{Work: f.Work(), Source: "a", LocalID: title})
		f.Authors = append(f.Authors, added...)
		refs = append(refs, biblio.Reference{ID: fmt.Sprint(len(refs)), Claimed: f.Work(),
			Place: biblio.Place{File: file}})
	}
	add("a.bib", "Migration of Terns over Open Water", "Olga Brandt")
	add("a.bib", "Migration of Terns over Open Water", "Olga Brandt") // the same work again
	add("a.bib", "Habits of Owls among Old Trees", "Olga Brandt")
	add("b.bib", "Songs of Larks above Green Fields", "Olga Brandt") // another file
	add("a.bib", "Songs of Larks above Green Fields", "Olga Brandt")
	add("a.bib", "Nests of Swifts under Tiled Roofs", "Tom Miller", "Olga Brandt")
	add("a.bib", "Flight of Rooks beyond Wide Rivers", "Tom Miller")
	info := strong("a")
	info.Origin = biblio.Origin{Kind: biblio.PersonalList}
	a := Auditor{Stages: [][]source.Connector{{shelf{fake{info: info, records: records}}}}}
	run := func(opt Options, refs []biblio.Reference) (list []string) {
		if err := a.All(context.Background(), refs, opt, func(f Finding) error {
			said := ""
			for _, r := range f.Verdict.Reasons {
				if strings.Contains(r.Message, "earlier entries") {
					said = " " + strings.Join(f.Evidence.Shared, ", ")
				}
			}
			list = append(list, f.Verdict.Outcome.String()+said)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return list
	}
	one, wrong := judge.Doubtful.String(), judge.Discrepant.String()+" Olga Brandt"
	want := []string{one, one, one, one, wrong, wrong, one}
	if diff := cmp.Diff(want, run(Options{}, refs)); diff != "" {
		t.Error(diff)
	}
	before := []Cited{{File: "a.bib", Strangers: []string{"Olga Brandt"}, Title: "terns"},
		{File: "a.bib", Strangers: []string{"Olga Brandt"}, Title: "owls"}}
	if diff := cmp.Diff(want[4:], run(Options{Before: before}, refs[4:])); diff != "" {
		t.Error("resumed:", diff)
	}
	known := func(r *biblio.Reference) (Finding, bool) { // as it was below two others, which are gone
		f := a.Reference(context.Background(), *r, Options{})
		f.Evidence.Shared = []string{"Olga Brandt"}
		f.Verdict = judge.Decide(r, f.Evidence)
		return f, true
	}
	if diff := cmp.Diff(want[:1], run(Options{Known: known}, refs[:1])); diff != "" {
		t.Error("known:", diff)
	}
}
