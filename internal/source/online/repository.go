package online

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/jsonscan"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// newRepository returns a connector to sites with source code, packages and models: whether what a reference
// names exists, and what it says about itself. The owner of a repository may write anything into it, so the
// connector confirms and never refutes. Its key is a token that raises GitHub's limit of 60 requests an hour.
func newRepository(c Config) source.Connector {
	a := repositoryAPI{c}
	return New(Spec{
		Client: c.Client,
		Info: answer.Info{Name: "repository", Version: 1, Online: true, Schemes: []ident.Scheme{ident.URL},
			Origin:         biblio.Origin{Kind: biblio.ConfirmOnly},
			OrderedAuthors: true, Types: []biblio.Type{}},
		IDs: []ByID{{Batch: transport.Batch{Service: "github", Kind: "repository", Max: 1, Ask: a.ask},
			Question: func(id ident.ID) (string, bool) {
				if id.Scheme != ident.URL {
					return "", false
				}
				return project(id.Value)
			}, Read: ReadRecord}},
		How: answer.ByURL,
	})
}

type repositoryAPI struct{ Config }

// ask looks up one project, "github.com/owner/name".
func (a repositoryAPI) ask(ctx context.Context, projects []string) (map[string][]byte, error) {
	site, parts := locate(projects[0])
	if site == nil {
		return nil, nil
	}
	var rec biblio.Record
	found := false
	req := transport.Request{Service: site.service, URL: site.api(parts), Accept: "application/json",
		Types: JSONTypes, Answers: []int{404}, Transient: true,
		Read: func(r *transport.Response) (bool, error) {
			rec, found = biblio.Record{}, false
			v, err := jsonscan.Parse(r.Body)
			switch {
			case r.Status == 404 && (err == nil || site.plain404):
				return true, nil
			case err != nil:
				return false, err
			}
			rec = site.read(v)
			found = rec.Title != ""
			if !found {
				return false, errors.New("no answer about the project")
			}
			return false, nil
		}}
	if site.service == "github" {
		req.SecretHeader = Bearer(a.Keys["github"])
	}
	if _, err := a.Client.Do(ctx, &req); err != nil || !found {
		return nil, err
	}
	rec.LocalID, rec.URL = projects[0], "https://"+projects[0]
	if site.citation != nil {
		a.cite(ctx, site.citation(parts), &rec)
	}
	raw, err := json.Marshal(rec)
	if err != nil {
		return nil, err
	}
	return map[string][]byte{projects[0]: raw}, nil
}

// cite adds what the project's CITATION.cff says. A project without one, or whose file is unavailable, is
// described by its site alone.
func (a repositoryAPI) cite(ctx context.Context, address string, rec *biblio.Record) {
	var file []byte
	_, err := a.Client.Do(ctx,
		&transport.Request{Service: "github", URL: address, Answers: []int{404}, Transient: true, MaxBytes: 256 << 10,
			Read: func(r *transport.Response) (bool, error) {
				file = nil
				if r.Status == 200 {
					file = r.Body
				}
				return len(file) == 0, nil
			}})
	var stated citation
	if err == nil && bytes.Contains(file, []byte("cff-version")) && yaml.Unmarshal(file, &stated) == nil {
		stated.describe(rec)
	}
}

// citation is what in a CITATION.cff identifies a work. Form: https://github.com/citation-file-format/citation-file-format
type citation struct {
	Title    string
	DOI      string
	Released string `yaml:"date-released"`
	Authors  []struct {
		Particle string `yaml:"name-particle"`
		Family   string `yaml:"family-names"`
		Given    string `yaml:"given-names"`
		Name     string
	}
}

// describe adds to a record what a CITATION.cff says.
func (c *citation) describe(rec *biblio.Record) {
	rec.Title = cmp.Or(c.Title, rec.Title)
	if id, ok := ident.ParseDOI(c.DOI); ok {
		rec.AddID(id)
	}
	rec.Issued.Year = cmp.Or(biblio.LeadingYear(c.Released), rec.Issued.Year)
	rec.Contributors = nil
	for _, p := range c.Authors[:min(len(c.Authors), 500)] {
		person := biblio.Contributor{Literal: p.Name}
		if p.Family != "" {
			person = biblio.NameParts(strings.TrimSpace(p.Particle+" "+p.Family), p.Given)
		}
		if person.Role = biblio.Author; person.Family != "" || person.Literal != "" {
			rec.Contributors = append(rec.Contributors, person)
		}
	}
}
