package judge

import (
	"math"
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// The shipped weights have the signs that the features demand, name only features and strata that exist, and state
// their provenance.
func TestShippedModel(t *testing.T) {
	m := ShippedModel()
	if m.Provenance == "" || len(m.Weights) == 0 {
		t.Fatal("no model is shipped")
	}
	sign := map[string]int{}
	for _, f := range FeatureList {
		if _, twice := sign[f.Name]; twice {
			t.Errorf("the feature %s stands twice", f.Name)
		}
		sign[f.Name] = f.Sign
	}
	for by, weights := range map[int]map[string]float64{1: m.Weights, -1: m.MajorWeights} {
		for name, w := range weights {
			s, ok := sign[name]
			if !ok {
				t.Errorf("no feature is called %s", name)
			}
			if w*float64(by*s) < 0 {
				t.Errorf("%s has the weight %v against its sign %d", name, w, by*s)
			}
		}
	}
	for _, s := range Strata {
		if _, ok := m.Base[s]; !ok {
			t.Errorf("%s has no base rate", s)
		}
	}
	for _, base := range []map[Stratum]float64{m.Base, m.MajorBase} {
		for s := range base {
			if !slices.Contains(Strata, s) {
				t.Errorf("there is no stratum %s", s)
			}
		}
	}
}

func TestFeatures(t *testing.T) {
	ref := biblio.Reference{Claimed: published.Work()}
	for i, x := range Features(&ref, Evidence{}, Verdict{}) { // without a record, and judged against the first
		if x < 0 || x > 1 {
			t.Errorf("%s is %v without records", FeatureList[i].Name, x)
		}
	}
	for _, v := range everyVerdict() {
		for i, x := range Features(&ref, Evidence{},
			Verdict{Best: -1, Outcome: v.Outcome, Reasons: v.Reasons, Notices: v.Notices}) {
			if x < 0 || x > 1 {
				t.Errorf("%s is %v", FeatureList[i].Name, x)
			}
		}
	}
}

// TestFeaturesOfClaims: what the reference does not state, and which source alone has a record.
func TestFeaturesOfClaims(t *testing.T) {
	claims := []string{"claims-no-authors", "claims-no-year", "claims-no-venue", "claims-no-identifier"}
	for want, claim := range map[string]biblio.Flat{
		"claims-no-authors":    with(published, func(f *biblio.Flat) { f.Authors = nil }),
		"claims-no-year":       with(published, func(f *biblio.Flat) { f.Year = "" }),
		"claims-no-venue":      with(published, func(f *biblio.Flat) { f.Venue = "" }),
		"claims-no-identifier": with(published, func(f *biblio.Flat) { f.DOI = "" }), "": published,
	} {
		for info, webOnly := range map[*answer.Info]bool{&strong: false, &web: true} {
			ref, ev, _ := judgedCase(claim, found(*info, answer.Covered, published))
			for i, x := range Features(ref, ev, Verdict{}) {
				name := FeatureList[i].Name
				if slices.Contains(claims, name) && (x == 1) != (name == want) || name == "web-only" && (x == 1) != webOnly {
					t.Errorf("%s, %s: %s is %v", want, info.Name, name, x)
				}
			}
		}
	}
}

// TestFeaturesOfReasons: what the rules say about one field, as features.
func TestFeaturesOfReasons(t *testing.T) {
	for _, c := range []struct {
		reason  Reason
		outcome Outcome
		has     string // "" for none of the three
	}{
		{Reason{Rule: "contested", Field: biblio.FieldTitle}, Doubtful, "several-doubts"},
		{Reason{Rule: "contested", Field: biblio.FieldPages}, Doubtful, ""},
		{Reason{Rule: "title-unrecorded", Field: biblio.FieldTitle}, Inconclusive, ""},
		{Reason{Rule: "authors-undecided", Field: biblio.FieldAuthors}, Verified, "authors-doubtful"},
		{Reason{Rule: "year-differs", Field: biblio.FieldYear, Kind: "off-by-one"}, Discrepant, "year-near"},
		{Reason{Rule: "year-differs", Field: biblio.FieldYear, Kind: "off-by-one"}, Verified, ""},
	} {
		x := Features(&biblio.Reference{}, Evidence{}, Verdict{Best: -1, Outcome: c.outcome, Reasons: []Reason{c.reason}})
		for i, f := range FeatureList {
			switch f.Name {
			case "several-doubts", "authors-doubtful", "year-near":
				if (x[i] == 1) != (f.Name == c.has) {
					t.Errorf("%s of %s, %v: %s is %v", c.reason.Rule, c.reason.Field, c.outcome, f.Name, x[i])
				}
			}
		}
	}
}

// A better supported reference is never less likely genuine.
func TestScoreOrder(t *testing.T) {
	exact := verdict(published, found(strong, answer.Covered, published))
	year := verdict(with(published, func(f *biblio.Flat) { f.Year = "2009" }), found(strong, answer.Covered, published))
	two := verdict(with(published, func(f *biblio.Flat) {
		f.Year, f.Authors = "2009", []string{"Maria Lopez", "Ivan Petrov"}
	}), found(strong, answer.Covered, published))
	if !(exact.Genuine > 0.9 && exact.Genuine > year.Genuine && year.Genuine < 0.5 && two.Genuine < 0.5) {
		t.Errorf("p: exact %.3f, wrong year %.3f, wrong year and authors %.3f", exact.Genuine, year.Genuine, two.Genuine)
	}
	if !(exact.Score > year.Score && year.Score > two.Score) {
		t.Errorf("score: exact %.2f, wrong year %.2f, wrong year and authors %.2f", exact.Score, year.Score, two.Score)
	}
	for _, moved := range slices.Concat(exact.Moved, year.Moved) {
		if moved.Effect == 0 {
			t.Errorf("%s moved nothing", moved.Feature)
		}
	}
	if len(exact.Moved) == 0 || year.Kind == "" {
		t.Errorf("moved %v, kind %q", exact.Moved, year.Kind)
	}
}

// TestRangesOfScores: a probability is unchanged inside the range of its outcome, and keeps its order outside; an
// even chance of a major error counts as major.
func TestRangesOfScores(t *testing.T) {
	for _, c := range []struct {
		stratum Stratum
		p, want float64
	}{
		{"verified", 0.8, 0.8}, {"verified", 1, 1}, {"verified", 0.55, 0.55}, {"verified", 0, 0.51},
		{"verified", 0.275, 0.53}, {"discrepant-slip", 0, 0}, {"discrepant-slip", 0.45, 0.45},
		{"discrepant-slip", 1, 0.49}, {"discrepant-slip", 0.725, 0.47}, {"not-found", 0.9, 0.4827},
	} {
		if got := c.stratum.Press(c.p); math.Abs(got-c.want) > 1e-4 {
			t.Errorf("%s: %v for %v, want %v", c.stratum, got, c.p, c.want)
		}
	}
	for major, want := range map[float64]float64{0: TauExact - step, 0.5: TauMinor - step, 1: 0, 0.4999: TauMinor,
		0.75: (TauMinor - step) / 2} {
		if got := severityScore(major); math.Abs(got-want) > 1e-2-1e-9 {
			t.Errorf("major by %v: %v, want %v", major, got, want)
		}
	}
	if severityScore(0.5) >= TauMinor {
		t.Error("half a chance of a major error is minor")
	}
}

func TestFlags(t *testing.T) {
	for _, c := range []struct {
		name  string
		claim biblio.Flat
		want  string
	}{
		{"nothing", published, ""},
		{"a placeholder", biblio.Flat{Title: "T", Authors: []string{"John Doe"}}, "placeholder-author"},
		{"Author as a name", biblio.Flat{Title: "T", Authors: []string{"G. Author", "H. Author"}}, "placeholder-author"},
		{"a letter and Author", biblio.Flat{Title: "T", Authors: []string{"Q. Author"}}, "placeholder-author"},
		{"a letter and Authors", biblio.Flat{Title: "T", Authors: []string{"Q. Authors"}}, "placeholder-author"},
		{"an XXXX id", biblio.Flat{Title: "T", ArXivID: "XXXX.XXXX"}, "placeholder-identifier"},
		{"counting digits", biblio.Flat{Title: "T", DOI: "10.1000/abc.1234567"}, "counting-digits"},
		{"counting digits of arXiv", biblio.Flat{Title: "T", ArXivID: "2309.12345"}, "counting-digits"},
		{"four counting digits", biblio.Flat{Title: "T", DOI: "10.1000/abc.1234"}, ""},
		{"five counting digits", biblio.Flat{Title: "T", DOI: "10.1000/abc.56789x"}, "counting-digits"},
		{"digits that count down", biblio.Flat{Title: "T", DOI: "10.1000/abc.43210"}, "counting-digits"},
		{"one digit five times", biblio.Flat{Title: "T", DOI: "10.1000/abc.77777"}, "counting-digits"},
		{"counting digits and letters", biblio.Flat{Title: "T", DOI: "10.1000/12a34b56"}, ""},
		{"counting digits in a PMID", biblio.Flat{Title: "T", PMID: "1234567"}, ""},
		{"the last prefix", biblio.Flat{Title: "T", DOI: "10.70000/abc"}, ""},
		{"a prefix behind the last", biblio.Flat{Title: "T", DOI: "10.70001/abc"}, "prefix-unassigned"},
		{"the year of the arXiv id", biblio.Flat{Title: "T", Year: "2017", ArXivID: "1706.03762"}, ""},
		{"the year before it", biblio.Flat{Title: "T", Year: "2016", ArXivID: "1706.03762"}, "year-before-identifier"},
		{"no year", biblio.Flat{Title: "T", ArXivID: "1706.03762"}, ""},
		{"an impossible prefix", biblio.Flat{Title: "T", DOI: "10.99999/abc"}, "prefix-unassigned"},
		{"a year before the arXiv id", biblio.Flat{Title: "T", Year: "2015", ArXivID: "1706.03762"},
			"year-before-identifier"},
		{"a year after the arXiv id", biblio.Flat{Title: "T", Year: "2019", ArXivID: "1706.03762"}, ""},
	} {
		got := Flags(&biblio.Reference{Claimed: c.claim.Work()})
		if c.want == "" && len(got) > 0 || c.want != "" && (len(got) == 0 || got[0].Rule != c.want) {
			t.Errorf("%s: %+v, want %q", c.name, got, c.want)
		}
	}
	for year, want := range map[int]bool{2026: false, 2027: false, 2028: true, 0: false} {
		ref := biblio.Reference{Claimed: biblio.Work{Title: "T", Issued: biblio.Date{Year: year}}}
		if FutureYear(&ref, biblio.Date{Year: 2026}) != want {
			t.Errorf("%d seen from 2026: %v", year, !want)
		}
	}
	ref := biblio.Reference{Claimed: biblio.Work{Title: "T", Issued: biblio.Date{Year: 2034}}}
	if !FutureYear(&ref, biblio.Date{Year: 2026}) || FutureYear(&ref, biblio.Date{}) {
		t.Error("2034 seen from 2026")
	}
	v := Decide(&ref, Evidence{Today: biblio.Date{Year: 2026}})
	if !hasNotice(v, "future-date") {
		t.Error("no notice of a future date")
	}
}

func BenchmarkDecide(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		verdict(published, found(strong, answer.Covered, published, preprint))
	}
}
