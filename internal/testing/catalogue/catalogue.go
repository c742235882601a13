// Package catalogue keeps the messages of a front end in one file, so that a copy editor can read each of them
// once, and a changed sentence shows as a difference.
package catalogue

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// Section is a part of a catalogue that a test produces by running the program.
type Section struct {
	Title string
	Lines []string
}

// Hold compares a catalogue with its file: first the sections, then every message of the code of the packages
// that no section shows, with an example or a name in place of each value. With BONAFIDE_UPDATE set it rewrites
// the file.
func Hold(t *testing.T, file, about string, sections []Section, packages ...string) {
	t.Helper()
	var b strings.Builder
	b.WriteString(about + "\n")
	for _, s := range sections {
		b.WriteString("\n## " + s.Title + "\n\n" + strings.Join(s.Lines, "\n") + "\n")
	}
	shown := words(b.String())
	for _, dir := range packages {
		list, err := Messages(dir)
		if err != nil {
			t.Fatal(err)
		}
		list = slices.DeleteFunc(list, func(m Message) bool { return m.Within(shown) })
		if len(list) == 0 {
			continue
		}
		dir, _, _ := strings.Cut(dir, " -")
		b.WriteString("\n## " + packageName(t, dir) + "\n")
		last := ""
		for _, m := range list {
			if m.File != last {
				b.WriteString("\n" + m.File + "\n")
				last = m.File
			}
			b.WriteString("- " + m.Text + "\n")
		}
	}
	if os.Getenv("BONAFIDE_UPDATE") != "" {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil { //nolint:gosec // a file of the repository
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range differing(string(want), b.String()) {
		t.Errorf("%s: %s", file, line)
	}
	if t.Failed() {
		t.Log("BONAFIDE_UPDATE=1 writes the file anew: read the difference as a copy editor would")
	}
}

// packageName returns the path of a package inside the module.
func packageName(t *testing.T, dir string) string {
	t.Helper()
	path, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	root := path
	for root != filepath.Dir(root) {
		if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
			break
		}
		root = filepath.Dir(root)
	}
	name, err := filepath.Rel(root, path)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(name)
}

// differing returns the lines that only one of two texts has.
func differing(want, got string) []string {
	var list []string
	have := map[string]int{}
	for line := range strings.Lines(want) {
		have[line]++
	}
	for line := range strings.Lines(got) {
		if have[line]--; have[line] < 0 {
			list = append(list, "lacks "+strings.TrimSpace(line))
		}
	}
	for _, line := range slices.Sorted(maps.Keys(have)) {
		if have[line] > 0 {
			list = append(list, "has, and the program does not: "+strings.TrimSpace(line))
		}
	}
	if len(list) == 0 && want != got {
		list = []string{"has its lines in another order"}
	}
	return list
}

// Message is a text of the program for users.
type Message struct {
	File string
	Text string // with examples or names in place of values

	fixed []string // the constant parts
}

// Within reports whether all constant parts of a message are in a text, in which words are separated by single
// spaces.
func (m *Message) Within(text string) bool {
	for _, part := range m.fixed {
		if !strings.Contains(text, words(part)) {
			return false
		}
	}
	return true
}

// words removes line breaks, indents and double spaces.
func words(s string) string { return strings.Join(strings.Fields(s), " ") }

// Messages collects the messages in the code and the templates of a package, each once, in the order of the
// files. Data for the program, such as patterns and queries, is left out, and so are files named after the
// folder with a dash: "../landing -page.go".
func Messages(dir string) ([]Message, error) {
	dir, except, _ := strings.Cut(dir, " -")
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	c := collector{seen: map[string]bool{}}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") || slices.Contains(strings.Split(except, " -"), filepath.Base(name)) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		c.file = filepath.Base(name)
		ast.Inspect(file, c.visit)
	}
	pages, err := filepath.Glob(filepath.Join(dir, "*", "*.tmpl"))
	if err != nil {
		return nil, err
	}
	for _, name := range pages {
		page, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		c.file = filepath.Base(name)
		for _, text := range tags.Split(string(page), -1) {
			text = words(actions.ReplaceAllString(text, " … "))
			c.add(text, strings.Split(text, "…"))
		}
	}
	return c.list, nil
}

