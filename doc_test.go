package bonafide_test

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	linked  = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	quoted  = regexp.MustCompile("`([^`]+)`")
	heading = regexp.MustCompile(`(?m)^#+ +(.*)$`)
)

// entrances are the pages that lead to all others.
var entrances = []string{"README.md", "doc/users.md", "doc/developers.md"}

// TestLinks follows every link of a page to a file of the checkout, and every
// page of doc/ from an entrance.
func TestLinks(t *testing.T) {
	reached := map[string]bool{}
	for _, page := range pages(t) {
		for _, m := range linked.FindAllStringSubmatch(prose(read(t, page)), -1) {
			target, anchor, _ := strings.Cut(m[1], "#")
			if strings.Contains(target, ":") {
				continue
			}
			file := page
			if target != "" {
				file = path.Join(path.Dir(page), target)
			}
			if _, err := os.Stat(filepath.FromSlash(file)); err != nil {
				t.Errorf("%s: the link %s leads nowhere", page, m[1])
				continue
			}
			if anchor != "" && !anchors(read(t, file))[anchor] {
				t.Errorf("%s: %s has no heading for the link %s", page, file, m[1])
			}
			if slices.Contains(entrances, page) {
				reached[file] = true
			}
		}
	}
	for _, page := range pages(t) {
		if path.Dir(page) == "doc" && !reached[page] {
			t.Errorf("no entrance links %s", page)
		}
	}
}

// TestCasesOfThresholds holds the comments that name the test which fixes a threshold to
// tests that exist.
func TestCasesOfThresholds(t *testing.T) {
	tests, named := map[string]bool{}, map[string]string{}
	declared, name := regexp.MustCompile(`(?m)^func (Test\w+)\(`), regexp.MustCompile(`\bTest\w+`)
	for _, dir := range []string{"match", "judge", "audit", "fold", "extract/reflist", "extract/paper", "extract/prose", "refstring"} {
		files, err := filepath.Glob(filepath.Join("internal", dir, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(dir, err)
		}
		for _, file := range files {
			text := read(t, file)
			for _, m := range declared.FindAllStringSubmatch(text, -1) {
				tests[m[1]] = true
			}
			for line := range strings.Lines(text) {
				if _, cases, ok := strings.Cut(line, "case: "); ok {
					for _, n := range name.FindAllString(cases, -1) {
						named[n] = file
					}
				}
			}
		}
	}
	if len(named) == 0 {
		t.Fatal("no threshold names its case")
	}
	for n, file := range named {
		if !tests[n] {
			t.Errorf("%s names %s, which is no test", file, n)
		}
	}
}

// TestPackageTable holds the tables of doc/architecture.md to the packages that
// exist: each in one row, and pure where its package comment says so.
func TestPackageTable(t *testing.T) {
	_, table, _ := strings.Cut(read(t, "doc/architecture.md"), "\n## Packages\n")
	table, _, _ = strings.Cut(table, "\n## ")
	listed := map[string]bool{} // package → called pure
	for _, row := range strings.Split(table, "\n") {
		cells := strings.Split(row, "|")
		if len(cells) != 5 || !strings.Contains(cells[1], "`") {
			continue
		}
		dir := strings.Trim(cells[1], " `")
		if _, twice := listed[dir]; twice {
			t.Errorf("doc/architecture.md: %s stands in the table twice", dir)
		}
		listed[dir] = strings.TrimSpace(cells[3]) == "yes"
	}
	for _, l := range readLaws(t) {
		pure, ok := listed[l.dir]
		if !ok {
			t.Errorf("doc/architecture.md: the table lacks %s", l.dir)
		} else if pure != l.pure {
			t.Errorf("doc/architecture.md: %s: pure is %v in the table and %v in its package comment", l.dir, pure, l.pure)
		}
		delete(listed, l.dir)
	}
	for dir := range listed {
		t.Errorf("doc/architecture.md: there is no package %s", dir)
	}
}

// pages lists the Markdown files of the checkout, test data left out.
func pages(t *testing.T) []string {
	t.Helper()
	var list []string
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && p != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata"):
			return filepath.SkipDir
		case !d.IsDir() && strings.HasSuffix(p, ".md"):
			list = append(list, filepath.ToSlash(p))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// prose takes code out of a page: what looks like a link there is an example.
func prose(page string) string {
	parts := strings.Split(page, "```")
	for i := range parts {
		if i%2 == 1 {
			parts[i] = ""
		}
	}
	return quoted.ReplaceAllString(strings.Join(parts, ""), "")
}

// anchors gives the names under which the headings of a page can be linked.
func anchors(page string) map[string]bool {
	names := map[string]bool{}
	for _, m := range heading.FindAllStringSubmatch(page, -1) {
		name := strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case strings.ContainsRune("`.,:;()/…'\"", r):
				return -1
			}
			return r
		}, strings.ToLower(m[1]))
		names[name] = true
	}
	return names
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.FromSlash(name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
