package setup

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/bonafide-audit/bonafide/internal/source/online"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
)

// TestKeysStayHidden plants a key for everything that accepts one and looks for them in everything that a run
// writes: report, trace, recording, cached answers, memory.
func TestKeysStayHidden(t *testing.T) {
	server, refs := world(t, 40)
	server.Inject("*", fixtureserver.Unauthorised, 4)
	const planted = "planted-key-"
	keys := map[string]string{}
	for _, e := range online.Sources {
		for _, name := range keysOf(e) {
			keys[name] = planted + strings.ReplaceAll(name, "_", "-")
		}
	}
	for name, address := range map[string]string{"searxng_url": "https://searxng.example",
		"zotero_url": "https://zotero.example"} {
		keys[name] = address
	}
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	s := onlineSetup(t, server.URL,
		Online{Clock: newHurry(), Contact: planted + "contact@example.org", Keys: keys, Cache: at("answers"),
			Memory: at("memory.db"), Trace: at("trace.jsonl"), Record: at("run.jsonl")})
	var text strings.Builder
	findings := run(t, s.Auditor, refs)
	learn(t, s, findings)
	text.WriteString(rows(t, findings))
	if err := s.TraceTable(&text); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(text.String(), planted) {
		t.Error("a key stands in the report")
	}
	files := 0
	unpack, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer unpack.Close()
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		data, err := os.ReadFile(path)
		if plain, bad := unpack.DecodeAll(data, nil); bad == nil {
			data = plain
		}
		if bytes.Contains(data, []byte(planted)) {
			t.Errorf("a key stands in %s", path)
		}
		return err
	})
	if err != nil || files < 20 {
		t.Errorf("%d files were looked at, %v", files, err)
	}
}
