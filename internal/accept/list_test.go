package accept

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/bonafide-audit/bonafide/row"
)

// repository creates a repository with files, all of them committed, and returns its folder.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		put(t, filepath.Join(dir, name), text)
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."},
		{"-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "-q", "-m", "first"}} {
		cmd := exec.CommandContext(t.Context(), "git", args...)
		cmd.Dir = dir
		cmd.Env = append(environment(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull)
		if out, err := cmd.CombinedOutput(); err != nil {
			testenv.Missing(t, "git", fmt.Sprintf("a working git (%v: %s)", err, out))
		}
	}
	return dir
}

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// oneInALine reads one reference, its key and its title, per line.
func oneInALine(name string, src []byte) ([]biblio.Reference, error) {
	if strings.HasPrefix(string(src), "%PDF") {
		return nil, fmt.Errorf("%s: damaged", name)
	}
	var refs []biblio.Reference
	for line := range strings.Lines(string(src)) {
		key, title, _ := strings.Cut(strings.TrimSpace(line), " ")
		refs = append(refs, biblio.Reference{Key: key, Claimed: biblio.Work{Title: title}})
	}
	return refs, nil
}

// Only entries added or changed since a revision count.
func TestChangedSince(t *testing.T) {
	const before = "breiman Random forests\nlecun Deep learning\n"
	dir := repository(t, map[string]string{"refs.bib": before, "chapter/refs.bib": before, "old.pdf": "%PDF"})
	put(t, filepath.Join(dir, "new.bib"), before)
	l, err := Open(t.Context(),
		Options{Inputs: []string{dir, filepath.Join(dir, "refs.bib")}, ChangedSince: "HEAD", Read: oneInALine})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, file, key, title string
		codes                  string
		want                   string
	}{
		{"as it was", "refs.bib", "lecun", "Deep learning", "H4", report.Unchanged},
		{"another claim", "refs.bib", "lecun", "Deep sleep", "H4", ""},
		{"another key", "refs.bib", "lecun2015", "Deep learning", "H4", ""},
		{"as it was, deeper", "chapter/refs.bib", "breiman", "Random forests", "H4", report.Unchanged},
		{"changed, deeper", "chapter/refs.bib", "breiman", "Random trees", "H4", ""},
		{"a new file", "new.bib", "lecun", "Deep learning", "H4", ""},
		{"a file that could not be read then", "old.pdf", "lecun", "Deep learning", "H4", ""},
		{"a file of another folder", "../refs.bib", "lecun", "Deep learning", "H4", ""},
		{"verified, of which nothing is said", "refs.bib", "lecun", "Deep learning", "R1", ""},
	} {
		ref := biblio.Reference{Key: c.key, Claimed: biblio.Work{Title: c.title}}
		f := report.Finding{Finding: row.Finding{Key: c.key, Codes: []string{c.codes}, Digest: report.Digest(&ref),
			Place: row.Place{File: filepath.Join(dir, c.file)}}}
		if l.Mark(&f); f.Suppressed != c.want {
			t.Errorf("%s: %q, want %q", c.name, f.Suppressed, c.want)
		}
	}
	for revision, want := range map[string]string{"nowhere": "--changed-since nowhere: ", "--all": "is not a revision",
		"HEAD\nx": "is not a revision"} {
		if _, err := Open(t.Context(), Options{Inputs: []string{dir}, ChangedSince: revision}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", revision, err)
		}
	}
	if _, err := Open(t.Context(), Options{Inputs: []string{t.TempDir()}, ChangedSince: "HEAD"}); err == nil ||
		!strings.Contains(err.Error(), "not a git repository") {
		t.Errorf("outside of a repository: %v", err)
	}
	if text, ok := AtCommit(t.Context(), "HEAD", filepath.Join(dir, "refs.bib")); !ok || string(text) != before {
		t.Errorf("%q, %v", text, ok)
	}
	if text, ok := AtCommit(t.Context(), "HEAD", filepath.Join(dir, "new.bib")); ok {
		t.Errorf("a file that was not committed is %q", text)
	}
	t.Setenv("GIT_DIR", filepath.Join(dir, "elsewhere")) // as in a hook of another repository
	if _, ok := AtCommit(t.Context(), "HEAD", filepath.Join(dir, "refs.bib")); !ok {
		t.Error("the repository of a hook is asked")
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Open(ctx, Options{Inputs: []string{dir}, ChangedSince: "HEAD"}); err == nil {
		t.Error("git is asked by who was cancelled")
	}
}

