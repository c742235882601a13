package lab

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
)

func TestScorePinned(t *testing.T) {
	gold := []Gold{{ID: "a", Group: "doi"}, {ID: "b", Group: "doi"}, {ID: "c", Group: "pmid"}, {ID: "d", Group: "pmid"}}
	pred := []Prediction{
		{Outcome: "discrepant"}, {Outcome: "doubtful"},
		{Outcome: "verified", Reasons: []string{"identifier-contested of-other-work"}}, {Outcome: "verified"},
	}
	r := scorePinned(gold, pred)
	for i, want := range []float64{.25, .5, .75} { // wrong, wrong or check, visible
		if got := r.Metrics[i].Value; got != want {
			t.Errorf("%s: %v, want %v", r.Metrics[i].Name, got, want)
		}
	}
	if len(r.Wrong) != 2 || len(r.Tables[0].Rows) != 2 {
		t.Errorf("%d missed, %d places", len(r.Wrong), len(r.Tables[0].Rows))
	}
}

// Every form states the identifier that it gets.
func TestPinnedForms(t *testing.T) {
	ids := map[ident.Scheme]string{ident.DOI: "10.1000/x", ident.ArXiv: "1502.00001",
		ident.ACL: "P15-1001", ident.PMID: "123"}
	for _, form := range pinnedForms {
		id := ident.ID{Scheme: form.scheme, Value: ids[form.scheme]}
		var w biblio.Work
		form.state(&w, id)
		if w.ID(form.scheme) != id {
			t.Errorf("%s: %v", form.name, w.IDs)
		}
	}
}
