package pdf

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/testing/pdftest"
)

// wellMade returns a document that is read the same way whatever was read before.
func wellMade() []byte {
	return pdftest.Build(
		pdftest.Page{Texts: []pdftest.Text{{X: 72, Y: 720, Size: 14, Bold: true, Text: "References"},
			{X: 72, Y: 700, Text: "[1] L. Breiman. Random forests. Machine Learning, 2001."}}})
}

// asJSON returns everything read from a document.
func asJSON(t *testing.T, src []byte) []byte {
	t.Helper()
	doc, err := Read(src, Options{})
	if err != nil {
		t.Fatal(err)
	}
	out, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// alone, if set, names the file to which a test's child process writes what it reads.
const alone = "BONAFIDE_TEST_PDF_ALONE"

// TestFreshInstances reads hostile documents and then a good one: the result is the same as in a process that has
// read nothing before.
func TestFreshInstances(t *testing.T) {
	if file := os.Getenv(alone); file != "" {
		if err := os.WriteFile(file, asJSON(t, wellMade()), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	file := t.TempDir() + "/alone.json"
	cmd := exec.CommandContext(t.Context(), os.Args[0],
		"-test.run=^TestFreshInstances$") //nolint:gosec // this test itself
	cmd.Env = append(os.Environ(), alone+"="+file)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	good := wellMade()
	for name, hostile := range map[string][]byte{
		"cut":        good[:len(good)/2],
		"no table":   bytes.ReplaceAll(good, []byte("xref"), []byte("xxxx")),
		"wrong font": bytes.ReplaceAll(good, []byte("/Type1"), []byte("/Type0")),
		"no end":     bytes.ReplaceAll(good, []byte("endobj"), []byte("endxxx")),
		"noise":      bytes.Repeat([]byte("%PDF-1.7\n<</Length -1>>stream\n"), 2000),
		"many catalogs": append(bytes.Clone(good),
			bytes.Repeat([]byte("1 0 obj<</Type/Catalog/Pages 1 0 R>>endobj\n"), 500)...),
		"other encoding": bytes.ReplaceAll(good, []byte("WinAnsiEncoding"), []byte("MacRomanEncodin")),
	} {
		_, _ = Read(hostile, Options{}) // ignoring the result
		if got := asJSON(t, good); !bytes.Equal(got, want) {
			t.Errorf("after %s the document is\n%s\nand not\n%s", name, got, want)
		}
	}
}

// TestNothingIsLeft writes a mark all over the memory of an instance: no later instance has it.
func TestNothingIsLeft(t *testing.T) {
	mark := bytes.Repeat([]byte("what another document has left "), 64)
	for range 8 { // more than the pool has instances at a time
		n, err := newNative(time.Now().Add(time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		memory, ok := n.memory.Read(0, n.memory.Size())
		if !ok || bytes.Contains(memory, mark[:32]) {
			t.Error("an instance has what the one before it has left")
		}
		at := uint32(n.call("malloc", uint64(len(mark))))
		if at == 0 || !n.memory.Write(at, mark) {
			t.Fatal("no memory")
		}
		n.close()
	}
}
