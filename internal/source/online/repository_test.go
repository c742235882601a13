package online

import (
	"context"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// The answers below follow the services' documented formats.
const (
	gitHubAnswer = `{"id":1,"name":"scipy","full_name":"scipy/scipy","description":"SciPy library main repository","archived":false,"created_at":"2011-03-09T18:52:03Z"}`
	cffAnswer    = "cff-version: 1.2.0\ntitle: \"SciPy: Fundamental Algorithms\" # of the library\ndoi: " +
		"10.1038/s41592-019-0686-2\ndate-released: 2020-02-03\n" +
		"authors:\n  - given-names: Pauli\n    family-names: Virtanen\n  - family-names: Gommers\n    given-names: Ralf\n  " +
		"- name: The SciPy community\nreferences:\n  - type: article\n    title: Another\n"
	pypiAnswer    = `{"info":{"name":"numpy","summary":"Fundamental package for array computing in Python","version":"2.0.0"},"releases":{}}`
	cranAnswer    = `{"Package":"lme4","Title":"Linear Mixed-Effects Models using 'Eigen' and S4","Date/Publication":"2024-07-03 10:40:02 UTC"}`
	modelAnswer   = `{"id":"google-bert/bert-base-uncased","modelId":"google-bert/bert-base-uncased","tags":["bert"]}`
	missingAnswer = `{"message":"Not Found","documentation_url":"https://docs.github.com/rest","status":"404"}`
)

func prepareRepositories(s *fixtureserver.Server) {
	for address, body := range map[string]string{
		"https://api.github.com/repos/scipy/scipy":                        gitHubAnswer,
		"https://raw.githubusercontent.com/scipy/scipy/HEAD/CITATION.cff": cffAnswer,
		"https://pypi.org/pypi/numpy/json":                                pypiAnswer,
		"https://crandb.r-pkg.org/lme4":                                   cranAnswer,
		"https://huggingface.co/api/models/google-bert/bert-base-uncased": modelAnswer,
	} {
		kind := "application/json"
		if body == cffAnswer {
			kind = "text/plain"
		}
		s.SetPage(address, fixtureserver.Page{Type: kind, Body: body})
	}
	for _, address := range []string{"https://api.github.com/repos/nobody/nothing",
		"https://raw.githubusercontent.com/nobody/nothing/HEAD/CITATION.cff"} {
		s.SetPage(address, fixtureserver.Page{Status: 404, Type: "application/json", Body: missingAnswer})
	}
}

func TestRepository(t *testing.T) {
	sourcetest.Run(t, sourcetest.Suite{
		New:     func(c *transport.Client) source.Connector { return newRepository(Config{Client: c}) },
		Prepare: prepareRepositories,
		Found: []biblio.Flat{{Type: "software", Title: "SciPy: Fundamental Algorithms",
			Authors: []string{"Pauli Virtanen", "Ralf Gommers", "The SciPy community"}, URL: "https://github.com/scipy/scipy"}},
		Absent: []biblio.Flat{sourcetest.Unknown(func(f *biblio.Flat) { f.URL = "https://github.com/nobody/nothing" })},
	})
}

func TestSites(t *testing.T) {
	server := fixtureserver.New(nil)
	defer server.Close()
	prepareRepositories(server)
	c := newRepository(Config{Client: sourcetest.Client(server, nil)})
	for address, title := range map[string]string{
		"https://github.com/scipy/scipy/tree/main/doc":         "SciPy: Fundamental Algorithms",
		"https://pypi.org/project/numpy/":                      "numpy",
		"https://cran.r-project.org/package=lme4":              "lme4: Linear Mixed-Effects Models using 'Eigen' and S4",
		"https://huggingface.co/google-bert/bert-base-uncased": "bert-base-uncased",
	} {
		answer, err := c.Lookup(context.Background(), source.Query{IDs: []ident.ID{{Scheme: ident.URL, Value: address}}})
		if err != nil || len(answer.Hits) != 1 || answer.Hits[0].Record.Title != title {
			t.Errorf("%s: %+v %v", address, answer.Hits, err)
		}
	}
}

func TestProject(t *testing.T) {
	for address, want := range map[string]string{
		"https://github.com/pytorch/pytorch":                      "github.com/pytorch/pytorch",
		"https://www.github.com/pytorch/pytorch.git":              "github.com/pytorch/pytorch",
		"https://github.com/pytorch/pytorch/issues/1#comment":     "github.com/pytorch/pytorch",
		"https://github.com/pytorch":                              "",
		"https://github.com/topics/citations":                     "",
		"https://cran.r-project.org/web/packages/lme4/index.html": "cran.r-project.org/package/lme4",
		"https://huggingface.co/datasets/allenai/c4":              "huggingface.co/datasets/allenai/c4",
		"https://huggingface.co/papers/1706.03762":                "",
		"https://github.com.evil.example/pytorch/pytorch":         "",
		"https://example.org/a/b":                                 "",
		"https://codeberg.org/forgejo/forgejo":                    "codeberg.org/forgejo/forgejo",
	} {
		if got, _ := project(address); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

func FuzzProject(f *testing.F) {
	for _, seed := range []string{"https://github.com/a/b", "https://cran.r-project.org/package=",
		"https://huggingface.co/datasets//", "://", "https://pypi.org/project/%2f"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, address string) { project(address) })
}

// TestCitationFlaws: a line of a CITATION.cff that is no YAML, or repeats a key, loses nothing else, and the time is
// linear in the lines.
func TestCitationFlaws(t *testing.T) {
	file := "cff-version: 1.2.0\nversion: 1\n" + strings.Repeat("version: 2\n", 20000) +
		"title: Rivers: a tool\nauthors:\n  - family-names: Doe\n    affiliation: @home\n  - Jane Roe\n"
	var rec biblio.Record
	readCitation(file, &rec)
	if rec.Title != "Rivers: a tool" || len(rec.Contributors) != 1 || rec.Contributors[0].Family != "Doe" {
		t.Errorf("%+v", rec)
	}
}
