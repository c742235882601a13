package judge

import (
	"fmt"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// TestChosenVersion: the version that contradicts the claim least is the cited one, and records with one container or
// DOI describe one version.
func TestChosenVersion(t *testing.T) {
	journal := with(published, func(f *biblio.Flat) { f.DOI = "" })
	longer := with(published, func(f *biblio.Flat) {
		f.Venue, f.Year, f.DOI, f.Volume, f.Issue, f.Pages = "Ecology Letters", "2017", "10.1000/el.2017.3", "20", "1", "1-30"
	})
	silent := with(published, func(f *biblio.Flat) { f.Venue, f.DOI, f.Year = "", "", "" })
	byDOI := with(published, func(f *biblio.Flat) { f.Venue = "" })
	titled := func(f biblio.Flat) biblio.Flat {
		return biblio.Flat{Title: f.Title, Authors: f.Authors, Year: f.Year}
	}
	for _, c := range []struct {
		name    string
		claim   biblio.Flat
		records []biblio.Flat // found by an identifier of their own
		want    string        // the records by their index here, the cited version first
	}{
		{"the journal's", journal, []biblio.Flat{longer, journal, preprint}, "[[1] [2] [0]]"},
		{"the longer one's", longer, []biblio.Flat{longer, journal, preprint}, "[[0] [1] [2]]"},
		{"the preprint's", preprint, []biblio.Flat{longer, journal, preprint}, "[[2] [1] [0]]"},
		{"told by its year alone", titled(longer), []biblio.Flat{journal, longer}, "[[1] [0]]"},
		{"the one that confirms a volume", with(titled(journal), func(f *biblio.Flat) { f.Year, f.Volume = "", "86" }),
			[]biblio.Flat{with(longer, func(f *biblio.Flat) { f.Volume = "" }), journal}, "[[1] [0]]"},
		{"one container, with and without a DOI", published, []biblio.Flat{published, journal}, "[[0 1]]"},
		{"one DOI, with and without a container", published, []biblio.Flat{published, byDOI}, "[[0 1]]"},
		{"one DOI, two containers", published,
			[]biblio.Flat{published, with(longer, func(f *biblio.Flat) { f.DOI = published.DOI })}, "[[0] [1]]"},
		{"a record that says nothing", published, []biblio.Flat{published, longer, silent}, "[[0 2] [1]]"},
		{"only one that says nothing", published, []biblio.Flat{silent}, "[[0]]"},
	} {
		l := found(strong, answer.Covered, c.records...)
		for i := range l.Answer.Hits {
			l.Answer.Hits[i].Record.LocalID = fmt.Sprint(i)
		}
		d := deliberating(c.claim, l)
		var got [][]string
		for _, version := range d.versions() {
			var ids []string
			for _, i := range version {
				ids = append(ids, d.ev.Candidates[i].Hit.Record.LocalID)
			}
			got = append(got, ids)
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s: %v, want %s", c.name, got, c.want)
		}
	}
}

// TestPaperOfReport: the paper of a thesis or report of the same title is another version, whose year and order of
// authors say nothing about it; the record of a report does.
func TestPaperOfReport(t *testing.T) {
	report := with(published, func(f *biblio.Flat) {
		f.Type, f.Venue, f.DOI, f.Volume, f.Issue, f.Pages = "report", "", "", "", "", ""
		f.Publisher, f.Year = "University of Hull", "2012"
	})
	paper := with(published, func(f *biblio.Flat) { f.Publisher = "" })
	recorded := with(report, func(f *biblio.Flat) { f.Venue, f.Publisher, f.Year = "University of Hull", "", "2013" })
	thesis := with(report, func(f *biblio.Flat) { f.Type = "thesis" })
	article := with(report, func(f *biblio.Flat) { f.Type = "article-journal" })
	for name, c := range map[string]struct {
		claim, record biblio.Flat
		want          relation
	}{
		"a report":          {report, paper, otherVersion},
		"a thesis":          {thesis, paper, otherVersion},
		"an article":        {article, paper, unclearVersion},
		"the report itself": {report, recorded, unclearVersion},
	} {
		d := deliberating(c.claim, found(strong, answer.Covered, c.record))
		if got := d.relationOf(&d.records[0]); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