var (
	tags    = regexp.MustCompile(`<[^>]*>`)
	actions = regexp.MustCompile(`\{\{[^}]*\}\}`)
)

type collector struct {
	file string
	seen map[string]bool
	list []Message
}

func (c *collector) add(text string, fixed []string) {
	text = words(text)
	if !c.seen[text] && reads(text) {
		c.seen[text] = true
		c.list = append(c.list, Message{c.file, text, fixed})
	}
}

// visit collects the texts of an expression and skips what is not a message.
func (c *collector) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.ImportSpec:
		return false
	case *ast.Field:
		c.tag(n)
		ast.Inspect(n.Type, c.visit)
		return false
	case *ast.CallExpr:
		if unspoken[called(n.Fun)] {
			return false
		}
		if at, format := formatOf(n); at >= 0 {
			c.add(filled(format, n.Args[at+1:]))
			for _, arg := range append(slices.Clone(n.Args[:at]), n.Args[at+1:]...) {
				ast.Inspect(arg, c.visit)
			}
			return false
		}
	case *ast.BinaryExpr:
		if n.Op != token.ADD {
			return n.Op == token.LAND || n.Op == token.LOR // comparisons are not messages
		}
		if text, fixed, ok := joined(n); ok {
			c.add(text, fixed)
			return false
		}
	case *ast.CaseClause:
		for _, s := range n.Body {
			ast.Inspect(s, c.visit)
		}
		return false
	case *ast.BasicLit:
		if text, ok := literal(n); ok {
			c.add(text, []string{text})
		}
	}
	return true
}

// tag collects the descriptions in the tag of a field.
func (c *collector) tag(f *ast.Field) {
	if f.Tag == nil {
		return
	}
	tag, err := strconv.Unquote(f.Tag.Value)
	if err != nil {
		return
	}
	for _, key := range []string{"doc", "help", "jsonschema", "page", "lacks"} {
		if text := reflect.StructTag(tag).Get(key); text != "" {
			c.add(text, []string{text})
		}
	}
}

// unspoken are functions whose arguments are patterns, queries and search words.
var unspoken = map[string]bool{
	"Regexp": true, "MustCompile": true, "Compile": true, "Contains": true, "HasPrefix": true, "HasSuffix": true,
	"TrimPrefix": true, "TrimSuffix": true, "CutPrefix": true, "CutSuffix": true, "Cut": true, "Split": true,
	"ContainsAny": true, "NewReplacer": true, "Fields": true, "Trim": true, "TrimLeft": true, "TrimRight": true,
	"EqualFold": true, "Exec": true, "ExecContext": true, "Query": true, "QueryContext": true, "QueryRow": true,
	"QueryRowContext": true, "panic": true, "Index": true, "LastIndex": true, "ReplaceAll": true, "Count": true,
}

// formatOf returns the format among the arguments of a call and its index, or -1.
func formatOf(call *ast.CallExpr) (at int, format string) {
	for i, arg := range call.Args {
		if f, ok := literal(arg); ok && i < len(call.Args)-1 && verb.MatchString(f) {
			return i, f
		}
	}
	return -1, ""
}

func called(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.IndexExpr:
		return called(e.X)
	}
	return ""
}

// literal returns the value of a literal, or of a concatenation of literals.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, e.Kind == token.STRING && err == nil
	case *ast.ParenExpr:
		return literal(e.X)
	case *ast.BinaryExpr:
		x, ok := literal(e.X)
		y, also := literal(e.Y)
		return x + y, e.Op == token.ADD && ok && also
	}
	return "", false
}

// joined returns the text of a concatenation of literals and other strings.
func joined(e ast.Expr) (text string, fixed []string, ok bool) {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		if e.Op != token.ADD {
			break
		}
		x, left, is := joined(e.X)
		y, right, also := joined(e.Y)
		return x + y, append(left, right...), is || also
	case *ast.ParenExpr:
		return joined(e.X)
	case *ast.CallExpr:
		if at, format := formatOf(e); at >= 0 {
			text, fixed = filled(format, e.Args[at+1:])
			return text, fixed, true
		}
		return named(e), nil, false
	}
	if s, is := literal(e); is {
		return s, []string{s}, true
	}
	return named(e), nil, false
}

