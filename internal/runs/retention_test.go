package runs

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestRetention deletes old runs that are over with what they brought, and no
// upload that another run has.
func TestRetention(t *testing.T) {
	s := open(t, t.TempDir())
	old, waits := made(t, s, "ann", "", "a.bib", entries), made(t, s, "ann", "", "b.bib", "@misc{waits}")
	shares := made(t, s, "bob", "", "c.bib", "@misc{both}")
	other := made(t, s, "ann", "", "c.bib", "@misc{both}")
	for _, id := range []string{old, other} {
		if err := s.finish(t.Context(), id, Done, ""); err != nil {
			t.Fatal(err)
		}
	}
	digest := map[string]string{}
	for id, owner := range map[string]string{old: "ann", waits: "ann", shares: "bob", other: "ann"} {
		r, err := s.Get(t.Context(), owner, id)
		if err != nil {
			t.Fatal(err)
		}
		digest[id] = r.Inputs[0].Digest
	}
	if err := s.Expire(t.Context(), time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	for id, kept := range map[string]bool{old: false, waits: true, shares: true, other: true} {
		_, err := s.Content(digest[id])
		if kept && err != nil || !kept && !errors.Is(err, ErrNone) {
			t.Errorf("upload %.12s, which should be kept: %t: %v", digest[id], kept, err)
		}
	}
	if _, err := s.Get(t.Context(), "ann", other); !errors.Is(err, ErrNone) {
		t.Errorf("an old run is there: %v", err)
	}
	if left, err := os.ReadDir(s.uploads); err != nil || len(left) != 2 {
		t.Errorf("%v are left, %v", left, err)
	}
}

// TestAbandoned deletes uploads of which no run came, and what a killed process has
// left of one, when the next upload comes.
func TestAbandoned(t *testing.T) {
	s := open(t, t.TempDir())
	digest, _, err := s.Save(t.Context(), strings.NewReader("came to nothing"), 100)
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]time.Duration{".upload-old": 2 * unusedFor, ".upload-new": 0}
	for name, age := range parts {
		file := filepath.Join(s.uploads, name)
		if err := os.WriteFile(file, []byte("part"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, time.Time{}, time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Content(digest); err != nil {
		t.Errorf("an upload whose run may yet be made: %v", err)
	}
	if _, err := s.db.ExecContext(t.Context(), "UPDATE uploads SET created = 0"); err != nil {
		t.Fatal(err)
	}
	s.swept = time.Time{}
	if _, _, err := s.Save(t.Context(), strings.NewReader("the next"), 100); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Content(digest); !errors.Is(err, ErrNone) {
		t.Errorf("an abandoned upload: %v", err)
	}
	for name, age := range parts {
		if _, err := os.Stat(filepath.Join(s.uploads, name)); (err == nil) != (age == 0) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
