package service

import (
	"context"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/ident"
)

// confirmAbsent asks for the registry's second word about all identifiers that are
// not there, each once whatever the number of references that state it.
func (c *Connector) confirmAbsent(ctx context.Context, list []*inquiry) {
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

// isArXivDOI reports a DOI that arXiv registers with DataCite for its papers.
func isArXivDOI(id ident.ID) bool {
	return id.Scheme == ident.DOI && strings.HasPrefix(id.Value, "10.48550/")
}
