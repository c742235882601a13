package extract

import (
	"maps"
	"strings"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/extract/entries"
)

// Works keeps the claims of the entries of a bibliography from one reading to the next, so that only changed entries
// are read again. The zero Works is empty.
type Works struct {
	mu     sync.Mutex
	latest map[string]claimed // by the whole text of an entry
}

// claimed is what an entry claims, and the fields that are not part of the claim.
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
