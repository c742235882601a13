package index

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// TestManifestDamage rejects a manifest with any letter, digit or mark changed, and opens one from an earlier
// program, which has no checksum.
func TestManifestDamage(t *testing.T) {
	dir := t.TempDir()
	if err := Build(t.Context(), dir, sequence(someRecords(20, 1)), Options{}); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, manifestName)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := readManifest(dir); err != nil {
		t.Fatal(err)
	}
	for i, c := range whole {
		if c == ' ' || c == '\n' {
			continue
		}
		damaged := bytes.Clone(whole)
		damaged[i] ^= 1
		if err := os.WriteFile(path, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := readManifest(dir); !errors.Is(err, ErrCorrupt) {
			t.Errorf("byte %d, %q for %q: %v", i, damaged[i], c, err)
		}
	}
	at := bytes.Index(whole, []byte(`,
  "checksum"`))
	if at < 0 {
		t.Fatalf("no checksum: %s", whole)
	}
	if err := os.WriteFile(path, append(whole[:at:at], "\n}\n"...), 0o600); err != nil {
		t.Fatal(err)
	}
	if m, err := readManifest(dir); err != nil || len(m.Segments) != 1 {
		t.Errorf("without a checksum: %v, %v", m, err)
	}
}
