package judge

import (
	"math"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

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
	if year.Kind == "" {
		t.Error("a wrong year is of no kind")
	}
}

// The score is a place in the range of the outcome by the probability; a discrepancy is major if the work is invented,
// and the lower the more fields are substantially wrong.
func TestSeverityScore(t *testing.T) {
	title := Reason{Rule: "title-differs", Field: biblio.FieldTitle, Status: Refuted, Strength: Certain}
	venue := Reason{Rule: "venue-differs", Field: biblio.FieldVenue, Status: Refuted, Strength: Certain}
	near := Reason{Rule: "year-differs", Field: biblio.FieldYear, Kind: "off-by-one", Status: Refuted, Strength: Certain}
	for _, c := range []struct {
		name    string
		verdict Verdict
		want    float64
		label   string
	}{
		{"nothing differs", Verdict{Outcome: Verified, Genuine: 1}, 10, Exact},
		{"much differs without proof", Verdict{Outcome: Verified, Genuine: 0.51}, TauExact, Exact},
		{"another container", Verdict{Outcome: Discrepant, Gravity: Substantive, Reasons: []Reason{venue}}, TauMinor, Minor},
		{"a slip beside it", Verdict{Outcome: Discrepant, Gravity: Substantive, Genuine: 0.49,
			Reasons: []Reason{venue, near}}, TauExact - step, Minor},
		{"two fields", Verdict{Outcome: Discrepant, Gravity: Substantive, Genuine: 0.49,
			Reasons: []Reason{venue, title}}, (TauMinor + TauExact - step) / 2, Minor},
		{"an invented work", Verdict{Outcome: Discrepant, Gravity: Fabricated, Genuine: 0.49, Reasons: []Reason{venue}},
			TauMinor - step, Major},
		{"no such work", Verdict{Outcome: NotFound, Gravity: Fabricated}, 0, Major},
		{"a lead", Verdict{Outcome: Doubtful, Genuine: 0.2}, undecidedScore, Undecided},
	} {
		c.verdict.Score = c.verdict.severityScore()
		if math.Abs(c.verdict.Score-c.want) > 1e-9 || SeverityOf(c.verdict) != c.label {
			t.Errorf("%s: %v, %s, want %v", c.name, c.verdict.Score, SeverityOf(c.verdict), c.want)
		}
	}
}

// A verified entry is less sure for each record that differs without proof.
func TestUnprovedLessSure(t *testing.T) {
	year := with(published, func(f *biblio.Flat) { f.Year, f.DOI, f.Venue = "2018", "", "" })
	alone := verdict(year, found(web, answer.Covered, published))
	sure := verdict(published, found(web, answer.Covered, published))
	if alone.Outcome != Verified || alone.Genuine >= sure.Genuine || sure.Genuine != surelyRight {
		t.Errorf("%v %v beside %v", alone.Outcome, alone.Genuine, sure.Genuine)
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
