package setup

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// An unusable cache or memory causes a remark, and the run continues.
func TestUnusableCacheAndMemory(t *testing.T) {
	server, refs := world(t, 5)
	dir := t.TempDir()
	taken := filepath.Join(dir, "taken")
	if err := os.WriteFile(taken, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"XDG_CACHE_HOME": taken, "HOME": taken, "LocalAppData": taken} {
		t.Setenv(name, value)
	}
	want := rows(t, run(t, onlineSetup(t, server.URL, Online{Clock: newHurry()}).Auditor, refs))

	s, err := Open(Options{Online: Online{Enabled: true, Via: server.URL, Clock: newHurry()}})
	if err != nil {
		t.Fatal(err)
	}
	s.Auditor.Stages = s.Auditor.Stages[1:] // without the corpus, which has the same works
	if got := rows(t, run(t, s.Auditor, refs)); got != want {
		t.Error("another report: ", firstDifference(want, got))
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	text := strings.Join(s.Remarks(), "\n")
	if !strings.Contains(text, "answers are not kept: ") || !strings.Contains(text, "works are not remembered: ") {
		t.Errorf("remarks %q", text)
	}

	if _, err := Open(
		Options{Online: Online{Enabled: true, Via: server.URL, Memory: filepath.Join(taken, "memory.db"),
			Cache: t.TempDir()}}); err == nil {
		t.Error("a memory that the user named and that cannot be opened is passed over")
	}
}

// A disk that fills up during a run causes a remark too.
func TestFullDisk(t *testing.T) {
	server, refs := world(t, 5)
	dir := filepath.Join(t.TempDir(), "answers")
	s := onlineSetup(t, server.URL, Online{Clock: newHurry(), Cache: dir})
	if len(s.Remarks()) > 0 {
		t.Errorf("remarks %q", s.Remarks())
	}
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	run(t, s.Auditor, refs)
	if text := strings.Join(s.Remarks(), "\n"); !strings.Contains(text, "answers are not kept: ") {
		t.Errorf("remarks %q", text)
	}
}
