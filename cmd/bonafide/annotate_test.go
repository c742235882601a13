package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/pdftest"
)

// A paper with the DOI of another work gets a note at the entry and one where it is cited.
func TestAnnotate(t *testing.T) {
	notShort(t)
	dir := t.TempDir()
	liveIn(t, dir)
	src := pdftest.Build(pdftest.Page{Texts: []pdftest.Text{
		{X: 72, Y: 740, Text: "Networks are trained with dropout [1], as is well known."},
		{X: 72, Y: 700, Size: 14, Bold: true, Text: "References"},
		{X: 72, Y: 680,
			Text: "[1] N. Srivastava, G. Hinton, A. Krizhevsky, I. Sutskever, and R. Salakhutdinov. Dropout: A simple way"},
		{X: 72, Y: 668,
			Text: "to prevent neural networks from overfitting. JMLR, 15:1929-1958, 2014. doi:10.1023/a:1010933404324"},
		{X: 72, Y: 656, Text: "[2] Y. LeCun, Y. Bengio, and G. Hinton. Deep learning. Nature, 521:436-444, 2015."},
	}})
	paper, marked := filepath.Join(dir, "paper.pdf"), filepath.Join(dir, "marked.pdf")
	if err := os.WriteFile(paper, src, 0o666); err != nil {
		t.Fatal(err)
	}
	run := func(args ...string) (string, error) {
		root := newRootCommand()
		var out bytes.Buffer
		root.SetOut(&out)
		root.SetErr(&out)
		root.SetArgs(args)
		err := root.Execute()
		return out.String(), err
	}
	told, err := run("annotate", paper, "-o", marked, "--memory", "none")
	if err == nil {
		t.Errorf("a wrong DOI ends with 0: %s", told)
	}
	out, readErr := os.ReadFile(marked)
	if readErr != nil {
		t.Fatalf("%v: %s", readErr, told)
	}
	if added := string(out[min(len(src), len(out)):]); !bytes.HasPrefix(out, src) ||
		!strings.Contains(added, "/Subtype/Highlight") {
		t.Errorf("%s: added %q", told, added)
	}
	if told, err = run("check", paper, "--memory", "none", "--annotate", filepath.Join(dir, "all")); err == nil {
		t.Errorf("a wrong DOI ends with 0: %s", told)
	}
	if same, _ := os.ReadFile(filepath.Join(dir, "all", "paper.pdf")); !bytes.Equal(same, out) {
		t.Errorf("check --annotate writes something else: %d bytes", len(same))
	}
	listed := filepath.Join(dir, "listed.pdf")
	if told, err = run("annotate", "--summary", paper, "-o", listed, "--memory", "none"); err == nil {
		t.Errorf("a wrong DOI ends with 0: %s", told)
	}
	if with, err := os.ReadFile(listed); err != nil || !bytes.HasPrefix(with, src) ||
		!bytes.Contains(with[len(src):], []byte("/BaseFont/Helvetica-Bold")) {
		t.Errorf("no page of summary: %v, %d bytes", err, len(with))
	}
	other := filepath.Join(dir, "other")
	if err := os.MkdirAll(other, 0o777); err != nil {
		t.Fatal(err)
	}
	namesake := filepath.Join(other, "paper.pdf")
	if err := os.WriteFile(namesake, src, 0o666); err != nil {
		t.Fatal(err)
	}
	if told, err := run("annotate", paper, namesake, "--into", other, "--memory", "none"); err == nil ||
		!strings.Contains(told, "would replace a paper") {
		t.Errorf("a copy in the place of a paper: %v: %s", err, told)
	}
	if same, _ := os.ReadFile(namesake); !bytes.Equal(same, src) {
		t.Error("another paper was replaced")
	}
	for _, bad := range [][]string{{"annotate", paper}, {"annotate", paper, "-o", paper},
		{"annotate", paper, paper, "-o", marked}, {"annotate", "x.bib", "-o", marked}} {
		if told, err := run(bad...); err == nil {
			t.Errorf("%v: %s", bad, told)
		}
	}
	if same, _ := os.ReadFile(paper); !bytes.Equal(same, src) {
		t.Error("the paper itself was changed")
	}
}
