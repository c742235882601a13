package match

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// TestReleases: what archives record about software and data against what people cite.
func TestReleases(t *testing.T) {
	const concept, other = "10.5281/zenodo.1000001", "10.5281/zenodo.1000002"
	record := biblio.Flat{Title: "winter-birds/birdcount: v1.0", Authors: []string{"Ann Moe", "Ben Lind"}, Year: "2023",
		DOI: concept, Type: "software"}
	accounts := record
	accounts.Authors = []string{"annm", "blind"}
	data := biblio.Flat{Title: "Data from: Counting birds in the winter", Authors: []string{"Ann Moe"}, Year: "2019",
		DOI: concept, Type: "dataset"}
	both := []string{"Ann Moe", "Ben Lind"}
	for _, c := range []struct {
		name                 string
		claim, record        biblio.Flat
		title, authors, year string
	}{
		{"its name", biblio.Flat{Title: "birdcount", Authors: both, Year: "2023", DOI: concept}, record, "variant release",
			"agrees", "agrees"},
		{"its name and what it is for",
			biblio.Flat{Title: "Birdcount: counting birds in Python", Authors: both, Year: "2023", DOI: concept}, record,
			"variant release", "agrees", "agrees"},
		{"another release, of another year",
			biblio.Flat{Title: "birdcount, version 2.0", Authors: both, Year: "2025", DOI: concept}, record, "variant release",
			"agrees", "unrecorded release"},
		{"one more author", biblio.Flat{Title: "birdcount", Authors: append(both, "Cay Ruiz"), Year: "2023", DOI: concept},
			record, "variant release", "unrecorded release", "agrees"},
		{"names of accounts", biblio.Flat{Title: "birdcount", Authors: both, Year: "2023", DOI: concept}, accounts,
			"variant release", "unrecorded release", "agrees"},
		{"the title of its paper",
			biblio.Flat{Title: "A framework for winter counts", Authors: both, Year: "2023", DOI: concept}, record,
			"undecided release", "agrees", "agrees"},
		{"the same without its identifier", biblio.Flat{Title: "A framework for winter counts", Authors: both, Year: "2023"},
			record, "differs other-title", "agrees", "agrees"},
		{"its address", biblio.Flat{Title: "winter-birds/birdcount: v0.9", Authors: both, Year: "2021", DOI: other}, record,
			"variant release", "agrees", "differs far"},
		{"others' paper", biblio.Flat{Title: "Kernels of nowhere", Authors: []string{"Jane Roe"}, Year: "2023", DOI: concept},
			record, "differs other-title", "differs fabricated", "agrees"},
		{"data of a paper",
			biblio.Flat{Title: "Counting birds in the winter [Data set]", Authors: []string{"Ann Moe"}, Year: "2019",
				DOI: concept}, data, "variant release", "agrees", "agrees"},
		{"the paper itself",
			biblio.Flat{Title: "Counting birds in the winter", Authors: []string{"Ann Moe"}, Year: "2019", DOI: other,
				Type: "article-journal"}, data, "differs words", "agrees", "agrees"},
	} {
		got := Compare(flat(c.claim), flat(c.record))
		for field, want := range map[biblio.Field]string{biblio.FieldTitle: c.title, biblio.FieldAuthors: c.authors,
			biblio.FieldYear: c.year} {
			if have := stands(got.Of(field)); have != want {
				t.Errorf("%s: %s %s, want %s", c.name, field, have, want)
			}
		}
	}
}

// TestRepository: titles that are addresses of repositories, and others with a slash.
func TestRepository(t *testing.T) {
	for title, want := range map[string]string{
		"owner/repo": "repo", "owner/repo: v1.0": "repo", "owner/repo.cpp v1": "repo.cpp",
		"owner/re-po: REL: v3.7.1": "re-po", "owner/repo: v7.0 - the best yet": "repo",
		"pandas-dev/pandas: Pandas": "pandas", "owner/repo: REL: v": "repo",
		"Birds and/or cats": "", "Input/output of programs": "", "1/2": "",
	} {
		name, numbered, _ := repository(title)
		if name != want || numbered != (want != "" && strings.ContainsAny(title, "0123456789")) {
			t.Errorf("%s: %q, want %q; of a number %v", title, name, want, numbered)
		}
	}
}
