package bonafide_test

import (
	"bufio"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// unnatural are words and turns that no message and no page for users has; the table of
// CONTRIBUTING.md shows what to say in their place.
var unnatural = regexp.MustCompile(
	`\blikest\b|\bconvicts?\b|\bstands? (there|here|otherwise|nowhere)\b|\bgone on with\b|\bgo(es|ing) on behind\b|\bbrok(e|en) off\b|` +
		`\bnot any more\b|\bcould be had\b|\bsomebody else's\b|\blook(s|ed)? after\b|\b(checked|begin|print|made) anew\b|\bthe order is another\b|\btakes? it away\b|\bis no (year|date|DOI|ISBN|number)\b`)

// TestVoice reads every message of the program and every page for its users. With
// BONAFIDE_MESSAGES=FILE it writes each message once into a file, to be read by eye.
func TestVoice(t *testing.T) {
	messages := map[string]string{} // to the file in which it is first
	for _, root := range []string{"cmd/bonafide", "internal"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case strings.HasSuffix(path, ".tmpl"):
				return linesOf(path, messages)
			case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				strings.HasPrefix(path, "internal/lab/") || strings.HasPrefix(path, "internal/testing/"):
				return nil
			}
			return literalsOf(path, messages)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(messages) < 1000 {
		t.Errorf("%d messages", len(messages))
	}
	list := slices.Sorted(maps.Keys(messages))
	for _, message := range list {
		if bad := unnatural.FindString(message); bad != "" {
			t.Errorf("%s: %q in %q", messages[message], bad, message)
		}
	}
	for _, page := range []string{"README.md", "SECURITY.md", "agents", "ci", "cite", "claims", "configuration", "corpora",
		"editors", "fix", "importers", "inputs", "lint", "models", "operation", "output", "pdf", "serve", "sources", "tidy",
		"users", "venue", "verdicts"} {
		if !strings.HasSuffix(page, ".md") {
			page = filepath.Join("doc", page+".md")
		}
		text := strings.Join(strings.Fields(prose(read(t, page))), " ")
		for _, at := range unnatural.FindAllStringIndex(text, -1) {
			t.Errorf("%s: %q", page, text[max(0, at[0]-40):min(len(text), at[1]+40)])
		}
	}
	if file := os.Getenv("BONAFIDE_MESSAGES"); file != "" {
		if err := os.WriteFile(file, []byte(strings.Join(list, "\n")+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// literalsOf collects the string literals of a Go file that have several words.
func literalsOf(path string, messages map[string]string) error {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
	if err != nil {
		return err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		s, ok := text(e)
		if ok && len(strings.Fields(s)) > 1 && messages[s] == "" {
			messages[s] = path
		}
		return !ok
	})
	return nil
}

// text returns the value of a string literal, or of several that are joined: a long
// message is written on several lines.
func text(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(e.Value)
		return s, e.Kind == token.STRING && err == nil
	case *ast.BinaryExpr:
		x, ok := text(e.X)
		y, also := text(e.Y)
		return x + y, e.Op == token.ADD && ok && also
	}
	return "", false
}

// linesOf collects the lines of a template, without its tags.
func linesOf(path string, messages map[string]string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if s := strings.TrimSpace(tagOrAction.ReplaceAllString(lines.Text(), " ")); len(strings.Fields(s)) > 1 &&
			messages[s] == "" {
			messages[s] = path
		}
	}
	return lines.Err()
}

var tagOrAction = regexp.MustCompile(`<[^>]*>|\{\{[^}]*\}\}`)
