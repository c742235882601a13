package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/skills"
)

// ran runs a command line as printed; quotes hold words together.
func ran(t *testing.T, line string) (out string, err error) {
	t.Helper()
	words := regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(line, -1)
	for i := range words {
		words[i] = strings.Trim(words[i], `"`)
	}
	if len(words) == 0 || words[0] != "bonafide" {
		t.Fatalf("%q is no command of ours", line)
	}
	root := newRootCommand()
	var b bytes.Buffer
	root.SetOut(&b)
	root.SetErr(&b)
	root.SetArgs(words[1:])
	err = root.Execute()
	return b.String(), err
}

// TestSkill runs the commands of the skill as printed, from an empty folder, as an agent would.
func TestSkill(t *testing.T) {
	dir := t.TempDir()
	liveIn(t, dir)
	t.Chdir(dir)
	head, _, ok := strings.Cut(strings.TrimPrefix(skills.Bonafide, "---\n"), "\n---\n")
	if about := regexp.MustCompile(`(?m)^description: (.*)$`).FindStringSubmatch(head); !ok ||
		!strings.HasPrefix(head, "name: bonafide\n") || about == nil || len(about[1]) > 1024 {
		t.Errorf("the head is %q", head)
	}
	entry, err := ran(t, "bonafide cite 10.1038/nature14539")
	if err != nil {
		t.Fatal(err, entry)
	}
	if err := os.WriteFile("refs.bib", []byte(entry), 0o600); err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, block := range regexp.MustCompile("(?s)```\n(.*?)```").FindAllStringSubmatch(skills.Bonafide, -1) {
		for line := range strings.Lines(block[1]) {
			n++
			if out, err := ran(t, line); err != nil {
				t.Errorf("%s: %v: %s", line, err, out)
			}
		}
	}
	if n < 5 {
		t.Errorf("%d commands", n)
	}
	for _, line := range []string{"bonafide version", "bonafide explain H4"} {
		if !strings.Contains(skills.Bonafide, "`"+line+"`") {
			t.Errorf("the skill does not say %s", line)
		}
		if out, err := ran(t, line); err != nil {
			t.Errorf("%s: %v: %s", line, err, out)
		}
	}
}

func TestSkillInstall(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("HOME", dir)
	path := filepath.Join(dir, ".claude", "skills", "bonafide", "SKILL.md")
	for range 2 { // running it again changes nothing
		if out, err := ran(t, "bonafide skill install claude"); err != nil || strings.TrimSpace(out) != path {
			t.Fatal(out, err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != skills.Bonafide {
		t.Error(err, string(got))
	}
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := ran(t, "bonafide skill install claude"); err == nil || !strings.Contains(err.Error(), "--force") {
		t.Error(out, err)
	}
	if got, _ := os.ReadFile(path); string(got) != "mine" {
		t.Errorf("a changed file is replaced by %s", got)
	}
	if out, err := ran(t, "bonafide skill install claude --force"); err != nil {
		t.Error(out, err)
	}
	project := t.TempDir()
	if out, err := ran(t, "bonafide skill install agents --project "+project); err != nil ||
		strings.TrimSpace(out) != filepath.Join(project, ".agents", "skills", "bonafide", "SKILL.md") {
		t.Error(out, err)
	}
	if out, err := ran(t, "bonafide skill install emacs"); err == nil ||
		!strings.Contains(err.Error(), "agents, claude, cursor, gemini") {
		t.Error(out, err)
	}
}
