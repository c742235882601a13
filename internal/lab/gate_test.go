package lab

import (
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// TestGate compares the gate with CiteCheck's figures: which record of each source is kept, and with which mark.
func TestGate(t *testing.T) {
	gate := &acceptance{accept: 55, review: 50, rules: map[string]gateRule{
		"crossref":         {times: 3, sameYear: 40, nextYear: 10, confidence: 70, spare: true},
		"semantic_scholar": {overlap: true, sameYear: 20, nextYear: 5, bonus: 10, most: 95},
		"arxiv":            {byID: 90},
		"web":              {spare: true},
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
		mark    string   // of the first candidate
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
		}, []string{"A history of tea"}, audit.Suspicious},
		{"what an identifier led to stays, marked", []answer.Lookup{
			lookup("arxiv", hit(answer.ByIdentifier, "A history of tea", "1999")),
		}, []string{"A history of tea"}, audit.Suspicious},
	} {
		for i := range c.lookups {
			for k := range c.lookups[i].Answer.Hits {
				c.lookups[i].Answer.Hits[k].Record.Source = c.lookups[i].Source.Name
			}
		}
		kept, note := gate.gate(&ref, c.lookups)
		for i, want := range c.want {
			got := ""
			for _, h := range kept[i].Answer.Hits {
				got += h.Record.Title
			}
			if got != want {
				t.Errorf("%s: %s keeps %q, want %q", c.name, c.lookups[i].Source.Name, got, want)
			}
		}
		mark := ""
		if candidates := judge.Candidates(&ref, kept); len(candidates) > 0 {
			mark = note(&candidates[0]).Mark
		}
		if mark != c.mark {
			t.Errorf("%s: mark %q, want %q", c.name, mark, c.mark)
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
		got := rule.sure(c.like)
		if c.byID {
			got = max(c.like, rule.byID)
		}
		if got != c.want {
			t.Errorf("%s at %v: confidence %v, want %v", c.source, c.like, got, c.want)
		}
	}
}

// TestRanks: years count if both are known; otherwise only similarity, or shared words.
func TestRanks(t *testing.T) {
	ref := biblio.Reference{Claimed: flat("Learning sparse kernels", "2020", "Ada Lovelace")}
	rule := gateRule{times: 2, sameYear: 40, nextYear: 10}
	for year, want := range map[string]float64{"2020": 200, "2021": 170, "2019": 170, "2018": 160, "2022": 160, "": 160} {
		if got := rule.rank(&ref, &biblio.Record{Work: flat("Another", year)}, 80); got != want {
			t.Errorf("of %s: %v, want %v", year, got, want)
		}
	}
	ref.Claimed.Issued.Year = 0
	if got := rule.rank(&ref, &biblio.Record{Work: flat("Another", "1")}, 80); got != 160 {
		t.Errorf("without a year: %v", got)
	}
	if got := (gateRule{}).rank(&ref, &biblio.Record{Work: flat("Another", "")}, 80); got != 80 {
		t.Errorf("without a rule: %v", got)
	}
}

// TestStandings: the note on a record.
func TestStandings(t *testing.T) {
	gate := &acceptance{review: 50, rules: map[string]gateRule{"": {byID: 90}, "odd": {bonus: 10, most: 95}}}
	for _, c := range []struct {
		name   string
		how    answer.How
		like   float64
		local  bool
		source string
		below  bool
		want   audit.CandidateNote
	}{
		{"an identifier's, of another title", answer.ByIdentifier, 49, false, "s", true,
			audit.CandidateNote{Mark: audit.Suspicious, Confidence: 90}},
		{"an identifier's, of a title like it", answer.ByIdentifier, 50, false, "s", true,
			audit.CandidateNote{Confidence: 90}},
		{"an identifier's, of the same title", answer.ByIdentifier, 97, false, "s", true,
			audit.CandidateNote{Confidence: 97}},
		{"an identifier's, of this machine", answer.ByIdentifier, 10, true, "s", true, audit.CandidateNote{}},
		{"a title's that did not pass", answer.ByTitle, 60, false, "s", true,
			audit.CandidateNote{Mark: belowGate, Confidence: 60}},
		{"a title's", answer.ByTitle, 80, false, "s", false, audit.CandidateNote{Confidence: 80}},
		{"a title's with a bonus", answer.ByTitle, 80, false, "odd", false, audit.CandidateNote{Confidence: 90}},
		{"a title's with more than there is", answer.ByTitle, 90, false, "odd", false, audit.CandidateNote{Confidence: 95}},
	} {
		candidate := match.Candidate{Hit: answer.Hit{How: c.how}, Source: answer.Info{Name: c.source, Online: !c.local}}
		candidate.Comparison.TitleSimilarity = c.like
		if got := gate.note(&candidate, c.below); got != c.want {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
}

func flat(title, year string, authors ...string) biblio.Work {
	f := biblio.Flat{Title: title, Authors: authors, Year: biblio.Year(year), Venue: "Journal of Examples",
		Type: "article-journal"}
	return f.Work()
}
