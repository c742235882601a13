package catalogue

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const code = `package p

type body struct {
	Name string ` + "`json:\"name\" doc:\"name of the file\"`" + `
}

var list = words("ol ul dl table section article")

func f(err error, n int, files []string, key string) error {
	if strings.Contains(key, "is a pattern") || key == "is compared with" {
		db.Exec("SELECT a FROM b WHERE c = ?")
	}
	switch key {
	case "is a case":
		return fmt.Errorf("cannot read %s: %w", key, err)
	}
	say(3, "the file has %d %s and more", n, plural(n, "entry"))
	return errors.New("the list of " + names(files) + " is " +
		"not complete")
}
`

// Messages are collected from calls, concatenations and tags; patterns and queries are not.
func TestMessages(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"p.go": code, "p_test.go": "package p\n\nvar x = \"not the program's\"\n",
		"pages/p.tmpl": "<p>You have {{.N}} runs.</p>",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	list, err := Messages(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range list {
		got = append(got, m.Text)
	}
	want := []string{"name of the file", "cannot read smith2019: permission denied", "the file has 3 entrys and more",
		"the list of ‹files› is not complete", "You have … runs."}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}

	for text, within := range map[string]bool{
		"cannot read a.bib: no such file": true, "cannot write a.bib: no such file": false,
	} {
		if list[1].Within(text) != within {
			t.Errorf("%q: %v", text, !within)
		}
	}
}

// A message missing from a catalogue, and one that the program no longer has, are reported.
func TestDiffering(t *testing.T) {
	got := strings.Join(differing("a b\nc d\n", "a b\ne f\n"), "; ")
	if got != "lacks e f; has, and the program does not: c d" {
		t.Error(got)
	}
	if list := differing("a\nb\n", "b\na\n"); len(list) != 1 {
		t.Error(list)
	}
	if list := differing("a\n", "a\n"); len(list) != 0 {
		t.Error(list)
	}
}
