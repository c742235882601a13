package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
)

// FuzzKeysOfProjects generates LaTeX projects whose parts include each other in every way: after tidy --keys no
// key is undefined, or nothing is written.
func FuzzKeysOfProjects(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		p := newProject(seed)
		dir := filepath.Join(t.TempDir(), "paper")
		for name, content := range p.files {
			name = filepath.Join(dir, name)
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		main, refs := filepath.Join(dir, "main.tex"), filepath.Join(dir, "refs.bib")
		style := []string{"author-year", "author-year-word", "Author-Year", "[auth:lower]:[year]"}[seed%4]
		_, said, status := clitest.Run(t, newRootCommand(), "tidy", "--config", "none", "--keys", style, "--quiet", "--write",
			"--tex", main, refs)
		switch {
		case status == cli.ExitUsage && p.strange:
			for name, content := range p.files {
				if now, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(now) != content {
					t.Errorf("refused, and %s changes: %v", name, err)
				}
			}
			return
		case status != cli.ExitOK:
			t.Fatalf("status %d: %s\n%s", status, said, p.files)
		}
		out, _, status := clitest.Run(t, newRootCommand(), "lint", "--config", "none", "--only", "undefined-key,uncited-key",
			"--tex", main, "--memory", "none", refs)
		if status != cli.ExitOK {
			t.Errorf("%s\n%s", out, p.files)
		}
		again, said, status := clitest.Run(t, newRootCommand(), "tidy", "--config", "none", "--keys", style,
			"--tex", main, refs)
		if again != "" || status != cli.ExitOK {
			t.Errorf("a second run changes more: %s%s", again, said)
		}
	})
}

// deepest is the maximum nesting of parts.
const deepest = 3

// project is a LaTeX project that cites every entry of its bibliography.
type project struct {
	r       *rand.Rand
	files   map[string]string
	keys    []string
	parts   int
	strange bool // it cites with a command of its own
}

func newProject(seed uint64) *project {
	p := &project{r: rand.New(rand.NewPCG(seed, 40)), files: map[string]string{}}
	var bib strings.Builder
	for n := range 2 + p.r.IntN(6) {
		key := fmt.Sprintf([]string{"k%d", "Old:%d", "x-%d_y", "smith202%d", "ü%d"}[p.r.IntN(5)], n)
		p.keys = append(p.keys, key)
		fmt.Fprintf(&bib, "@article{%s, author={%s}, title={%s of things}, year=202%d}\n", key,
			[]string{"Ann Smith", "Jones, B.", "Zoë Ångström"}[p.r.IntN(3)],
			[]string{"The shape", "On forms", "A study"}[p.r.IntN(3)]+fmt.Sprint(n), p.r.IntN(3))
	}
	p.files["refs.bib"] = bib.String()
	body := p.text(0)
	for _, key := range p.keys { // all are cited somewhere
		body += p.cites(key)
	}
	p.strange = p.r.IntN(6) == 0
	if p.strange {
		body += `\newcommand{\ourcite}[1]{(\cite{#1})} \ourcite{` + p.keys[0] + `}`
	}
	p.files["main.tex"] = "\\documentclass{article}\n\\begin{document}\n" + body +
		"\n\\bibliography{refs}\n\\end{document}\n"
	return p
}

// text returns the text of a part, with the parts that it includes.
func (p *project) text(depth int) string {
	var b strings.Builder
	for range 1 + p.r.IntN(3) {
		b.WriteString("Words" + p.cites(p.keys[p.r.IntN(len(p.keys))]))
		if depth < deepest && p.r.IntN(3) > 0 {
			b.WriteString(p.include(depth) + "\n")
		}
	}
	return b.String()
}

// cites returns a citation of a key, perhaps together with another one, with comments and spaces where
// they are allowed.
func (p *project) cites(key string) string {
	also := p.keys[p.r.IntN(len(p.keys))]
	return fmt.Sprintf([]string{
		`\cite{%s}`, `~\citep[see][p.~2]{%s}`, ` \citet*{%s, ` + also + `}`, ` \parencites[1]{%s}[2]{` + also +
			`}`, ` \textcite{` + also + ",\n  %s}",
		` \nocite{%s}`, ` \footcite[1]{%s}`, ` \autocite{%s,` + also + `}`, " \\cite{%%\n%s}", ` \Citeauthor{%s}`,
	}[p.r.IntN(10)], key) + ". "
}

// include adds a part and returns the command that includes it.
func (p *project) include(depth int) string {
	p.parts++
	name := fmt.Sprintf("part%d", p.parts)
	sub := []string{"", "sections/", "a b/", "../shared/"}[p.r.IntN(4)]
	forms := []string{`\input{%s%s}`, `\input{%s%s.tex}`, `\include{%s%s}`, `\subfile{%s%s}`,
		`\InputIfFileExists{%s%s}{}{}`}
	if depth == 0 { // what these include is relative to their own folder
		forms = append(forms, `\import{%s}{%s}`, `\subimport{%s}{%s}`, `\includefrom{%s}{%s}`, `\subimport*{%s}{%s.tex}`)
	}
	form := forms[p.r.IntN(len(forms))]
	if sub == "" && strings.Contains(form, "}{%s") {
		sub = "./"
	}
	within := depth + 1
	if strings.Contains(form, "}{%s") {
		within = deepest
	}
	inner := p.text(within)
	if strings.HasPrefix(form, `\subfile`) {
		inner = "\\documentclass[main]{subfiles}\n\\begin{document}\n" + inner + "\n\\end{document}\n"
	}
	p.files[filepath.Join(sub, name+".tex")] = inner
	return fmt.Sprintf(form, sub, name)
}
