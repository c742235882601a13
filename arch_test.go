// Package bonafide_test checks the import rules: what each package's doc.go says must be true of the code.
package bonafide_test

import (
	"go/ast"
	"go/parser"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

const modulePath = "github.com/bonafide-audit/bonafide"

// impure lists what a Pure package must not import: the network, the file system, the clock, cancellation and
// randomness.
var impure = []string{"net/http", "os", "time", "context", "math/rand", "math/rand/v2"}

// doors are the front ends besides the programs in cmd: they read requests, call the other packages, and
// present the results.
var doors = []string{".", "internal/mcp", "internal/lsp", "internal/web"}

// law is what a package's doc.go states.
type law struct {
	dir       string   // relative to the root, "internal/ident"
	pure      bool     // it is marked Pure
	importers []string // folders below internal/, "cmd", "source/..." or "everything"
	stated    bool     // the line exists
	imports   []string // what its non-test files import
}

func TestImportLaw(t *testing.T) {
	laws := readLaws(t)
	for _, l := range laws {
		if !strings.HasPrefix(l.dir, "internal/") || ofTests(l.dir) {
			continue
		}
		if !l.stated {
			t.Errorf("%s: the package comment has no line \"May be imported by: …\"", l.dir)
		}
		for _, name := range l.importers {
			if !known(name, laws) {
				t.Errorf("%s: may be imported by %q, which does not exist", l.dir, name)
			}
		}
		if l.pure {
			for _, imp := range l.imports {
				if slices.Contains(impure, imp) {
					t.Errorf("%s calls itself Pure and imports %s", l.dir, imp)
				}
			}
		}
	}
	for _, importer := range laws {
		for _, imp := range importer.imports {
			if l, ok := find(laws, imp); ok && !l.allows(importer.dir) && !ofTests(importer.dir) {
				t.Errorf("%s imports %s, whose doc.go does not list it", importer.dir, l.dir)
			}
		}
	}
}

// TestProductWithoutTestHelpers keeps test servers and helpers out of the product. The laboratory plays
// services with them.
func TestProductWithoutTestHelpers(t *testing.T) {
	for _, l := range readLaws(t) {
		if strings.HasPrefix(l.dir, "internal/lab/") {
			continue
		}
		for _, imp := range l.imports {
			if dir, ok := strings.CutPrefix(imp, modulePath+"/"); ok && ofTests(dir) && !ofTests(l.dir) {
				t.Errorf("%s imports %s, which is for tests", l.dir, imp)
			}
		}
	}
}

// ofTests reports whether only tests may import a package.
func ofTests(dir string) bool { return strings.HasPrefix(dir, "internal/testing/") }

// TestProductWithoutLaboratory keeps the product independent of what measures it.
func TestProductWithoutLaboratory(t *testing.T) {
	for _, l := range readLaws(t) {
		if l.dir == "cmd/bonafide-lab" || l.dir == "internal/lab" || strings.HasPrefix(l.dir, "internal/lab/") {
			continue
		}
		for _, imp := range l.imports {
			if strings.HasPrefix(imp+"/", modulePath+"/internal/lab/") {
				t.Errorf("%s imports %s, which is of the laboratory", l.dir, imp)
			}
		}
	}
}

func known(name string, laws []law) bool {
	if name == "everything" || name == "cmd" || name == "doors" {
		return true
	}
	name = strings.TrimSuffix(name, "/...")
	return slices.ContainsFunc(laws, func(l law) bool { return l.dir == "internal/"+name || l.dir == name })
}

// allows reports whether a package in the folder dir may import l. A package may always be imported by packages
// in its own folder.
func (l law) allows(dir string) bool {
	if strings.HasPrefix(dir, l.dir+"/") {
		return true
	}
	short := strings.TrimPrefix(dir, "internal/")
	for _, name := range l.importers {
		tree, isTree := strings.CutSuffix(name, "/...")
		switch {
		case name == "everything", name == short, name == dir:
			return true
		case (name == "cmd" || name == "doors") && strings.HasPrefix(dir, "cmd/"):
			return true
		case name == "doors" && slices.Contains(doors, dir):
			return true
		case isTree && (short == tree || strings.HasPrefix(short, tree+"/")):
			return true
		}
	}
	return false
}

func find(laws []law, imported string) (law, bool) {
	dir, ok := strings.CutPrefix(imported, modulePath+"/")
	if !ok {
		return law{}, false
	}
	i := slices.IndexFunc(laws, func(l law) bool { return l.dir == dir })
	if i < 0 || !strings.HasPrefix(dir, "internal/") {
		return law{}, false
	}
	return laws[i], true
}

func readLaws(t *testing.T) []law {
	t.Helper()
	var laws []law
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if name := d.Name(); p != "." && (strings.HasPrefix(name, ".") || name == "testdata") {
			return filepath.SkipDir
		}
		if l, ok := readLaw(t, filepath.ToSlash(p)); ok {
			laws = append(laws, l)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return laws
}

func readLaw(t *testing.T, dir string) (law, bool) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	l := law{dir: dir}
	files := 0
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		files++
		file, err := parser.ParseFile(token.NewFileSet(), path.Join(dir, e.Name()), nil,
			parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		l.read(file)
	}
	return l, files > 0
}

// importersLine begins the line of a package comment that names the allowed importers.
const importersLine = "May be imported by:"

func (l *law) read(file *ast.File) {
	for _, imp := range file.Imports {
		if p, err := strconv.Unquote(imp.Path.Value); err == nil && !slices.Contains(l.imports, p) {
			l.imports = append(l.imports, p)
		}
	}
	if file.Doc == nil {
		return
	}
	lines := strings.Split(file.Doc.Text(), "\n")
	for i, line := range lines {
		if strings.TrimSpace(line) == "Pure." {
			l.pure = true
		}
		names, ok := strings.CutPrefix(line, importersLine)
		if !ok {
			continue
		}
		l.stated = true
		for _, more := range lines[i+1:] { // the list may continue
			if strings.TrimSpace(more) == "" {
				break
			}
			names += " " + more
		}
		names, _, _ = strings.Cut(names, "(")
		for _, name := range strings.Split(strings.TrimSuffix(strings.TrimSpace(names), "."), ",") {
			l.importers = append(l.importers, strings.TrimSpace(name))
		}
	}
}

// catchers are the only files that recover from a panic; everything else uses parallel.Try. Damaged indexes,
// web requests and messages of an editor have handlers of their own.
var catchers = []string{"internal/parallel/try.go", "internal/index/format.go", "internal/web/errors.go",
	"internal/lsp/conn.go"}

func TestPanicsAreCaughtAtBorders(t *testing.T) {
	var found []string
	for _, root := range []string{"internal", "cmd", "client"} {
		err := filepath.WalkDir(root, func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || path.Ext(p) != ".go" || strings.HasSuffix(p, "_test.go") {
				return err
			}
			src, err := os.ReadFile(p)
			if strings.Contains(string(src), "recover()") {
				found = append(found, filepath.ToSlash(p))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(found)
	if want := slices.Sorted(slices.Values(catchers)); !slices.Equal(found, want) {
		t.Errorf("panics are caught in %v, want %v", found, want)
	}
}

// TestWidth limits lines of code to 120 columns. What cannot be broken may be longer: a literal (a pattern, a
// query, a table of words), an address, and the importers of a package.
func TestWidth(t *testing.T) {
	const width = 120
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(p) != ".go" {
			return err
		}
		src, err := os.ReadFile(p)
		if err != nil {
			return err
		}
		unbroken := linesOfLiterals(src)
		for n, line := range strings.Split(string(src), "\n") {
			whole := unbroken[n+1] || strings.HasPrefix(line, "// May be imported by") || strings.Contains(line, "https://")
			if utf8.RuneCountInString(line) > width && !whole {
				t.Errorf("%s:%d is wider than %d columns", p, n+1, width)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// linesOfLiterals returns the lines with a literal that fills most of a line or spans several.
func linesOfLiterals(src []byte) map[int]bool {
	const most = 50
	files := token.NewFileSet()
	file := files.AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, 0)
	lines := map[int]bool{}
	for {
		pos, kind, literal := s.Scan()
		if kind == token.EOF {
			return lines
		}
		if first, more := file.Line(pos), strings.Count(literal, "\n"); kind == token.STRING &&
			(more > 0 || len(literal) > most) {
			for n := first; n <= first+more; n++ {
				lines[n] = true
			}
		}
	}
}

// TestVerdictWords: outside of judge nothing reads a meaning out of the word of a rule. Reasons state the status of
// their field, notices are asked for their remark, and patches say what they are for. Notices are facts about a work,
// and have no status.
func TestVerdictWords(t *testing.T) {
	rules := map[string]bool{}
	for _, topic := range judge.Topics() {
		if judge.StatusOf(topic.Word) != judge.NoStatus {
			rules[`"`+topic.Word+`"`] = true
		}
	}
	rules[`"contested"`], rules[`"-differs"`], rules[`"-undecided"`], rules[`"-unrecorded"`] = true, true, true, true
	rules[`"versions-mixed"`], rules[`"same-person-twice"`] = false, false // notices have the same words
	if len(rules) < 50 {
		t.Fatalf("only %d rules", len(rules))
	}
	for _, root := range []string{"internal", "cmd"} {
		err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
			inside := strings.HasPrefix(file, "internal/judge/") || strings.HasPrefix(file, "internal/lab/") ||
				strings.HasPrefix(file, "internal/testing/") || strings.HasPrefix(file, "cmd/bonafide-lab/")
			if err != nil || entry.IsDir() || inside || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
				return err
			}
			tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(tree, func(n ast.Node) bool {
				if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && rules[lit.Value] {
					t.Errorf("%s: %s is the word of a rule: ask the status of the reason", file, lit.Value)
				}
				if readsRule(n) {
					t.Errorf("%s: a rule is compared with a word: carry what it means as data", file)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// ofProblems are the words for what could not be read: no verdict, and no rule about a work.
var ofProblems = map[string]bool{"numbersMissing": true, `"duplicate-key"`: true,
	`"keys-only"`: true}

// readsRule reports whether a node compares the field Rule of something with another word than such a field.
func readsRule(n ast.Node) bool {
	rule := func(e ast.Expr) bool { s, ok := e.(*ast.SelectorExpr); return ok && s.Sel.Name == "Rule" }
	word := func(e ast.Expr) bool {
		switch e := e.(type) {
		case *ast.SelectorExpr:
			return !ofProblems[e.Sel.Name] && !rule(e)
		case *ast.Ident:
			return !ofProblems[e.Name]
		case *ast.BasicLit:
			return !ofProblems[e.Value] && e.Value != `""`
		}
		return true
	}
	switch n := n.(type) {
	case *ast.BinaryExpr:
		return (n.Op == token.EQL || n.Op == token.NEQ) && (rule(n.X) && word(n.Y) || rule(n.Y) && word(n.X))
	case *ast.SwitchStmt:
		return n.Tag != nil && rule(n.Tag)
	case *ast.CallExpr:
		called, ok := n.Fun.(*ast.SelectorExpr)
		of, named := &ast.Ident{}, false
		if ok {
			of, named = called.X.(*ast.Ident)
		}
		return named && of.Name == "strings" && slices.Contains([]string{"HasPrefix", "HasSuffix", "Contains", "CutPrefix"},
			called.Sel.Name) && rule(n.Args[0])
	}
	return false
}
