package all

import (
	"context"
	"errors"
	"time"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/source"
)

// probes are well-known works, of which every source covers one at least.
var probes = []biblio.Flat{
	{Type: "article-journal", Title: "Deep learning", Authors: []string{"Yann LeCun", "Yoshua Bengio", "Geoffrey Hinton"}, Venue: "Nature", Year: "2015", DOI: "10.1038/nature14539", PMID: "26017442"},
	{Type: "article", Title: "Attention Is All You Need", Authors: []string{"Ashish Vaswani"}, Year: "2017", ArXivID: "1706.03762"},
	{Type: "book", Title: "The Art of Computer Programming", Authors: []string{"Donald E. Knuth"}, Year: "1997", ISBN: "9780201896831"},
	{Type: "paper-conference", Title: "Adam: A Method for Stochastic Optimization", Authors: []string{"Diederik P. Kingma"}, Venue: "ICLR", Year: "2015", URL: "https://aclanthology.org/N19-1423"},
	{Title: "RFC 793: Transmission Control Protocol", DOI: "10.17487/rfc0793", URL: "https://www.rfc-editor.org/rfc/rfc793"},
	{Type: "software", Title: "SciPy", URL: "https://github.com/scipy/scipy"},
}

// Probe asks a source about a work that it has and gives how long the answer
// took. The error is why it did not answer; ErrNotAsked says what it needs.
func Probe(ctx context.Context, c source.Connector) (time.Duration, error) {
	var err error
	for _, f := range probes {
		w := f.Work()
		start := time.Now()
		_, err = c.Lookup(ctx, source.Query{IDs: w.IDs, Claimed: w})
		if !errors.Is(err, source.ErrNotAsked) {
			return time.Since(start), err
		}
	}
	return 0, err
}
