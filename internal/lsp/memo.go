package lsp

import (
	"sync"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// memo keeps the findings of references, so that nothing is audited again that has
// not changed. It is safe for concurrent use.
type memo struct {
	mu    sync.Mutex
	day   biblio.Date // of the findings: years after it are in the future
	byRaw map[string][]audit.Finding
	count int
}

// maxKept bounds the findings of a memo, some 6 kB each.
const maxKept = 30_000

// get gives the finding of a reference.
func (m *memo) get(ref *biblio.Reference) (audit.Finding, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, f := range m.byRaw[ref.Raw] {
		if audit.SameClaim(&f.Reference, ref) {
			return f.Again(ref), true
		}
	}
	return audit.Finding{}, false
}

// put keeps a finding that was trimmed, unless there is one. When there are too many, all go that
// were there: those of the texts at hand come back with their next check.
func (m *memo) put(f audit.Finding) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, have := range m.byRaw[f.Reference.Raw] {
		if audit.SameClaim(&have.Reference, &f.Reference) {
			return
		}
	}
	if m.byRaw == nil || m.count >= maxKept {
		m.byRaw, m.count = map[string][]audit.Finding{}, 0
	}
	m.byRaw[f.Reference.Raw] = append(m.byRaw[f.Reference.Raw], f)
	m.count++
}

// on forgets the findings of other days.
func (m *memo) on(day biblio.Date) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.day != day {
		m.day, m.byRaw, m.count = day, nil, 0
	}
}
