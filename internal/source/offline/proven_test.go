package offline_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/offline"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// TestProven compares the search that stops at a record of the claimed work with the one that always searches
// similar titles too: for references that state what a record states, and as many with another year, container
// or author, the rows are the same byte for byte. Only how many records were found, and those of other works
// among them, may differ.
func TestProven(t *testing.T) {
	many := 400
	x, err := corpora.Starter()
	if dir := os.Getenv("BONAFIDE_CORPUS"); dir != "" {
		x, err = index.Open(dir)
		if many = 2000; testenv.Long() {
			many = 20_000
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	defer x.Close()
	var refs []biblio.Reference
	for n := 0; n < x.Len() && len(refs) < many; n += max(1, x.Len()/many) {
		r, err := x.Record(n)
		if err != nil {
			t.Fatal(err)
		}
		ref := biblio.Reference{ID: fmt.Sprint(n),
			Claimed: biblio.Work{Type: r.Type, Title: r.FullTitle(), Contributors: r.Contributors, Container: r.Container,
				Issued: biblio.Date{Year: r.Issued.Year}}}
		switch claimed := &ref.Claimed; {
		case len(refs)%2 == 0:
		case len(refs)%3 == 0:
			claimed.Container.Title = "Journal of Arctic Terns"
		case len(refs)%5 == 0 && len(r.Contributors) > 0:
			claimed.Contributors = append(slices.Clone(r.Contributors),
				biblio.Contributor{Given: "Maria", Family: "Lopez", Role: r.Contributors[0].Role})
		case r.Issued.Year > 0:
			claimed.Issued.Year += 3
		}
		refs = append(refs, ref)
	}
	short, long := findings(t, offline.New(x), refs), findings(t, offline.New(x).Whole(), refs)
	fewer := 0
	for i := range short {
		if found(&short[i]) < found(&long[i]) {
			fewer++
		}
		if got, want := row(t, short[i]), row(t, long[i]); got != want {
			t.Errorf("%s\n%s\nafter the whole search\n%s", refs[i].ID, got, want)
		}
	}
	if fewer == 0 {
		t.Error("no search ended early")
	}
	t.Logf("%d of %d searches ended early", fewer, len(refs))
}

func findings(t *testing.T, c *offline.Connector, refs []biblio.Reference) (list []audit.Finding) {
	t.Helper()
	a := audit.Auditor{Stages: [][]source.Connector{{c}}}
	err := a.All(t.Context(), refs, audit.Options{Jobs: 2}, func(f audit.Finding) error {
		list = append(list, f.Kept())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func found(f *audit.Finding) (n int) {
	for _, l := range f.Evidence.Lookups {
		n += len(l.Answer.Hits)
	}
	return n
}

// row returns what a report says about a finding, without the further records found.
func row(t *testing.T, f audit.Finding) string {
	t.Helper()
	r := report.Row(f, "", true)
	r.Others, r.Lookups = nil, nil
	out, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}
