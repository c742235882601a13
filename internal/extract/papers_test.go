package extract

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

type named struct{ name, text string }

func zipped(t testing.TB, files ...named) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, f := range files {
		e, err := w.Create(f.name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := e.Write([]byte(f.text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// tarball returns a compressed tar archive, as arXiv supplies sources.
func tarball(t testing.TB, files ...named) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	w := tar.NewWriter(z)
	for _, f := range files {
		if err := w.WriteHeader(&tar.Header{Name: f.name, Size: int64(len(f.text)), Mode: 0o644,
			Typeflag: tar.TypeReg}); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(f.text)); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func gzipped(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// put writes files into a new folder.
func put(t testing.TB, files ...named) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range files {
		name := filepath.Join(dir, f.name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(f.text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const (
	mainTeX = "\\documentclass{article}\n\\begin{document}\nIt is \\cite{a}.\n\\bibliography{refs}\n\\end{document}\n"
	refsBib = "@article{a, title={First title}, author={A. Smith}, year=2001}\n@article{b, title={Second title}, " +
		"author={B. Lee}, year=2002}\n"
	list = "[1] A. Smith. First title. Journal of Things 1, 2001.\n[2] B. Lee. Second title. Journal of Things 2, 2002.\n"
)

// collected returns the results for names below a folder: each document with its ids, "!" before failures, and what
// was skipped.
func collected(t testing.TB, dir string, jobs int, names ...string) string {
	t.Helper()
	var planned atomic.Int64
	src := Source{Jobs: jobs, Stdin: strings.NewReader(list), Planned: func(more int) { planned.Add(int64(more)) }}
	for _, name := range names {
		if name != "-" {
			name = filepath.Join(dir, name)
		}
		src.Names = append(src.Names, name)
	}
	var out []string
	tally, err := Papers(context.Background(), src, func(r Result) error {
		s := strings.TrimPrefix(strings.TrimPrefix(r.Document.Name, dir), "/")
		if r.Err != nil {
			if !strings.HasPrefix(r.Err.Error(), r.Document.Name) {
				t.Errorf("the error does not name the file: %v", r.Err)
			}
			out = append(out, "!"+s)
			return nil
		}
		for _, ref := range r.Document.References {
			s += " " + strings.TrimPrefix(strings.TrimPrefix(ref.ID, dir), "/")
		}
		out = append(out, s)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if planned.Load() != int64(tally.Documents) {
		t.Errorf("%d documents planned, %d read", planned.Load(), tally.Documents)
	}
	return strings.Join(out, "; ") + fmt.Sprint(" ", tally.Skipped)
}

func TestPapers(t *testing.T) {
	project := []named{{"main.tex", mainTeX}, {"refs.bib", refsBib}, {"fig/plot.pdf", "%PDF-1.4 damaged"},
		{"fig/x.png", "x"}, {"style.sty", "x"}, {"main.pdf", "%PDF-1.4 damaged"}}
	dir := put(t, []named{
		{"folder/b.bib", refsBib}, {"folder/sub/a.txt", list}, {"folder/README.txt", list},
		{"folder/prose.txt", "This is a text.\nIt has no references.\n"}, {"folder/.hidden.bib", refsBib},
		{"folder/run.py", "x"}, {"folder/broken.pdf", "%PDF-1.4 damaged"},
		{"p/paper/main.tex", mainTeX}, {"p/paper/refs.bib", refsBib}, {"p/other.bib", "@misc{o, title={O title}, year=2000}"},
		{"tree.tar.gz", tarball(t, project...)},
		{"one.gz",
			gzipped(t, "\\documentclass{article}\\begin{document}\\begin{thebibliography}{1}\n\\bibitem{x} A. Smith. A title "+
				"of some length. Journal, 2001.\n\\end{thebibliography}\\end{document}")},
		{"all.zip",
			zipped(t, named{"b.bib", refsBib}, named{"a/refs.bib", "@misc{z, title={Z title}}"},
				named{"in.tar.gz", tarball(t, project...)},
				named{"in.zip", zipped(t, named{"x.bib", refsBib}, named{"deep.zip", zipped(t, named{"y.bib", refsBib})})},
				named{"../out.bib", refsBib})},
		{"empty.zip", zipped(t)}, {"cut.zip", zipped(t, named{"a.bib", refsBib})[:40]}, {"pictures/a.png", "x"},
	}...)
	for _, c := range []struct {
		names string
		want  string
	}{
		{"folder",
			"folder/b.bib a b; !folder/broken.pdf; folder/sub/a.txt folder/sub/a.txt:1 folder/sub/a.txt:2 map[hidden:1 no document:3]"},
		{"p", "p/other.bib o; p/paper/main.tex a b map[part of a project:1]"},
		{"p/paper/main.tex", "p/paper/main.tex a b map[]"},
		{"tree.tar.gz", "tree.tar.gz!main.tex a b map[media:1 no document:2 part of a project:2]"},
		{"one.gz", "one.gz!one x map[]"},
		{"all.zip",
			"all.zip!a/refs.bib z; all.zip!b.bib a b; all.zip!in.tar.gz!main.tex a#2 b#2; all.zip!in.zip!x.bib a#3 b#3 " +
				"map[media:1 no document:3 outside:1 part of a project:2]"},
		{"empty.zip", "!empty.zip map[]"}, {"cut.zip", "!cut.zip map[]"}, {"pictures", "!pictures map[media:1]"},
		{"none.bib", "!none.bib map[]"},
		{"folder/b.bib folder/b.bib -", "folder/b.bib a b; folder/b.bib a#2 b#2; stdin stdin:1 stdin:2 map[]"},
	} {
		for _, jobs := range []int{1, 4} {
			if got := collected(t, dir, jobs, strings.Fields(c.names)...); got != c.want {
				t.Errorf("%s, %d jobs:\n got %s\nwant %s", c.names, jobs, got, c.want)
			}
		}
	}
}

func TestPapersEndEarly(t *testing.T) {
	var names []string
	dir := put(t, named{"a.bib", refsBib})
	for range 100 {
		names = append(names, filepath.Join(dir, "a.bib"))
	}
	stop := errors.New("enough")
	if _, err := Papers(context.Background(), Source{Names: names, Jobs: 3},
		func(Result) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	_, err := Papers(ctx, Source{Names: names, Jobs: 3}, func(Result) error {
		if n++; n == 5 {
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || n > 20 {
		t.Errorf("%v after %d", err, n)
	}
}

// endless is standard input that is read from but never returns anything.
type endless struct{ asked chan struct{} }

func (e endless) Read([]byte) (int, error) {
	close(e.asked)
	select {}
}

// TestStandardInputEnds: the program does not wait for standard input once the context is done, or if there is none.
func TestStandardInputEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in := endless{make(chan struct{})}
	go func() { <-in.asked; cancel() }()
	_, err := Papers(ctx, Source{Names: []string{"-"}, Stdin: in}, func(r Result) error { t.Errorf("%+v", r); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	var none []Result
	if _, err := Papers(t.Context(), Source{Names: []string{"-"}},
		func(r Result) error { none = append(none, r); return nil }); err != nil {
		t.Error(err)
	}
	if len(none) != 1 || !errors.Is(none[0].Err, ErrNoStdin) {
		t.Errorf("%+v", none)
	}
}

// An archive that begins with an uncompressed paper is not a paper.
func TestStoredPapers(t *testing.T) {
	var z, u bytes.Buffer
	w := zip.NewWriter(&z)
	e, err := w.CreateHeader(&zip.FileHeader{Name: "a.pdf", Method: zip.Store})
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Write([]byte("%PDF-1.4 damaged"))
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	v := tar.NewWriter(&u)
	err = v.WriteHeader(&tar.Header{Name: "a.pdf", Size: 16, Mode: 0o644, Typeflag: tar.TypeReg})
	if _, writing := v.Write([]byte("%PDF-1.4 damaged")); err == nil {
		err = writing
	}
	if err = errors.Join(err, v.Close()); err != nil {
		t.Fatal(err)
	}
	dir := put(t, named{"z.zip", z.String()}, named{"u.tar", u.String()})
	if got := collected(t, dir, 2, "z.zip", "u.tar"); got != "!z.zip!a.pdf; !u.tar!a.pdf map[]" {
		t.Error(got)
	}
}

// An .aux file, and files outside the folder of a main file.
func TestBeside(t *testing.T) {
	dir := put(t, named{"p/main.tex", strings.Replace(mainTeX, "{refs}", "{../refs,bib/refs}", 1)},
		named{"p/bib/refs.bib", refsBib}, named{"refs.bib", "@misc{out, title={X}}"},
		named{"p/other.aux", "\\citation{b}\n\\bibdata{bib/refs}\n"})
	if err := os.Symlink(filepath.Join(dir, "refs.bib"), filepath.Join(dir, "p", "link.bib")); err != nil {
		testenv.Missing(t, "symlinks", "a file system with symbolic links: "+err.Error())
	}
	if got := collected(t, dir, 1, "p/main.tex", "p/other.aux"); got != "p/main.tex a b; p/other.aux a#2 b#2 map[]" {
		t.Error(got)
	}
	if err := os.WriteFile(filepath.Join(dir, "p", "main.tex"), []byte(strings.Replace(mainTeX, "{refs}", "{link}", 1)),
		0o644); err != nil {
		t.Fatal(err)
	}
	if got := collected(t, dir, 1, "p/main.tex"); got != "!p/main.tex map[]" {
		t.Errorf("a link out of the folder was followed: %s", got)
	}
}

// Papers in Markdown name their bibliographies in their heads.
func TestPandoc(t *testing.T) {
	head := "---\ntitle: X\nbibliography: [refs.bib, more.json]\n---\n\n"
	dir := put(t,
		named{"a.md", head + "It is so [@a, p. 3; see @c], said @b here. Ask @someone about @fig:one. It is not [@gone].\n"},
		named{"refs.bib", refsBib + "@misc{d, title={D}}"},
		named{"more.json", `[{"id":"c","type":"book","title":"C title"}]`}, named{"notes.md", "# Notes\n\nNothing here.\n"})
	if got := collected(t, dir, 1, "."); got != "a.md c a b d map[no document:1 part of a project:2]" {
		t.Error(got)
	}
	var docs []Document
	if _, err := Papers(context.Background(),
		Source{Names: []string{filepath.Join(dir, "a.md")}, Options: Options{Cited: true}}, func(r Result) error {
			docs = append(docs, r.Document)
			return r.Err
		}); err != nil {
		t.Fatal(err)
	}
	doc := docs[0]
	if len(doc.References) != 3 || len(doc.Problems) != 1 || doc.Problems[0].Rule != undefinedKey ||
		!strings.Contains(doc.Problems[0].Message, "gone") {
		t.Errorf("%+v", doc)
	}
	if c := doc.References[1].Citations; len(c) != 1 || c[0].Context != "It is so [@a, p. 3; see @c], said @b here." {
		t.Errorf("%+v", c)
	}
}