var verb = regexp.MustCompile(`%[-+# 0]*(?:\*|\d+)?(?:\.\d+)?(?:\[\d+\])?[a-zA-Z%]`)

// filled replaces the verbs of a format by examples.
func filled(format string, args []ast.Expr) (text string, fixed []string) {
	n := 0
	text = verb.ReplaceAllStringFunc(format, func(v string) string {
		if v == "%%" {
			return "%"
		}
		var arg ast.Expr
		if n < len(args) {
			arg = args[n]
		}
		n++
		switch v[len(v)-1] {
		case 'd':
			return "3"
		case 'f', 'g':
			return "0.5"
		case 'q':
			return strconv.Quote(named(arg))
		}
		return named(arg)
	})
	return text, strings.Split(verb.ReplaceAllString(format, "\x00"), "\x00")
}

// examples replace values whose names say what they are.
var examples = map[string]string{
	"err": "permission denied", "key": "smith2019", "file": "refs.bib", "path": "refs.bib", "doi": "10.1000/182",
	"year": "2019", "width": "80",
}

// named returns an example for a value, else its name.
func named(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		if s, ok := examples[strings.ToLower(e.Name)]; ok {
			return s
		}
		return "‹" + e.Name + "›"
	case *ast.SelectorExpr:
		return named(e.Sel)
	case *ast.CallExpr:
		if s, ok := e.Fun.(*ast.SelectorExpr); ok && len(e.Args) == 0 {
			if s.Sel.Name == "String" || s.Sel.Name == "Error" {
				return named(s.X)
			}
			return named(s.Sel)
		}
		switch {
		case called(e.Fun) == "plural" && len(e.Args) > 1:
			if s, ok := literal(e.Args[1]); ok {
				return s + "s"
			}
		case len(e.Args) > 0:
			return named(e.Args[0])
		}
		return named(e.Fun)
	case *ast.BasicLit:
		if s, ok := literal(e); ok {
			return s
		}
	case *ast.IndexExpr:
		return named(e.X)
	case *ast.StarExpr:
		return named(e.X)
	case *ast.UnaryExpr:
		return named(e.X)
	case *ast.ParenExpr:
		return named(e.X)
	}
	return "‹…›"
}

var (
	word  = regexp.MustCompile(`^["“(]?[\pL’'-]{2,}["”),.:;?!…]*$`)
	query = regexp.MustCompile(`^(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP|PRAGMA)\b|` +
		`^(FROM|WHERE|RETURNING|WITH|LOCK)\b|` +
		`\b(AND|SELECT|LIKE|FROM|DESC|LIMIT|CONFLICT)\b|= [?$]| IS (NOT )?NULL`)
)

// reads reports whether a text is for users: it has two adjacent words, and is neither a query nor a long list
// of words.
func reads(text string) bool {
	if query.MatchString(text) || strings.ContainsFunc(text, unicode.IsControl) ||
		strings.ToLower(text) == text && !strings.ContainsAny(text, ".,:;?!()\"“%‹…") && listed(strings.Fields(text)) {
		return false
	}
	before := false
	for _, w := range strings.Fields(text) {
		is := word.MatchString(w)
		if is && before {
			return true
		}
		before = is
	}
	return false
}

// listed reports whether words are a list: it is long, or it has several words and none that a sentence needs.
func listed(list []string) bool {
	return len(list) > 16 || len(list) > 4 && !slices.ContainsFunc(list, func(w string) bool { return needed[w] })
}

// needed are words that most sentences contain.
var needed = map[string]bool{"is": true, "are": true, "has": true, "have": true, "the": true, "a": true, "not": true,
	"no": true, "was": true, "were": true, "be": true, "been": true, "to": true, "this": true}

// Lines returns the lines of a section, one for each element of a list.
func Lines[T any](list []T, say func(T) string) []string {
	out := make([]string, 0, len(list))
	for _, one := range list {
		out = append(out, "- "+say(one))
	}
	return out
}
