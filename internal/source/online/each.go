package online

import (
	"context"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/parallel"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// underWay bounds the searches of one batch that wait at the same time; the service's policy bounds the
// requests.
const underWay = 16

// Each makes a search for many titles from a search for one.
func Each(one func(ctx context.Context, s Search) ([]biblio.Record, error)) TitleSearch {
	return TitleSearch{Ask: func(ctx context.Context, searches []Search) []Found {
		return each(len(searches), func(i int) ([]biblio.Record, error) { return one(ctx, searches[i]) })
	}}
}

// Narrow marks the results of a search that misses other spellings.
func Narrow(search TitleSearch) TitleSearch {
	ask := search.Ask
	search.Ask = func(ctx context.Context, searches []Search) []Found {
		found := ask(ctx, searches)
		for i := range found {
			found[i].Narrow = true
		}
		return found
	}
	return search
}

// each runs n searches concurrently; one that panics counts as failed.
func each(n int, one func(i int) ([]biblio.Record, error)) []Found {
	found := make([]Found, n)
	parallel.Each(n, underWay, func(i int) {
		found[i].Err = answer.Broke("reading the answer", parallel.Try(func() (err error) {
			found[i].Records, err = one(i)
			return err
		}))
	})
	return found
}

// confirmAbsent makes the registry's second check of all identifiers not found, each once regardless of how
// many references state it.
func (c *Connector) confirmAbsent(ctx context.Context, list []*lookupState) {
	var values []string
	for _, in := range list {
		for _, id := range in.gone {
			if id.Scheme == c.spec.AbsentScheme {
				values = append(values, id.Value)
			}
		}
	}
	if len(values) == 0 {
		return
	}
	replies := c.spec.Client.Gather(ctx, c.spec.Absent, values)
	for _, in := range list {
		for _, id := range in.gone {
			if id.Scheme != c.spec.AbsentScheme {
				continue
			}
			switch reply := replies[id.Value]; {
			case reply.Err != nil:
				in.failures = append(in.failures, reply.Err)
			case reply.Body == nil:
				in.noSuch = append(in.noSuch, stated(in.query.IDs, id))
			}
		}
	}
}

// isArXivDOI reports whether a DOI is one that arXiv registers with DataCite for its papers.
func isArXivDOI(id ident.ID) bool {
	return id.Scheme == ident.DOI && strings.HasPrefix(id.Value, "10.48550/")
}

// scholarly excludes from a title search what bibliographic services do not have: law, patents, letters, and
// pages and programs without authors.
func scholarly(q source.Query) bool {
	switch q.Claimed.Type {
	case biblio.Personal, biblio.Legal, biblio.Legislation, biblio.Patent:
		return false
	case biblio.WebPage, biblio.Software, biblio.ArticleNews:
		return len(q.Claimed.Contributors) > 0
	}
	return true
}

// papers excludes everything but articles, papers, preprints and works of unknown type.
func papers(q source.Query) bool {
	switch q.Claimed.Type {
	case biblio.ArticleJournal, biblio.PaperConference, biblio.Preprint, biblio.Chapter, biblio.TypeUnknown, biblio.Other,
		biblio.Review, biblio.Report, biblio.ArticleMagazine, biblio.Unpublished:
		return scholarly(q)
	}
	return false
}
