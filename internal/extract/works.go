package extract

import (
	"maps"
	"strings"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/entries"
)

// Works keeps what the entries of a bibliography claim from one reading of it to the
// next, so that an entry is read again when it has changed. The zero Works is empty.
type Works struct {
	mu     sync.Mutex
	latest map[string]claimed // by all that an entry says
}

// claimed is what an entry claims, and what of it is no part of the claim.
type claimed struct {
	work biblio.Work
	rest map[string]string
}

// worksOf is one reading of a bibliography.
type worksOf struct{ before, now map[string]claimed }

func (w *Works) begin() *worksOf {
	w.mu.Lock()
	defer w.mu.Unlock()
	return &worksOf{w.latest, make(map[string]claimed, len(w.latest))}
}

func (w *Works) end(r *worksOf) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.latest = r.now
}

// read returns what an entry claims.
func (r *worksOf) read(e *entries.Entry) (biblio.Work, map[string]string) {
	if r == nil {
		return e.Work(), e.Rest()
	}
	var b strings.Builder
	b.WriteString(e.Kind)
	for _, f := range e.Fields {
		b.WriteString("\x00" + f.Name + "\x01" + f.Text)
	}
	key := b.String()
	c, ok := r.before[key]
	if !ok {
		c.work = e.Work()
		c.rest = e.Rest()
	}
	r.now[key] = c
	return c.work, maps.Clone(c.rest)
}
