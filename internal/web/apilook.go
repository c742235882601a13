package web

import (
	"context"
	"net/http"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"github.com/bonafide-audit/bonafide/internal/cite"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/runs"
)

// lookRoutes adds the routes that look works up.
func (s *server) lookRoutes(api huma.API, at func(method, path, id, summary string) huma.Operation) {
	huma.Register(api, at(http.MethodGet, "/cite", "cite", "The entry of the work that a query means, from its record"), s.cite)
	huma.Register(api, at(http.MethodGet, "/corpus/search", "searchCorpus", "Works of the offline corpora, by identifier, title or a whole reference"), s.search)
}

type citeAnswer struct {
	Body struct {
		Entry      string `json:"entry" doc:"empty where no work was found, or no one alone"`
		Told       string `json:"told" doc:"for a person: why there is no entry, which works and versions there are"`
		Unanswered bool   `json:"unanswered" doc:"a source failed: nothing follows from an empty entry"`
	}
}

func (s *server) cite(ctx context.Context, in *struct {
	Query  string `query:"query" required:"true" minLength:"1" maxLength:"2000" doc:"an identifier, an address, a title or a whole reference"`
	Format string `query:"format" enum:"bibtex,csl,ris,text,markdown,html" default:"bibtex"`
	Style  string `query:"style" maxLength:"40" doc:"of text, markdown and html; apa when absent"`
	Prefer string `query:"prefer" enum:"as-cited,published,preprint" default:"as-cited" doc:"version that is given where there are several"`
	First  bool   `query:"first" doc:"take the first of several works"`
	Online bool   `query:"online" doc:"ask the services too"`
}) (*citeAnswer, error) {
	options := runs.Options{Online: in.Online}
	if err := s.allowed(options); err != nil {
		return nil, s.problem(err)
	}
	form, err := cite.NewForm(in.Format, in.Style)
	if err != nil {
		return nil, huma.Error422UnprocessableEntity(err.Error())
	}
	prefer, err := fix.ParsePrefer(in.Prefer)
	if err != nil {
		return nil, huma.Error422UnprocessableEntity(err.Error())
	}
	if strings.TrimSpace(in.Query) == "" {
		return nil, huma.Error422UnprocessableEntity("query: say what is looked for")
	}
	done, err := s.turns.take(ctx, owner(ctx))
	if err != nil {
		return nil, s.problem(err)
	}
	defer done()
	found, err := s.worker.Cite(ctx, in.Query, form, cite.Options{Prefer: prefer, First: in.First}, options)
	if err != nil {
		return nil, s.problem(err)
	}
	out := &citeAnswer{}
	out.Body.Entry, out.Body.Told, out.Body.Unanswered = found.Entry, found.Told, found.Unanswered
	return out, nil
}

type searchAnswer listOf[cite.Found]

func (s *server) search(ctx context.Context, in *struct {
	Query string `query:"query" required:"true" minLength:"1" maxLength:"2000" doc:"an identifier, a title or a whole reference"`
	Limit int    `query:"limit" minimum:"1" maximum:"50" default:"10"`
}) (*searchAnswer, error) {
	done, err := s.turns.take(ctx, owner(ctx))
	if err != nil {
		return nil, s.problem(err)
	}
	defer done()
	list, err := s.worker.Find(in.Query, in.Limit)
	if err != nil {
		return nil, s.problem(err)
	}
	out := &searchAnswer{}
	out.Body.Items = append([]cite.Found{}, list...)
	return out, nil
}
