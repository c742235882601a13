package audit

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// TestGate holds the gate to CiteCheck's figures: which record of each source
// stays, and with what mark.
func TestGate(t *testing.T) {
	gate := &Gate{Accept: 55, Review: 50, Rules: map[string]GateRule{
		"crossref":         {Times: 3, SameYear: 40, NextYear: 10, Confidence: 70, Spare: true},
		"semantic_scholar": {Overlap: true, SameYear: 20, NextYear: 5, Bonus: 10, Most: 95},
		"arxiv":            {ByID: 90},
		"web":              {Spare: true},
	}}
	ref := biblio.Reference{ID: "r", Claimed: flat("Learning sparse kernels for graphs", "2020", "Ada Lovelace")}
	hit := func(how source.How, title, year string) source.Hit {
		return source.Hit{Record: biblio.Record{Work: flat(title, year, "Ada Lovelace"), LocalID: title + year}, How: how}
	}
	lookup := func(name string, hits ...source.Hit) source.Lookup {
		return source.Lookup{Source: source.Info{Name: name, Online: true, Origin: biblio.Origin{Kind: biblio.Publisher}}, Outcome: source.Found, Answer: source.Answer{Hits: hits}}
	}
	for _, c := range []struct {
		name    string
		lookups []source.Lookup
		want    []string // titles that stay, by source
		mark    Mark     // of the first candidate
	}{
		{"the best of each source alone", []source.Lookup{
			lookup("crossref", hit(source.ByTitle, "Learning sparse kernel for graphs", "2020"), hit(source.ByTitle, "Learning sparse kernels for graphs", "2019"), hit(source.ByTitle, "Learning sparse kernels for graphs", "2020")),
			lookup("semantic_scholar", hit(source.ByTitle, "Learning sparse kernels on graphs", "2021"), hit(source.ByTitle, "Learning sparse kernels graphs for", "2020")),
		}, []string{"Learning sparse kernels for graphs", "Learning sparse kernels graphs for"}, ""},
		{"a year outweighs a small difference at Crossref", []source.Lookup{
			lookup("crossref", hit(source.ByTitle, "Learning sparse kernels for graphs", "2011"), hit(source.ByTitle, "Learning sparse kernels for graph", "2020")),
		}, []string{"Learning sparse kernels for graph"}, ""},
		{"dissimilar titles go", []source.Lookup{lookup("semantic_scholar", hit(source.ByTitle, "A history of tea", "2020"))}, []string{""}, ""},
		{"Crossref's spare record stays, marked", []source.Lookup{
			lookup("crossref", hit(source.ByTitle, "Learning sparse features on images", "2020")),
		}, []string{"Learning sparse features on images"}, belowGate},
		{"and goes when another source has an accepted one", []source.Lookup{
			lookup("crossref", hit(source.ByTitle, "Learning sparse features on images", "2020")),
			lookup("semantic_scholar", hit(source.ByTitle, "Learning sparse kernels for graphs", "2020")),
		}, []string{"", "Learning sparse kernels for graphs"}, ""},
		{"what an identifier led to stays, marked", []source.Lookup{
			lookup("arxiv", hit(source.ByIdentifier, "A history of tea", "1999")),
		}, []string{"A history of tea"}, suspicious},
	} {
		for i := range c.lookups {
			for k := range c.lookups[i].Answer.Hits {
				c.lookups[i].Answer.Hits[k].Record.Source = c.lookups[i].Source.Name
			}
		}
		f := Finding{Reference: ref}
		f.Evidence.Lookups = c.lookups
		kept, _ := gate.admit(&ref, c.lookups)
		for i, want := range c.want {
			got := ""
			for _, h := range kept[i].Answer.Hits {
				got += h.Record.Title
			}
			if got != want {
				t.Errorf("%s: %s keeps %q, want %q", c.name, c.lookups[i].Source.Name, got, want)
			}
		}
		f.judge(gate)
		if len(f.Standings) > 0 && f.Standings[0].Mark != c.mark {
			t.Errorf("%s: mark %q, want %q", c.name, f.Standings[0].Mark, c.mark)
		}
	}
	for _, c := range []struct {
		source string
		byID   bool
		like   float64
		want   float64
	}{{"crossref", false, 80, 80}, {"semantic_scholar", false, 80, 90}, {"semantic_scholar", false, 90, 95}, {"arxiv", true, 60, 90}, {"arxiv", true, 97, 97}} {
		rule := gate.rule(c.source)
		got := rule.confidence(c.like)
		if c.byID {
			got = max(c.like, rule.ByID)
		}
		if got != c.want {
			t.Errorf("%s at %v: confidence %v, want %v", c.source, c.like, got, c.want)
		}
	}
}
