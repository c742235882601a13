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

// TestVerdictsPage compares doc/verdicts.md with the topics, from which its tables are generated. With
// BONAFIDE_UPDATE set it rewrites them.
func TestVerdictsPage(t *testing.T) {
	page := filepath.Join("..", "..", "doc", "verdicts.md")
	raw, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	for _, table := range []struct {
		name   string
		topics []Topic
	}{
		{"outcomes", outcomeTopics}, {"strengths", strengthTopics}, {"gravities", gravityTopics}, {"codes", codeTopics},
		{"rules of one field", fieldTopics()}, {"rules of the whole reference", slices.Concat(wholeRules, modelReasons)},
		{"notices", slices.Concat(noticeRules, modelNotices)},
	} {
		before, rest, found := strings.Cut(text, "<!-- "+table.name+" -->\n")
		_, after, ended := strings.Cut(rest, "<!-- end of "+table.name+" -->")
		if !found || !ended {
			t.Fatalf("doc/verdicts.md has no place for the table of %s", table.name)
		}
		text = before + "<!-- " + table.name + " -->\n" + tableOf(table.topics) + "<!-- end of " + table.name + " -->" + after
	}
	for _, topic := range Topics() {
		if !strings.Contains(text, "`"+topic.Word+"`") {
			t.Errorf("no table of doc/verdicts.md has %s", topic.Word)
		}
	}
	if text == string(raw) {
		return
	}
	if os.Getenv("BONAFIDE_UPDATE") == "" {
		t.Fatal("doc/verdicts.md differs from the code; BONAFIDE_UPDATE=1 go test ./internal/judge -run Page rewrites its tables")
	}
	if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// fieldTopics returns one topic for each rule about a field.
func fieldTopics() (list []Topic) {
	for _, what := range fieldRules {
		var words []string
		for _, field := range judged {
			if _, ok := Explain(ruleOf(field, what.suffix)); ok {
				words = append(words, ruleOf(field, what.suffix))
			}
		}
		list = append(list, Topic{Word: strings.Join(words, "`, `"),
			Short: strings.ReplaceAll(what.short, "FIELD", "field"), Long: strings.ReplaceAll(what.long, "FIELD", "field")})
	}
	return append(list, undecidedRules...)
}

// tableOf returns topics as a table of Markdown, with examples if any topic has one.
func tableOf(topics []Topic) string {
	head, rule := "| word | meaning |", "|---|---|"
	examples := slices.ContainsFunc(topics, func(t Topic) bool { return t.Example != "" })
	if examples {
		head, rule = head+" example |", rule+"---|"
	}
	var b strings.Builder
	b.WriteString(head + "\n" + rule + "\n")
	for _, t := range topics {
		b.WriteString("| `" + t.Word + "` | " + strings.ToUpper(t.Short[:1]) + t.Short[1:] + ". " + t.Long + " |")
		if examples {
			b.WriteString(strings.TrimRight(" "+t.Example, " ") + " |")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// Words in reports are explained, each once.
func TestEveryWordIsExplained(t *testing.T) {
	seen := map[string]bool{}
	for _, topic := range Topics() {
		if topic.Short == "" || topic.Long == "" {
			t.Errorf("%s is not explained", topic.Word)
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
