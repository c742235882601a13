package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"go.yaml.in/yaml/v3"

	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
	"github.com/bonafide-audit/bonafide/internal/testing/dumpserver"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/officetest"
	"github.com/bonafide-audit/bonafide/internal/testing/pdftest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// notRun lists the documented command lines that are only parsed, with the reason. Those that ask scholarly
// services or fetch dumps are run against local servers that play both.
var notRun = []struct {
	why  string
	line *regexp.Regexp
}{
	{"serves until it is stopped", regexp.MustCompile(`^bonafide (serve( --|$)|worker|lsp|mcp)`)},
	{"asks a language model", regexp.MustCompile(` --model `)},
	{"needs a database server", regexp.MustCompile(` --database `)},
	{"asks a person for a field, as in testdata/corpus/walled.txtar", regexp.MustCompile(`^bonafide corpus get$`)},
	{"reads what the laboratory has made", regexp.MustCompile(` F/`)},
	{"needs a server of corpora", regexp.MustCompile(`^bonafide corpus pull `)},
}

// documented returns the command lines of this program in the documentation.
func documented(t *testing.T) (list []clitest.Documented) {
	for _, line := range clitest.DocumentedLines(t, "../..") {
		for _, name := range []string{"./bonafide", "go run ./cmd/bonafide"} {
			if rest, found := strings.CutPrefix(line.Text, name+" "); found {
				line.Text = "bonafide " + rest
			}
		}
		if strings.HasPrefix(line.Text, "bonafide ") {
			list = append(list, line)
		}
	}
	return list
}

// TestDocumentedLines runs every command line of the documentation's blocks as it is printed, page by page, in a
// folder with the files that the pages name. A line may have findings (status 1), but no usage error and no failure.
func TestDocumentedLines(t *testing.T) {
	notShort(t)
	bash, err := exec.LookPath("bash")
	if err != nil {
		testenv.Missing(t, "bash", "bash")
	}
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(linked(t, binary), "bonafide")
	pages := map[string][]string{}
	for _, line := range documented(t) {
		if line.Block {
			pages[line.Page] = append(pages[line.Page], line.Text)
		}
	}
	for page, lines := range pages {
		t.Run(strings.ReplaceAll(page, "/", " "), func(t *testing.T) {
			t.Parallel()
			n := newNewcomer(t, program)
		lines:
			for _, line := range lines {
				for _, rule := range notRun {
					if rule.line.MatchString(strings.Join(clitest.ShellWords(line), " ")) {
						continue lines
					}
				}
				cmd := exec.CommandContext(t.Context(), bash, "-c", line)
				cmd.Dir, cmd.Env, cmd.Stdin = n.dir, n.env, strings.NewReader("correct horse battery staple\n")
				out, _ := cmd.CombinedOutput()
				if status := cmd.ProcessState.ExitCode(); status != 0 && status != 1 {
					t.Errorf("%s\nends with %d: %s", line, status, out)
				}
			}
		})
	}
}

// newcomer is a user with an empty home and the files named in the documentation.
type newcomer struct {
	dir string
	env []string
}

