package online

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

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
	var file string
	_, err := a.Client.Do(ctx,
		&transport.Request{Service: "github", URL: address, Answers: []int{404}, Transient: true, MaxBytes: 256 << 10,
			Read: func(r *transport.Response) (bool, error) {
				file = ""
				if r.Status == 200 {
					file = string(r.Body)
				}
				return file == "", nil
			}})
	if err == nil && strings.Contains(file, "cff-version") {
		readCitation(file, rec)
	}
}

// readCitation reads the members of a CITATION.cff that identify a work: title, authors, DOI and date. It
// supports the block style in which such files are written, not all of YAML, and skips the rest. Form:
// https://github.com/citation-file-format/citation-file-format
func readCitation(file string, rec *biblio.Record) {
	var people []biblio.Contributor
	person := map[string]string{}
	flush := func() {
		if c := personOf(person); c.Family != "" || c.Literal != "" {
			people = append(people, c)
		}
		clear(person)
	}
	section := ""
	for line := range strings.Lines(file) {
		body := strings.TrimRight(line, " \r\n")
		text := strings.TrimLeft(body, " ")
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		item, listed := strings.CutPrefix(text, "- ")
		key, value, ok := strings.Cut(item, ":")
		if !ok {
			continue
		}
		value = unquoted(value)
		switch {
		case len(text) == len(body) && !listed:
			flush()
			section = key
			topLevel(key, value, rec)
		case section == "authors":
			if listed {
				flush()
			}
			person[key] = value
		}
		if len(people) > 500 {
			break
		}
	}
	flush()
	rec.Contributors = people
}

func topLevel(key, value string, rec *biblio.Record) {
	switch key {
	case "title":
		if value != "" {
			rec.Title = value
		}
	case "doi":
		if id, ok := ident.ParseDOI(value); ok {
			rec.AddID(id)
		}
	case "date-released":
		rec.Issued.Year = biblio.LeadingYear(value)
	}
}

func personOf(p map[string]string) biblio.Contributor {
	if family := p["family-names"]; family != "" {
		c := biblio.NameParts(strings.TrimSpace(p["name-particle"]+" "+family), p["given-names"])
		c.Role = biblio.Author
		return c
	}
	return biblio.Contributor{Literal: p["name"], Role: biblio.Author}
}

// unquoted returns a plain or quoted value without a trailing comment.
func unquoted(s string) string {
	s = strings.TrimSpace(s)
	for _, q := range []string{`"`, `'`} {
		if inner, ok := strings.CutPrefix(s, q); ok {
			inner, _, _ = strings.Cut(inner, q)
			return inner
		}
	}
	s, _, _ = strings.Cut(s, " #")
	return strings.TrimSpace(s)
}
