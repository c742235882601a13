package setup

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// TestForecastByPlan: the forecast depends only on the references and the batch sizes, and no service
// is asked for it.
func TestForecastByPlan(t *testing.T) {
	server, _ := world(t, 0)
	s := onlineSetup(t, server.URL, Online{Clock: newHurry(), Sources: []string{"crossref", "openalex"}})
	var refs []biblio.Reference
	for i := range 90 { // articles with a DOI, then titles only
		f := biblio.Flat{Title: "Quorums of velvet engines under moonlit calibration", Type: "article-journal", Year: "2021"}
		if i < 80 {
			f.DOI = "10.1000/" + string(rune('a'+i/10)) + string(rune('a'+i%10))
		}
		if i >= 86 {
			f.Title = "Velvet quorums"
		}
		refs = append(refs, biblio.Reference{Claimed: f.Work()})
	}
	f := s.Forecast(refs)
	// Crossref: 80 DOIs in batches of 40, 10 titles; OpenAlex: 80 in batches of 50, 10 titles in one and three quarters
	// of the four short ones again.
	if len(f.Services) != 2 || f.Services[0].Requests+f.Services[1].Requests != 2+10+2+1+3 || f.Requests != 18 {
		t.Errorf("%+v", f)
	}
	if f.Time <= 0 {
		t.Errorf("the requests take %v", f.Time)
	}
	if len(f.Credits) != 1 || f.Credits[0] != (Credits{"openalex", 2*1 + 4*10, 1000}) {
		t.Errorf("credits %v", f.Credits)
	}
	s.services.replay = true
	if f := s.Forecast(refs); f.Requests != 0 || len(f.Services) != 0 || f.References != len(refs) {
		t.Errorf("of a recording: %+v", f)
	}
	if n := server.Total(); n != 0 {
		t.Errorf("%d requests", n)
	}
	if f := onlineSetup(t, server.URL, Online{Sources: []string{}}).Forecast(nil); f.Requests != 0 {
		t.Errorf("of nothing: %+v", f)
	}
}