// Comments apply to the BibTeX file that contains them, on disk or in an editor, and to nothing else.
func TestMarkByComment(t *testing.T) {
	const text = "% bonafide: ignore H4: the offprint\n@article{lecun, title={Deep learning}}\n"
	l, dir := listOf(t,
		map[string]string{"refs.bib": text, "refs.txt": text, "REFS.BIB": text,
			"plain.bib": strings.Repeat("%", len("% bonafide: ignore H4: the offprint")) +
				text[len("% bonafide: ignore H4: the offprint"):], "given.bib": text})
	l.Given(filepath.Join(dir, "given.bib"))
	editor, err := Open(t.Context(),
		Options{Accepted: true,
			Texts: map[string]string{filepath.Join(dir, "unsaved.bib"): text,
				filepath.Join(dir, "refs.bib"): "\n\n" + text[36:]}})
	if err != nil {
		t.Fatal(err)
	}
	off, err := Open(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	entry := strings.Index(text, "@")
	for _, c := range []struct {
		name, file string
		list       *List
		codes      string
		span       int // start of the entry; -1 if unknown
		want       string
	}{
		{"above the entry", "refs.bib", l, "H4", entry, "H4 the offprint"},
		{"one of two codes", "refs.bib", l, "H1 H4", entry, "H4 the offprint"},
		{"another code", "refs.bib", l, "H1", entry, ""},
		{"an entry elsewhere", "refs.bib", l, "H4", entry + 5, ""},
		{"a place that is not known", "refs.bib", l, "H4", -1, ""},
		{"a name in capitals", "REFS.BIB", l, "H4", entry, "H4 the offprint"},
		{"no BibTeX", "refs.txt", l, "H4", entry, ""},
		{"without a comment", "plain.bib", l, "H4", entry, ""},
		{"bytes that were handed in", "given.bib", l, "H4", entry, ""},
		{"a file that is not there", "absent.bib", l, "H4", entry, ""},
		{"not saved", "unsaved.bib", editor, "H4", entry, "H4 the offprint"},
		{"removed in the editor", "refs.bib", editor, "H4", 2, ""},
		{"nothing is to be accepted", "refs.bib", off, "H4", entry, ""},
	} {
		f := report.Finding{Finding: row.Finding{Key: "lecun", Codes: strings.Fields(c.codes), Digest: "00",
			Raw: "@article{lecun, title={Deep learning}}", Place: row.Place{File: filepath.Join(dir, c.file)}}}
		if c.span >= 0 {
			f.Span.Start, f.Span.End = c.span, c.span+len(f.Raw)
		}
		c.list.Mark(&f)
		got := ""
		for _, a := range f.Accepted {
			got += a.Code + " " + a.Reason
			if a.By != "comment" || a.Stale {
				t.Errorf("%s: %+v", c.name, a)
			}
		}
		if got != c.want {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

// A nil list accepts all calls.
func TestNoList(t *testing.T) {
	var l *List
	l.Given("stdin")
	if problems := l.Load([]string{"refs.bib"}); problems != nil {
		t.Errorf("%+v", problems)
	}
	dir := t.TempDir()
	put(t, filepath.Join(dir, FileName), "broken")
	put(t, filepath.Join(dir, "refs.bib"), "x")
	off, err := Open(t.Context(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if problems := off.Load([]string{filepath.Join(dir, "refs.bib")}); len(problems) > 0 {
		t.Errorf("a file that nobody wants to be read: %+v", problems)
	}
}

// What is inside an archive is not a file, whatever its name; a file name may contain the separator.
func TestIsFile(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"some.zip", "what!.bib", "yes! no.bib"} {
		put(t, filepath.Join(dir, name), "x")
	}
	for name, want := range map[string]bool{"some.zip": true, "what!.bib": true, "yes! no.bib": true,
		"some.zip!refs.bib": false, "absent.bib": false, ".": false} {
		if got := IsFile(filepath.Join(dir, name)); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if IsFile("") {
		t.Error("nothing is a file")
	}
	put(t, filepath.Join(dir, "archive!refs.bib"), "x")
	l := &List{accepts: true, dirs: map[string]*File{}, files: map[string]*File{}, texts: map[string]string{},
		onDisk: map[string]bool{}}
	l.Given(filepath.Join(dir, "archive"))
	if l.isFile(filepath.Join(dir, "archive!refs.bib")) {
		t.Error("a member of bytes that were handed in is a file")
	}
}

// An invalid baseline is for the user to correct.
func TestOpenBaseline(t *testing.T) {
	if _, err := Open(t.Context(), Options{Baseline: strings.NewReader("my thesis\n")}); err == nil ||
		!strings.HasPrefix(err.Error(), "--baseline: ") {
		t.Errorf("%v", err)
	}
	l, err := Open(t.Context(), Options{Baseline: strings.NewReader(`{"kind":"run","schema":"bonafide/1"}
{"kind":"finding","id":"a","key":"a","outcome":"discrepant","codes":["H1"],"digest":"T"}
{"kind":"finding","id":"old","key":"old","outcome":"discrepant","codes":["H1"]}
{"kind":"summary","references":2}
`)})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name string
		f    report.Finding
		want string
	}{
		{"known", report.Finding{Finding: row.Finding{Key: "a", Codes: []string{"H1"}, Digest: "T"}}, report.Baseline},
		{"known without what it claims", report.Finding{Finding: row.Finding{Key: "old", Codes: []string{"H1"}}}, ""},
		{"verified, of which nothing is said",
			report.Finding{Finding: row.Finding{Key: "a", Codes: []string{"R1"}, Digest: "T"}}, ""},
	} {
		if l.Mark(&c.f); c.f.Suppressed != c.want {
			t.Errorf("%s: %q", c.name, c.f.Suppressed)
		}
	}
}

// Files are named as people know them: relative to the current folder.
func TestShown(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(root, "thesis", FileName), "x")
	t.Chdir(root)
	if got := Shown(filepath.Join(root, "thesis", FileName)); got != filepath.Join("thesis", FileName) {
		t.Error(got)
	}
	t.Chdir("thesis")
	if got, above := Shown(filepath.Join(root, "thesis", FileName)), Shown(filepath.Join(root, "x")); got != FileName ||
		above != filepath.Join(root, "x") {
		t.Errorf("%s, above %s", got, above)
	}
}

// A finding is accepted with or without a date, and the mark names the file and line.
func TestAcceptedDate(t *testing.T) {
	l, dir := listOf(t,
		map[string]string{"refs.bib": "x",
			FileName: entryText("dated", "H4", "00") + "[[accepted]]\nentry='undated'\ncode='H4'\nclaims='00'\nreason='r'\n"})
	for key, want := range map[string]string{"dated": "2026-11-22 1", "undated": " 7"} {
		f := report.Finding{Finding: row.Finding{Key: key, Codes: []string{"H4"}, Digest: "00",
			Place: row.Place{File: filepath.Join(dir, "refs.bib")}}}
		l.Mark(&f)
		if len(f.Accepted) != 1 {
			t.Fatalf("%s: %+v", key, f.Accepted)
		}
		a := f.Accepted[0]
		if got := a.Date + " " + a.By[strings.LastIndex(a.By, ":")+1:]; got != want || a.Stale {
			t.Errorf("%s: %q, %+v", key, got, a)
		}
	}
}
