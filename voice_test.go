package bonafide_test

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/catalogue"
)

// unnatural matches words and turns that must not be in messages or pages for users; the table of
// CONTRIBUTING.md shows what to say instead.
var unnatural = regexp.MustCompile(
	`\blikest\b|\bconvicts?\b|\bstands? (there|here|otherwise|nowhere)\b|\bgone on with\b|\bgo(es|ing) on behind\b|\bbrok(e|en) off\b|` +
		`\bnot any more\b|\bcould be had\b|\bsomebody else's\b|\blook(s|ed)? after\b|\b(checked|begin|print|made) anew\b|\bthe order is another\b|\btakes? it away\b|\bis no (year|date|DOI|ISBN|number|JSON|PDF|text|type|member|name|identifier|duration)\b|\bbelongs? into\b|\bby halves\b|\bis all that is yours\b|\bno vector came\b`)

// TestVoice reads the catalogues of messages and the pages for users.
func TestVoice(t *testing.T) {
	text, _ := catalogues(t)
	for line := range strings.Lines(text) {
		if bad := unnatural.FindString(line); bad != "" {
			t.Errorf("%q in %q", bad, line)
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
}

// speakers are the catalogues generated only from code, in testdata/messages; those of report, judge and lint
// are beside their packages, whose tests let them speak.
var speakers = []struct{ name, about, packages string }{
	{"command", "What the command line says: help, flags, errors and progress.",
		"cmd/bonafide internal/cli internal/setup internal/accept internal/annotate"},
	{"corpora", "What getting, building and opening corpora says.",
		"internal/corpora internal/dump internal/index internal/corpora"},
	{"corrections", "What corrections and tidying say.",
		"internal/outfile internal/fix internal/fix/tidy internal/fix/formats internal/fix/entry internal/run internal/cite " +
			"internal/style"},
	{"reading", "What reading says: of inputs that cannot be read, and of what was not read as meant.",
		"internal/extract internal/extract/archive internal/extract/entries internal/extract/markup internal/extract/office " +
			"internal/extract/paper internal/extract/project internal/extract/prose internal/extract/reading internal/pdf " +
			"internal/bibtex internal/xmlscan internal/jsonscan internal/latex"},
	{"sources", "What sources say of themselves and why they do not answer.",
		"internal/answer internal/source internal/source/online internal/source/offline " +
			"internal/source/landing internal/transport internal/audit"},
	{"models", "What is said to and of language models.",
		"internal/llm internal/llm/role"},
	{"editor", "What the editor says.", "internal/lsp"},
	{"agents", "What agents are told.", "internal/mcp"},
	{"pages", "What the server says on its pages, by its API and in its log.",
		"internal/web internal/runs internal/jobs internal/shared internal/database"},
}

// TestCatalogue keeps every message of a front end in one file.
func TestCatalogue(t *testing.T) {
	for _, d := range speakers {
		var packages []string
		for _, dir := range strings.Fields(d.packages) {
			packages = append(packages, dir+patterns[dir])
		}
		catalogue.Hold(t, filepath.Join("testdata", "messages", d.name+".txt"), d.about, nil, packages...)
	}
}

// silent are packages without texts for users: names and patterns for reading inputs.
var silent = []string{"bibfield", "biblio", "extract/reflist", "normalise", "ident", "lab", "match", "refstring",
	"testing", "wire", "words"}

// TestEveryMessageIsInACatalogue checks that the catalogues together cover every package.
func TestEveryMessageIsInACatalogue(t *testing.T) {
	text, dirs := catalogues(t)
	text = strings.Join(strings.Fields(text), " ")
	for _, dir := range dirs {
		list, err := catalogue.Messages(dir + patterns[dir])
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			if !m.Within(text) {
				t.Errorf("%s/%s: no catalogue has %q: name the package in speakers", dir, m.File, m.Text)
			}
		}
	}
}

// catalogues returns all catalogues as one text, and the folders of the packages that have texts for users.
func catalogues(t *testing.T) (text string, dirs []string) {
	t.Helper()
	var all strings.Builder
	for _, root := range []string{"testdata/messages", "cmd/bonafide", "internal"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			path = filepath.ToSlash(path)
			switch {
			case err != nil:
				return err
			case entry.Name() == "messages.txt" || strings.HasPrefix(path, "testdata/messages/"):
				all.WriteString(read(t, path) + "\n")
			case entry.IsDir() && !strings.Contains(path, "testdata") && !slices.ContainsFunc(silent, func(s string) bool {
				return path == "internal/"+s || strings.HasPrefix(path, "internal/"+s+"/")
			}):
				dirs = append(dirs, path)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(dirs) < 50 || all.Len() < 100_000 {
		t.Fatalf("%d packages, %d bytes of messages", len(dirs), all.Len())
	}
	return all.String(), dirs
}

// patterns are files with search patterns for inputs, which catalogues leave out.
var patterns = map[string]string{
	"internal/source/landing": " -page.go", "internal/dump": " -filter.go", "internal/index": " -key.go -keys.go",
	"internal/extract/entries": " -bibname.go -endnote.go -pubmed.go -tablehead.go -webofscience.go", "internal/extract/markup": " -html.go -jats.go",
}
