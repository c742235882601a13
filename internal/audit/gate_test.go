package audit

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// TestGate compares the gate with CiteCheck's figures: which record of each source is kept, and with which mark.
func TestGate(t *testing.T) {
	gate := &Gate{Accept: 55, Review: 50, Rules: map[string]GateRule{
		"crossref":         {Times: 3, SameYear: 40, NextYear: 10, Confidence: 70, Spare: true},
		"semantic_scholar": {Overlap: true, SameYear: 20, NextYear: 5, Bonus: 10, Most: 95},
		"arxiv":            {ByID: 90},
		"web":              {Spare: true},
	}}
	ref := biblio.Reference{ID: "r", Claimed: flat("Learning sparse kernels for graphs", "2020", "Ada Lovelace")}
	hit := func(how answer.How, title, year string) answer.Hit {
		return answer.Hit{Record: biblio.Record{Work: flat(title, year, "Ada Lovelace"), LocalID: title + year}, How: how}
	}
	lookup := func(name string, hits ...answer.Hit) answer.Lookup {
		return answer.Lookup{Source: answer.Info{Name: name, Online: true, Origin: biblio.Origin{Kind: biblio.Publisher}},
			Outcome: answer.Found, Answer: answer.Answer{Hits: hits}}
	}
	for _, c := range []struct {
		name    string
		lookups []answer.Lookup
		want    []string // kept titles, by source
		mark    Mark     // of the first candidate
	}{
		{"the best of each source alone", []answer.Lookup{
			lookup("crossref", hit(answer.ByTitle, "Learning sparse kernel for graphs", "2020"),
				hit(answer.ByTitle, "Learning sparse kernels for graphs", "2019"),
				hit(answer.ByTitle, "Learning sparse kernels for graphs", "2020")),
			lookup("semantic_scholar", hit(answer.ByTitle, "Learning sparse kernels on graphs", "2021"),
				hit(answer.ByTitle, "Learning sparse kernels graphs for", "2020")),
		}, []string{"Learning sparse kernels for graphs", "Learning sparse kernels graphs for"}, ""},
		{"a year outweighs a small difference at Crossref", []answer.Lookup{
			lookup("crossref", hit(answer.ByTitle, "Learning sparse kernels for graphs", "2011"),
				hit(answer.ByTitle, "Learning sparse kernels for graph", "2020")),
		}, []string{"Learning sparse kernels for graph"}, ""},
		{"dissimilar titles go", []answer.Lookup{lookup("semantic_scholar", hit(answer.ByTitle, "A history of tea", "2020"))},
			[]string{""}, ""},
		{"Crossref's spare record stays, marked", []answer.Lookup{
			lookup("crossref", hit(answer.ByTitle, "Learning sparse features on images", "2020")),
		}, []string{"Learning sparse features on images"}, belowGate},
		{"and goes when another source has an accepted one", []answer.Lookup{
			lookup("crossref", hit(answer.ByTitle, "Learning sparse features on images", "2020")),
			lookup("semantic_scholar", hit(answer.ByTitle, "Learning sparse kernels for graphs", "2020")),
		}, []string{"", "Learning sparse kernels for graphs"}, ""},
		{"a title of just enough likeness stays", []answer.Lookup{
			lookup("web", hit(answer.ByTitle, "Learning sparse kernel", "2020"), hit(answer.ByMemory, "From memory", "2020")),
		}, []string{"From memoryLearning sparse kernel"}, ""},
		{"the first of two as good", []answer.Lookup{
			lookup("web", hit(answer.ByTitle, "Learning sparse kernels for graph", "2001"),
				hit(answer.ByTitle, "Learning sparse kernels for graph", "2002")),
		}, []string{"Learning sparse kernels for graph"}, ""},
		{"a page of the web stays where nothing passes", []answer.Lookup{
			lookup("web", hit(answer.ByWebSearch, "A history of tea", "2020")),
		}, []string{"A history of tea"}, suspicious},
		{"what an identifier led to stays, marked", []answer.Lookup{
			lookup("arxiv", hit(answer.ByIdentifier, "A history of tea", "1999")),
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
		if len(f.Notes) > 0 && f.Notes[0].Mark != c.mark {
			t.Errorf("%s: mark %q, want %q", c.name, f.Notes[0].Mark, c.mark)
		}
	}
	for _, c := range []struct {
		source string
		byID   bool
		like   float64
		want   float64
	}{{"crossref", false, 80, 80}, {"semantic_scholar", false, 80, 90}, {"semantic_scholar", false, 90, 95},
		{"arxiv", true, 60, 90}, {"arxiv", true, 97, 97}} {
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

// TestRanks: years count if both are known; otherwise only similarity, or shared words.
func TestRanks(t *testing.T) {
	ref := biblio.Reference{Claimed: flat("Learning sparse kernels", "2020", "Ada Lovelace")}
	rule := GateRule{Times: 2, SameYear: 40, NextYear: 10}
	for year, want := range map[string]float64{"2020": 200, "2021": 170, "2019": 170, "2018": 160, "2022": 160, "": 160} {
		if got := rule.rank(&ref, &biblio.Record{Work: flat("Another", year)}, 80); got != want {
			t.Errorf("of %s: %v, want %v", year, got, want)
		}
	}
	ref.Claimed.Issued.Year = 0
	if got := rule.rank(&ref, &biblio.Record{Work: flat("Another", "1")}, 80); got != 160 {
		t.Errorf("without a year: %v", got)
	}
	if got := (GateRule{}).rank(&ref, &biblio.Record{Work: flat("Another", "")}, 80); got != 80 {
		t.Errorf("without a rule: %v", got)
	}
}

// TestStandings: the note on a record, with a gate and without.
func TestStandings(t *testing.T) {
	gate := &Gate{Review: 50, Rules: map[string]GateRule{"": {ByID: 90}, "odd": {Bonus: 10, Most: 95}}}
	of := func(how answer.How, like float64, online bool, edit func(*match.Candidate)) match.Candidate {
		c := match.Candidate{Hit: answer.Hit{How: how}, Source: answer.Info{Name: "s", Online: online}}
		c.Comparison.TitleSimilarity = like
		if edit != nil {
			edit(&c)
		}
		return c
	}
	page := func(same float64, title match.Agreement) func(*match.Candidate) {
		return func(c *match.Candidate) {
			c.Comparison.SameWork = same
			c.Comparison.Fields = []match.FieldComparison{{Field: biblio.FieldTitle, Agreement: title}}
		}
	}
	odd := func(c *match.Candidate) { c.Source.Name = "odd" }
	little := match.SameWorkThreshold - .01
	for _, c := range []struct {
		name  string
		gate  *Gate
		c     match.Candidate
		below bool
		want  CandidateNote
	}{
		{"an identifier's, without a gate", nil, of(answer.ByIdentifier, 10, true, nil), true, CandidateNote{}},
		{"an identifier's that is suspicious by itself", nil,
			of(answer.ByIdentifier, 90, false, func(c *match.Candidate) { c.Suspicious = true }), false,
			CandidateNote{Mark: suspicious}},
		{"an identifier's, of another title", gate, of(answer.ByIdentifier, 49, true, nil), true,
			CandidateNote{suspicious, 90}},
		{"an identifier's, of a title like it", gate, of(answer.ByIdentifier, 50, true, nil), true, CandidateNote{"", 90}},
		{"an identifier's, of the same title", gate, of(answer.ByIdentifier, 97, true, nil), true, CandidateNote{"", 97}},
		{"an identifier's, of this machine", gate, of(answer.ByIdentifier, 10, false, nil), true, CandidateNote{}},
		{"a page of another work", nil, of(answer.ByURL, 0, true, page(little, match.Differs)), false,
			CandidateNote{Mark: suspicious}},
		{"a page found in the web of another work", nil, of(answer.ByWebSearch, 0, true, page(little, match.Differs)), false,
			CandidateNote{Mark: suspicious}},
		{"a page of the work", nil, of(answer.ByURL, 0, true, page(match.SameWorkThreshold, match.Differs)), false,
			CandidateNote{}},
		{"a page of the title", nil, of(answer.ByURL, 0, true, page(little, match.Agrees)), false, CandidateNote{}},
		{"a title's of another work", nil, of(answer.ByTitle, 0, true, page(little, match.Differs)), false, CandidateNote{}},
		{"a title's that did not pass", nil, of(answer.ByTitle, 0, true, nil), true, CandidateNote{Mark: belowGate}},
		{"a title's", gate, of(answer.ByTitle, 80, true, nil), false, CandidateNote{"", 80}},
		{"a title's with a bonus", gate, of(answer.ByTitle, 80, true, odd), false, CandidateNote{"", 90}},
		{"a title's with more than there is", gate, of(answer.ByTitle, 90, true, odd), false, CandidateNote{"", 95}},
	} {
		if got := c.gate.note(&c.c, map[string]bool{c.c.Source.Name: c.below}); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}
