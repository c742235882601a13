package lab

import (
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

func TestClass(t *testing.T) {
	for _, c := range []struct {
		outcome judge.Outcome
		codes   []judge.Code
		want    string
	}{
		{judge.Verified, []judge.Code{judge.R1}, Real},
		{judge.Verified, []judge.Code{judge.R2, judge.R3}, Real},
		{judge.Verified, []judge.Code{judge.R4}, Real},
		{judge.Verified, []judge.Code{judge.R2, judge.P1}, Potential},
		{judge.Verified, []judge.Code{judge.P3}, Potential},
		{judge.Ambiguous, []judge.Code{judge.U}, Potential},
		{judge.Inconclusive, []judge.Code{judge.U}, Potential},
		{judge.Exempt, []judge.Code{judge.P2}, Potential},
		{judge.Discrepant, []judge.Code{judge.H2}, Hallucinated},
		{judge.NotFound, []judge.Code{judge.H0}, Hallucinated},
	} {
		if got := judge.Class(judge.Verdict{Outcome: c.outcome, Codes: c.codes}); got != c.want {
			t.Errorf("%v %v: %s, want %s", c.outcome, c.codes, got, c.want)
		}
	}
}

func TestPredictedBucket(t *testing.T) {
	for _, c := range []struct {
		codes []string
		gold  string
		want  string
	}{
		{[]string{"R2", "R3"}, "R1", "R"},
		{[]string{"H0"}, "H1", "H1"},
		{[]string{"H2", "H4"}, "H4", "H4"}, // gold's when listed
		{[]string{"H2", "H4"}, "H1", "H2"}, // else the first
		{nil, "R1", "U"},
		{[]string{"U"}, "P1", "U"},
	} {
		if got := predictedBucket(c.codes, c.gold); got != c.want {
			t.Errorf("%v for gold %s: %s, want %s", c.codes, c.gold, got, c.want)
		}
	}
}

func TestFieldsOf(t *testing.T) {
	f := func(list ...biblio.Field) []biblio.Field { return list }
	for _, c := range []struct {
		name    string
		verdict judge.Verdict
		want    []string
	}{
		{"real has none", judge.Verdict{Outcome: judge.Verified, Codes: []judge.Code{judge.R2}, Fields: f(biblio.FieldVenue)},
			nil},
		{"not found is the title", judge.Verdict{Outcome: judge.NotFound, Codes: []judge.Code{judge.H0}}, []string{"title"}},
		{"an undecided name",
			judge.Verdict{Outcome: judge.Verified, Codes: []judge.Code{judge.P1}, Fields: f(biblio.FieldAuthors)},
			[]string{"authors"}},
		{"what no record states",
			judge.Verdict{Outcome: judge.Verified, Codes: []judge.Code{judge.P3},
				Fields: f(biblio.FieldVolume, biblio.FieldLocation)}, []string{"volume", "location"}},
		{"several wrong",
			judge.Verdict{Outcome: judge.Discrepant, Codes: []judge.Code{judge.H1, judge.H2, judge.H4},
				Fields: f(biblio.FieldYear, biblio.FieldTitle, biblio.FieldAuthors)}, []string{"title", "authors", "year"}},
		{"a peripheral field that is only unrecorded does not count beside a wrong year",
			judge.Verdict{Outcome: judge.Discrepant, Codes: []judge.Code{judge.H4},
				Fields: f(biblio.FieldYear, biblio.FieldVolume)}, []string{"year"}},
		{"beside a wrong peripheral field it does",
			judge.Verdict{Outcome: judge.Discrepant, Codes: []judge.Code{judge.H6},
				Fields: f(biblio.FieldPages, biblio.FieldVolume)}, []string{"volume", "pages"}},
		{"the issue is no field of the gold",
			judge.Verdict{Outcome: judge.Discrepant, Codes: []judge.Code{judge.H6}, Fields: f(biblio.FieldIssue)}, nil},
		{"identifiers",
			judge.Verdict{Outcome: judge.Discrepant, Codes: []judge.Code{judge.H5},
				Fields: f(biblio.FieldDOI, biblio.FieldArXiv)}, []string{"doi", "arxiv_id"}},
		{"doubtful authors",
			judge.Verdict{Outcome: judge.Doubtful, Codes: []judge.Code{judge.H2}, Fields: f(biblio.FieldAuthors)},
			[]string{"authors"}},
		{"inconclusive has none",
			judge.Verdict{Outcome: judge.Inconclusive, Codes: []judge.Code{judge.U}, Fields: f(biblio.FieldYear)}, nil},
	} {
		if got := fieldsOf(c.verdict); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
