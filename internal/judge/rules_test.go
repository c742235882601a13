package judge

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Words in reports are explained, each once, and doc/verdicts.md has them all.
func TestEveryWordIsExplained(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join("..", "..", "doc", "verdicts.md"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, topic := range Topics() {
		if topic.Short == "" || topic.Long == "" {
			t.Errorf("%s is not explained", topic.Word)
		}
		if !strings.Contains(string(doc), "`"+topic.Word+"`") {
			t.Errorf("doc/verdicts.md does not have %s", topic.Word)
		}
		if seen[topic.Word] && topic.Word != "not-found" {
			t.Errorf("%s stands twice", topic.Word)
		}
		seen[topic.Word] = true
	}
	for rule, place := range writtenRules(t) {
		if _, ok := Explain(rule); !ok {
			t.Errorf("%s: the rule %s has no topic", place, rule)
		}
	}
	for _, v := range everyVerdict() {
		for _, r := range v.Reasons {
			if _, ok := Explain(r.Rule); !ok { // a name composed of field and suffix
				t.Errorf("no topic %s", r.Rule)
			}
			if r.Message == "" {
				t.Errorf("%s has no message", r.Rule)
			}
		}
	}
	for _, o := range Outcomes {
		if _, ok := Explain(o.String()); !ok {
			t.Errorf("no topic %s", o)
		}
	}
}

// writtenRules returns the names of rules in the code of the package, each with its place: values of fields and
// variables named rule, and arguments for parameters named rule.
func writtenRules(t *testing.T) map[string]string {
	t.Helper()
	set := token.NewFileSet()
	names, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	rules, parameters := map[string]string{}, map[string]int{}
	add := func(e ast.Expr) {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if rule, err := strconv.Unquote(lit.Value); err == nil {
				rules[rule] = set.Position(lit.Pos()).String()
			}
		}
	}
	for _, file := range files {
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				if i := slices.Index(parametersOf(f), "rule"); i >= 0 {
					parameters[f.Name.Name] = i
				}
			}
		}
	}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				if called(n.Key) == "rule" {
					add(n.Value)
				}
			case *ast.AssignStmt:
				for i, left := range n.Lhs {
					if called(left) == "rule" && len(n.Rhs) == len(n.Lhs) {
						add(n.Rhs[i])
					}
				}
			case *ast.CallExpr:
				if i, ok := parameters[called(n.Fun)]; ok && i < len(n.Args) {
					add(n.Args[i])
				}
			}
			return true
		})
	}
	if len(rules) < 20 {
		t.Fatalf("only %d rules are written in the code", len(rules))
	}
	return rules
}

// called returns the name of a variable, field or function, rule for Rule.
func called(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return strings.Replace(e.Name, "Rule", "rule", 1)
	case *ast.SelectorExpr:
		return called(e.Sel)
	}
	return ""
}

func parametersOf(f *ast.FuncDecl) (names []string) {
	for _, field := range f.Type.Params.List {
		for _, name := range field.Names {
			names = append(names, name.Name)
		}
	}
	return names
}
