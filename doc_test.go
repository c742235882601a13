package bonafide_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
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

// TestLinks checks that every link of a page leads to a file in the checkout, and that every page of doc/ can
// be reached from an entrance.
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

// TestCasesOfThresholds checks that the tests named in comments on thresholds exist.
func TestCasesOfThresholds(t *testing.T) {
	tests, named := map[string]bool{}, map[string]string{}
	declared, name := regexp.MustCompile(`(?m)^func (Test\w+)\(`), regexp.MustCompile(`\bTest\w+`)
	for _, dir := range []string{"match", "judge", "audit", "normalise", "extract/reflist",
		"extract/paper", "extract/prose",
		"refstring", "refstring/tagger",
		"lint", "cite", "claim", "claimcheck", "fix", "fix/entry", "fix/tidy", "extract/entries", "extract/reading",
		"extract/markup", "extract/office", "extract", "source/offline", "ident", "pdf"} {
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

// TestPackageTable compares the tables of doc/architecture.md with the existing packages: each is in one row,
// and pure if its package comment says so.
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

// TestNamedPlaces compares the table of CONTRIBUTING.md and the index of doc/architecture.md with the code. In
// the last column of a row a file or folder must exist, and a Go name must be declared in the file or package
// named before it.
func TestNamedPlaces(t *testing.T) {
	for page, title := range map[string]string{"CONTRIBUTING.md": "Where each change goes",
		"doc/architecture.md": "Where things are decided"} {
		_, table, _ := strings.Cut(read(t, page), "\n## "+title+"\n")
		table, _, _ = strings.Cut(table, "\n## ")
		named := 0
		for row := range strings.Lines(table) {
			cells := strings.Split(row, "|")
			if len(cells) != 4 {
				continue
			}
			place := "" // the file or folder named last
			for _, m := range quoted.FindAllStringSubmatch(cells[2], -1) {
				word := m[1]
				switch next := placeOf(place, word); {
				case strings.ContainsAny(word, "<> "): // a pattern or a command
				case next != "":
					place = next
					named++
				case !goName.MatchString(word):
					t.Errorf("%s: there is no file %s", page, word)
				case !declares(t, place, word):
					t.Errorf("%s: %s does not declare %s", page, place, word)
				default:
					named++
				}
			}
		}
		if named < 10 {
			t.Errorf("%s: only %d files and names were found under %q", page, named, title)
		}
	}
}

// TestMeasuredRules compares the tests and numbers named in the table of decision 0009 with the code: a renamed
// test would guard nothing.
func TestMeasuredRules(t *testing.T) {
	table := read(t, "internal/lab/data/rules.tsv")
	var code strings.Builder
	err := filepath.WalkDir("internal", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && path.Ext(p) == ".go" {
			code.WriteString(read(t, p))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]bool{}
	for _, w := range goWord.FindAllString(code.String(), -1) {
		words[w] = true
	}
	named := 0
	for row := range strings.Lines(table) {
		cells := strings.Split(strings.TrimSuffix(row, "\n"), "\t")
		if len(cells) != 6 {
			t.Fatalf("a row has %d cells: %q", len(cells), row)
		}
		names := testName.FindAllString(row, -1)
		if cells[2] != "" && !strings.ContainsAny(cells[1], " /") { // a number by name
			names = append(names, cells[1])
		}
		for _, name := range names {
			named++
			if !words[name] {
				t.Errorf("%s of %q stands nowhere in internal/", name, cells[1])
			}
		}
	}
	if named < 100 {
		t.Errorf("only %d names were found", named)
	}
}

var (
	goWord   = regexp.MustCompile(`[A-Za-z]\w*`)
	testName = regexp.MustCompile(`\bTest[A-Z]\w*`)
)

// TestQualifiedNames checks names like `run.Options` on the pages of doc/: a package below internal/ must
// declare each.
func TestQualifiedNames(t *testing.T) {
	places := map[string]string{} // package → folder
	for _, l := range readLaws(t) {
		places[path.Base(l.dir)] = l.dir
	}
	named := 0
	for _, page := range pages(t) {
		if path.Dir(page) != "doc" {
			continue
		}
		for _, m := range qualified.FindAllStringSubmatch(read(t, page), -1) {
			if place := places[m[1]]; place != "" {
				named++
				if !declares(t, place, m[2]) {
					t.Errorf("%s: %s does not declare %s", page, place, m[2])
				}
			}
		}
	}
	if named < 10 {
		t.Errorf("only %d names were found", named)
	}
}

var qualified = regexp.MustCompile("`([a-z]+)\\.([A-Z]\\w*(?:\\.\\w+)?)`")

var goName = regexp.MustCompile(`^\w+(\.\w+)?$`)

// placeOf returns the file or folder that a word names, relative to the root or to the folder named before; ""
// if it names none.
func placeOf(before, word string) string {
	folder := before
	if !isDir(before) {
		folder = path.Dir(before)
	}
	for _, name := range []string{path.Clean(word), path.Join(folder, word), path.Join(path.Dir(folder), word)} {
		if _, err := os.Stat(filepath.FromSlash(name)); err == nil {
			return name
		}
	}
	return ""
}

// declares reports whether a Go file, or the package of a folder, declares a name:
// "Name", "Type.Method", or "package.Name" of a package below internal/.
func declares(t *testing.T, place, name string) bool {
	t.Helper()
	first, rest, qualified := strings.Cut(name, ".")
	if dir := path.Join("internal", first); qualified && isDir(dir) {
		place, name = dir, rest
	}
	files := []string{filepath.FromSlash(place)}
	if isDir(place) {
		files, _ = filepath.Glob(filepath.Join(files[0], "*.go"))
	}
	for _, file := range files {
		if !strings.HasSuffix(file, ".go") {
			continue
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(declared(parsed), name) {
			return true
		}
	}
	return false
}

// declared returns what a file declares: functions, types, variables, constants, and fields and methods both
// alone and qualified by their type.
func declared(file *ast.File) []string {
	var names []string
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			names = append(names, n.Name.Name)
			if n.Recv != nil {
				names = append(names, strings.TrimPrefix(types.ExprString(n.Recv.List[0].Type), "*")+"."+n.Name.Name)
			}
			return false
		case *ast.TypeSpec:
			names = append(names, n.Name.Name)
			if s, ok := n.Type.(*ast.StructType); ok {
				for _, field := range s.Fields.List {
					for _, name := range field.Names {
						names = append(names, n.Name.Name+"."+name.Name)
					}
				}
			}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				names = append(names, name.Name)
			}
			return false
		case *ast.Field:
			for _, name := range n.Names {
				names = append(names, name.Name)
			}
		}
		return true
	})
	return names
}

// pages returns the Markdown files of the checkout, without test data.
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

// prose removes code from a page: what looks like a link there is an example.
func prose(page string) string {
	parts := strings.Split(page, "```")
	for i := range parts {
		if i%2 == 1 {
			parts[i] = ""
		}
	}
	return quoted.ReplaceAllString(strings.Join(parts, ""), "")
}

// anchors returns the names under which the headings of a page can be linked.
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

func isDir(name string) bool {
	info, err := os.Stat(filepath.FromSlash(name))
	return err == nil && info.IsDir()
}
