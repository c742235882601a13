package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
)

// However a paper includes its parts, no key is undefined after --keys; if that is impossible, nothing is written.
func TestKeysOfProjects(t *testing.T) {
	const bib = "@article{b, author={Smith}, title={The first}, year=2020}\n@article{old-1, author={Jones}, title={The " +
		"second}, year=2021}\n"
	const text = "As \\citet[p.~2]{b} and \\cite{b, old-1} say.\n"
	for _, c := range []struct {
		main, part string // the including file, and the included one
		refused    string
	}{
		{`\input{sections/rel}`, "sections/rel.tex", ""},
		{`\input sections/rel`, "sections/rel.tex", ""},
		{`\input{sections/rel.tex}`, "sections/rel.tex", ""},
		{`\include{rel}`, "rel.tex", ""},
		{`\subfile{sections/rel}`, "sections/rel.tex", ""},
		{`\subfileinclude{sections/rel}`, "sections/rel.tex", ""},
		{`\import{sections/}{rel}`, "sections/rel.tex", ""},
		{`\subimport*{sections/}{rel.tex}`, "sections/rel.tex", ""},
		{`\includefrom{sections/}{rel}`, "sections/rel.tex", ""},
		{`\InputIfFileExists{rel}{}{}`, "rel.tex", ""},
		{`\input{../shared/rel}`, "../shared/rel.tex", ""},
		{`\input{nosuch} \input{rel}`, "rel.tex", ""},
		{`\input{/nosuch/rel}`, "rel.tex", "cannot be read"},
		{`\newcommand{\ourcite}[1]{(\cite{#1})} \ourcite{b}`, "rel.tex", "which is not known to cite"},
	} {
		dir := filepath.Join(t.TempDir(), "paper")
		main, part, refs := filepath.Join(dir, "main.tex"), filepath.Join(dir, c.part), filepath.Join(dir, "refs.bib")
		for name, content := range map[string]string{
			main: "\\documentclass{article}\\begin{document}\n\\cite{b}\n" + c.main +
				"\n\\bibliography{refs}\\end{document}\n", part: text, refs: bib,
		} {
			if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		tidy := func(more ...string) (string, int) {
			out, said, status := clitest.Run(t, newRootCommand(),
				append([]string{"tidy", "--keys", "author-year", "--tex", main, refs}, more...)...)
			if len(more) > 1 && (out != "" || status == cli.ExitOK && said != "") {
				t.Errorf("%s: --quiet says %s%s", c.main, out, said)
			}
			return said, status
		}
		said, status := tidy()
		if c.refused != "" {
			if status != cli.ExitUsage || !strings.Contains(said, c.refused) {
				t.Errorf("%s: not refused: %d, %s", c.main, status, said)
			}
			continue
		}
		if strings.Count(said, "cite smith2020 in place of b") != 1 || strings.Contains(said, "key changed") {
			t.Errorf("%s: each change is told once, not %s", c.main, said)
		}
		if said, status = tidy("--write", "--quiet"); status != cli.ExitOK {
			t.Errorf("%s: %s", c.main, said)
		}
		if out, _, status := clitest.Run(t, newRootCommand(), "lint", "--only", "undefined-key,uncited-key", "--tex", main,
			"--memory", "none", refs); status != cli.ExitOK {
			t.Errorf("%s: %s", c.main, out)
		}
		if got, _ := os.ReadFile(part); !strings.Contains(string(got),
			`\cite{smith2020, jones2021}`) == strings.Contains(c.main, "rel") {
			t.Errorf("%s: the part reads %s", c.main, got)
		}
	}
}
