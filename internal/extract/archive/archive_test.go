package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/klauspost/compress/zstd"
)

// files are put into every kind of archive: name and text.
var files = [][2]string{{"b/paper.tex", "B"}, {"a.bib", "A"}, {"./c.pdf", "C"}, {".hidden/x.bib", "x"},
	{"__MACOSX/a.bib", "x"}, {"../out.bib", "x"}, {"/abs.bib", "x"}, {"C:\\x.bib", "x"}, {"d\\e.bib", "E"},
	{"fig.png", "x"}, {"a.bib", "again"}}

const wantNames = "a.bib b/paper.tex c.pdf d/e.bib"

func zipOf(t testing.TB, list [][2]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range list {
		e, err := w.CreateHeader(&zip.FileHeader{Name: f[0], Method: zip.Deflate})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Write([]byte(f[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func tarOf(t testing.TB, list [][2]string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, link := range []byte{tar.TypeSymlink, tar.TypeLink} {
		if err := w.WriteHeader(&tar.Header{Name: "link.bib", Typeflag: link, Linkname: "/etc/passwd"}); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range list {
		if err := w.WriteHeader(&tar.Header{Name: f[0], Size: int64(len(f[1])), Mode: 0o644,
			Typeflag: tar.TypeReg}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(f[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func gzipOf(t testing.TB, src []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(src); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func zstdOf(t testing.TB, src []byte) []byte {
	t.Helper()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	return w.EncodeAll(src, nil)
}

func open(t testing.TB, name string, src []byte, limits Limits) (*Tree, error) {
	t.Helper()
	return Open(name, bytes.NewReader(src), int64(len(src)), limits)
}

func TestKinds(t *testing.T) {
	for name, src := range map[string][]byte{
		"a.zip": zipOf(t, files), "a.tar": tarOf(t, files), "a.tar.gz": gzipOf(t, tarOf(t, files)),
		"a.tar.zst": zstdOf(t, tarOf(t, files)),
	} {
		tree, err := open(t, name, src, Limits{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := strings.Join(tree.Names(), " "); got != wantNames {
			t.Errorf("%s: %q, want %q", name, got, wantNames)
		}
		for name, want := range map[string]string{"a.bib": "A", "b/paper.tex": "B", "d/e.bib": "E"} {
			if got, err := tree.Read(name); err != nil || string(got) != want {
				t.Errorf("%s: %q %v", name, got, err)
			}
		}
		if tree.Skipped[skipOutside] != 3 || tree.Skipped[skipHidden] != 2 || tree.Skipped[skipTwice] != 1 ||
			tree.Skipped[skipMedia] != 1 {
			t.Errorf("%s: skipped %v", name, tree.Skipped)
		}
		if strings.Contains(name, "tar") && tree.Skipped[skipLink] != 2 {
			t.Errorf("%s: skipped %v", name, tree.Skipped)
		}
		if err := tree.Close(); err != nil {
			t.Error(err)
		}
	}
	tree, err := open(t, "dir/paper.tex.gz", gzipOf(t, []byte("\\documentclass")), Limits{})
	if err != nil || fmt.Sprint(tree.Names()) != "[paper.tex]" {
		t.Errorf("single: %v %v", tree, err)
	}
}

func TestLimits(t *testing.T) {
	zeros := strings.Repeat("\x00", 80<<20)
	bomb := zipOf(t, [][2]string{{"a.txt", zeros}})
	tree, err := open(t, "bomb.zip", bomb, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tree.Read("a.txt"); !errors.Is(err, errExpands) {
		t.Errorf("zip: %v", err)
	}
	if _, err := open(t, "bomb.gz", gzipOf(t, []byte(zeros)), Limits{}); !errors.Is(err, errExpands) {
		t.Errorf("gzip: %v", err)
	}
	if tree, err = open(t, "a.zip", zipOf(t, files), Limits{Entries: 2}); err != nil ||
		len(tree.Files) != 2 || tree.Cut == "" {
		t.Errorf("entries: %v %+v", err, tree)
	}
	if tree, err = open(t, "a.tar", tarOf(t, [][2]string{{"a.bib", "12345"}, {"b.bib", "1"}}),
		Limits{FileBytes: 4}); err != nil {
		t.Fatal(err)
	}
	if _, err = tree.Read("a.bib"); !errors.Is(err, errTooLarge) {
		t.Errorf("size: %v", err)
	}
	if src, err := tree.Read("b.bib"); err != nil || string(src) != "1" {
		t.Errorf("beside a large one: %q %v", src, err)
	}
	if tree, _ = open(t, "a.zip", zipOf(t, [][2]string{{strings.Repeat("d/", 40) + "a.bib", "x"}}),
		Limits{}); len(tree.Files) != 0 || tree.Skipped[skipDeep] != 1 {
		t.Errorf("depth: %+v", tree)
	}
	for name, src := range map[string][]byte{"text": []byte("no archive"), "empty": nil} {
		if _, err := open(t, name, src, Limits{}); !errors.Is(err, ErrNotArchive) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := open(t, "a.zip", zipOf(t, files)[:60], Limits{}); !errors.Is(err, errDamaged) {
		t.Errorf("damaged: %v", err)
	}
	whole := tarOf(t, [][2]string{{"a.bib", "A"}, {"b.bib", strings.Repeat("B", 2000)}})
	if tree, err = open(t, "a.tar", whole[:4*512+1500], Limits{}); err != nil || len(tree.Files) != 1 || tree.Cut == "" {
		t.Errorf("cut: %v %+v", err, tree)
	}
}

func TestSpill(t *testing.T) {
	large := strings.Repeat("x", 5<<20)
	var list [][2]string
	for i := range 8 {
		list = append(list, [2]string{fmt.Sprint(i), large[i:]})
	}
	tree, err := open(t, "a.tar", tarOf(t, list), Limits{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		if src, err := tree.Read(f[0]); err != nil || string(src) != f[1] {
			t.Errorf("%s: %d bytes, %v", f[0], len(src), err)
		}
	}
	if err := tree.Close(); err != nil {
		t.Error(err)
	}
}

func TestFolder(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"b/x.bib": "X", "a.bib": "A", ".git/c.bib": "no",
		".d.bib": "no", "e.png": "no"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("/etc/passwd", filepath.Join(dir, "link.bib")); err != nil {
		testenv.Missing(t, "symlinks", "a file system with symbolic links: "+err.Error())
	}
	if err := os.Symlink(dir, filepath.Join(dir, "loop")); err != nil {
		testenv.Missing(t, "symlinks", "a file system with symbolic links: "+err.Error())
	}
	tree, err := Folder(dir, Limits{})
	if err != nil || !slices.Equal(tree.Names(), []string{"a.bib", "b/x.bib"}) || tree.Skipped[skipLink] != 2 {
		t.Fatalf("%v %+v", err, tree)
	}
	if src, err := tree.Read("b/x.bib"); err != nil || string(src) != "X" {
		t.Errorf("%q %v", src, err)
	}
	if err := tree.Close(); err != nil {
		t.Error(err)
	}
	if _, err := Folder(filepath.Join(dir, "none"), Limits{}); err == nil {
		t.Error("no error for a folder that does not exist")
	}
}

func FuzzOpen(f *testing.F) {
	few := files[:4]
	for _, src := range [][]byte{zipOf(f, few), tarOf(f, few), gzipOf(f, tarOf(f, few)), zstdOf(f, tarOf(f, few)),
		gzipOf(f, []byte("x"))} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		tree, err := Open("a.bin", bytes.NewReader(src), int64(len(src)),
			Limits{Entries: 50, Bytes: 1 << 20, FileBytes: 1 << 16})
		if err != nil {
			return
		}
		defer tree.Close()
		for _, name := range tree.Names() {
			if name == "" || name[0] == '/' || name == ".." || strings.HasPrefix(name, "../") || strings.Contains(name, "/../") {
				t.Fatalf("the name %q leads outside", name)
			}
			if b, err := tree.Read(name); err == nil && len(b) > 1<<16 {
				t.Fatalf("%d bytes", len(b))
			}
		}
	})
}

// TestReplaceZip changes one file of an archive: all others keep their compressed bytes, order and times.
func TestReplaceZip(t *testing.T) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	when := time.Date(2024, 2, 3, 4, 5, 6, 0, time.UTC)
	for _, f := range []struct {
		name   string
		method uint16
		text   string
	}{{"main.tex", zip.Deflate, strings.Repeat("text ", 200)}, {`lit\refs.bib`, zip.Deflate, "old"},
		{"plain.bib", zip.Store, "old"}, {"empty/", zip.Store, ""}, {".hidden", zip.Store, "seen"}} {
		w, err := z.CreateHeader(&zip.FileHeader{Name: f.name, Method: f.method, Modified: when})
		if err == nil {
			_, err = io.WriteString(w, f.text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(z.SetComment("ours"), z.Close()); err != nil {
		t.Fatal(err)
	}
	out, err := ReplaceZip(b.Bytes(), map[string][]byte{"lit/refs.bib": []byte("new"), "plain.bib": []byte("newer")})
	if err != nil {
		t.Fatal(err)
	}
	before, err := zip.NewReader(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	after, err := zip.NewReader(bytes.NewReader(out), int64(len(out)))
	if err != nil || after.Comment != "ours" || len(after.File) != len(before.File) {
		t.Fatal(after, err)
	}
	for i, f := range after.File {
		old := before.File[i]
		if f.Name != old.Name || !f.Modified.Equal(old.Modified) || f.Method != old.Method || f.Mode() != old.Mode() {
			t.Errorf("%+v, want %+v", f.FileHeader, old.FileHeader)
		}
		if i == 1 || i == 2 {
			continue
		}
		r, err := f.OpenRaw()
		if err != nil {
			t.Fatal(err)
		}
		was, err := old.OpenRaw()
		if err != nil {
			t.Fatal(err)
		}
		got, _ := io.ReadAll(r)
		want, _ := io.ReadAll(was)
		if !bytes.Equal(got, want) {
			t.Errorf("%s is packed otherwise", f.Name)
		}
	}
	for name, want := range map[string]string{"lit/refs.bib": "new", "plain.bib": "newer", ".hidden": "seen"} {
		if got, err := ReadZip(out, name, 100); err != nil || string(got) != want {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if _, err := ReadZip(out, "main.tex", 100); !errors.Is(err, errTooLarge) {
		t.Errorf("a file that is too large: %v", err)
	}
	if _, err := ReadZip(out, "gone", 100); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	if _, err := ReplaceZip(out, map[string][]byte{"gone": nil}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there is written: %v", err)
	}
	if _, err := ReplaceZip([]byte("PK"), nil); !errors.Is(err, errDamaged) {
		t.Errorf("what is no archive is written: %v", err)
	}
}