// newNewcomer creates the files, and a program that finds services and dumps on this machine: lines with
// --online use a gateway, and "corpus get" is confirmed.
func newNewcomer(t *testing.T, program string) newcomer {
	t.Helper()
	home, dir, bin := t.TempDir(), t.TempDir(), t.TempDir()
	put := func(name string, content []byte) {
		t.Helper()
		path := filepath.Join(dir, filepath.FromSlash(name))
		if rest, found := strings.CutPrefix(name, "~/"); found {
			path = filepath.Join(home, filepath.FromSlash(rest))
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const (
		printed = "[1] Y. LeCun, Y. Bengio, and G. Hinton. Deep learning. Nature, 521:436-444, 2015."
		tex     = "\\documentclass{article}\\begin{document}Networks learn " +
			"\\cite{smith2020}.\\bibliography{refs}\\end{document}\n"
		bbl = "\\begin{thebibliography}{1}\n\\bibitem{smith2020} Y. LeCun, Y. Bengio, and G. Hinton. Deep learning. " +
			"\\emph{Nature}, 2015.\n\\end{thebibliography}\n"
		bib = "@article{smith2020,\n  author = {LeCun, Yann and Bengio, Yoshua and Hinton, Geoffrey},\n  title = {Deep " +
			"learning},\n  journal = {Nature},\n  year = {2012},\n}\n"
		ris  = "TY  - JOUR\nAU  - LeCun, Yann\nTI  - Deep learning\nJO  - Nature\nPY  - 2015\nER  - \n"
		list = "References\n" + printed + "\n"
	)
	paper := string(pdftest.Build(pdftest.Page{Texts: []pdftest.Text{
		{X: 72, Y: 720, Text: "Networks learn many things [1]."}, {X: 72, Y: 690, Size: 14, Bold: true, Text: "References"},
		{X: 72, Y: 660, Text: printed}}}))
	demo, err := os.ReadFile("../../examples/demo.bib")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"refs.bib": bib, "paper.tex": tex, "paper.pdf": paper, "thesis.bbl": bbl, "examples/demo.bib": string(demo),
		"thesis.docx": string(officetest.DOCX(officetest.P(officetest.R("References"))+officetest.P(officetest.R(printed)),
			nil)),
		"report.md": "# References\n\n" + printed + "\n", "page.html": "<h2>References</h2><p>" + printed + "</p>",
		"thesis/main.tex": tex, "thesis/refs.bib": bib, "refs.ris": ris, "list.txt": list,
		"library.json":           `[{"id": "a", "type": "article-journal", "title": "Deep learning", "author": [{"family": "LeCun"}]}]`,
		"submissions/1/main.bib": bib, "submissions/2.pdf": paper,
		"manifest.csv":       "paper,files\n7,refs.bib\n",
		"works.jsonl":        `{"title": "Velvet engines", "authors": ["Ann Author"], "year": "2021"}` + "\n",
		"origins.jsonl":      "\n",
		"~/papers/deep.html": "<title>Deep learning</title><h1>Deep learning</h1><p>Networks learn many things.</p>",
	}
	for name, content := range files {
		put(name, []byte(content))
	}
	for name, parts := range map[string][]string{"source.tar.gz": {"paper.tex", "refs.bib"}, "more.zip": {"refs.bib"},
		"project.zip": {"paper.tex", "refs.bib"}} {
		archive, err := packed(name, parts, func(name string) []byte { return []byte(files[name]) })
		if err != nil {
			t.Fatal(err)
		}
		put(name, archive)
	}
	works := starterWorks(t)
	services, dumps := fixtureserver.New(works), dumpserver.New()
	t.Cleanup(services.Close)
	t.Cleanup(dumps.Close)
	services.SetPage("https://export.arxiv.org/src/1706.03762",
		fixtureserver.Page{Type: "application/x-tex", Body: tex + bbl})
	script := "#!/bin/sh\ncase \" $* \" in\n" +
		"*' --online '*) exec " + program + " \"$@\" --via " + services.URL + ";;\n" +
		"' corpus get '*) exec " + program + " \"$@\" --yes;;\n" +
		"*) exec " + program + " \"$@\";;\nesac\n"
	if err := os.WriteFile(filepath.Join(bin, "bonafide"), []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	n := newcomer{dir: dir,
		env: append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"),
			"BONAFIDE_MIRROR="+mirrors(dumps))}
	for name, value := range homeOf(home) {
		n.env = append(n.env, name+"="+value)
	}
	return n
}

// TestDocumentedFlags parses every command line that the documentation prints, also in
// running text ("corpus get --refresh", "--only WORD"), and those of every help text.
func TestDocumentedFlags(t *testing.T) {
	for _, line := range documented(t) {
		if err := line.Parse(newRootCommand()); err != nil {
			t.Errorf("%s: %s: %v", line.Page, line.Text, err)
		}
	}
	flags, lab := clitest.AllFlags(newRootCommand()), labSource(t)
	for _, line := range clitest.DocumentedLines(t, "../..") {
		words := clitest.ShellWords(line.Text)
		if line.Block || len(words) == 0 {
			continue
		}
		if cmd, _, err := newRootCommand().Find(words); err == nil && cmd.HasParent() && strings.Contains(line.Text, " --") {
			line.Text = "bonafide " + line.Text
			if err := line.Parse(newRootCommand()); err != nil {
				t.Errorf("%s: %s: %v", line.Page, line.Text, err)
			}
		}
		for _, word := range words {
			name, isFlag := strings.CutPrefix(word, "--")
			name, _, _ = strings.Cut(name, "=")
			if strings.HasPrefix(words[0], "--") && isFlag && !flags[name] && !strings.Contains(lab, `"`+name+`"`) {
				t.Errorf("%s: %s: no command has the flag --%s", line.Page, line.Text, name)
			}
		}
	}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for line := range strings.Lines(cmd.Example) {
			if example := strings.TrimSpace(line); strings.HasPrefix(example, "bonafide ") {
				if err := (clitest.Documented{Block: true, Text: example}).Parse(newRootCommand()); err != nil {
					t.Errorf("%s --help: %s: %v", cmd.CommandPath(), example, err)
				}
			}
		}
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(newRootCommand())
}

// labSource is the source text of the laboratory's commands, whose flags some pages name alone.
func labSource(t *testing.T) string {
	t.Helper()
	files, err := filepath.Glob("../bonafide-lab/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	var source strings.Builder
	for _, path := range files {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(content)
	}
	return source.String()
}

// TestDocumentedCompose parses the lines of doc/operation.md that run a service of
// deploy/compose.yaml with the program as its entry point.
func TestDocumentedCompose(t *testing.T) {
	content, err := os.ReadFile("../../deploy/compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Services map[string]struct{ Entrypoint []string }
	}
	if err := yaml.Unmarshal(content, &file); err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, line := range clitest.DocumentedLines(t, "../..") {
		rest, isRun := strings.CutPrefix(line.Text, "docker compose run --rm ")
		if !isRun {
			continue
		}
		found++
		if words := clitest.ShellWords(rest); words[0] == "-v" {
			rest = strings.Join(words[2:], " ")
		}
		service, args, _ := strings.Cut(rest, " ")
		line.Text = strings.Join(file.Services[service].Entrypoint, " ") + " " + args
		if err := line.Parse(newRootCommand()); err != nil || !strings.HasPrefix(line.Text, "/bonafide ") {
			t.Errorf("%s: %v", line.Text, err)
		}
	}
	if found == 0 {
		t.Error("doc/operation.md has no such line")
	}
}
