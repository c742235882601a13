package run

import (
	"context"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// TestForetold: a run reports what it will ask before it asks; one that asks no service reports nothing.
func TestForetold(t *testing.T) {
	for _, c := range []struct {
		references int
		online     bool
		want       int
	}{{1, true, 2}, {100, true, 2}, {100, false, 0}} {
		s, err := setup.Open(
			setup.Options{Online: setup.Online{Enabled: c.online, Cache: t.TempDir(), Memory: setup.NoMemory,
				Sources: []string{"crossref"}}})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		told := 0
		r := New(s, Options{Watch: Watch{Forecast: func(f setup.Forecast) {
			told++
			if f.References != c.references || f.Requests == 0 {
				t.Errorf("%+v", f)
			}
		}}})
		defer r.Close()
		refs := make([]biblio.Reference, c.references)
		for i := range refs {
			refs[i].Claimed.Title = "A Title of Several Words"
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel() // nothing is asked
		for range 2 {
			_ = r.References(ctx, refs, func(audit.Finding, report.Finding) error { return nil })
		}
		if told != c.want {
			t.Errorf("%+v: told %d times", c, told)
		}
	}
}
