package main

import (
	"cmp"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// pipeline is the part of action.yml and ci/gitlab.yml that the tests read.
type pipeline struct {
	Runs struct {
		Steps []struct {
			Name, Run string
		}
	}
	Bonafide struct {
		Variables map[string]string
		Script    []string
	}
}

func pipelineOf(t *testing.T, name string) (p pipeline) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(content, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// shell runs a script in a folder, with this test as bonafide on the path, and returns its status.
func shell(t *testing.T, dir, bin, script string, env map[string]string) (status int) {
	t.Helper()
	bash, err := exec.LookPath("bash")
	if err != nil {
		testenv.Missing(t, "bash", "bash")
	}
	cmd := exec.Command(bash, "-e", "-o", "pipefail", "-c", script)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+dir,
		"XDG_DATA_HOME="+dir, "XDG_CACHE_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	for name, value := range env {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if _, failed := err.(*exec.ExitError); err != nil && !failed {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode()
}

// scratch returns a folder, whose name has a space, with a bibliography that contains an error.
func scratch(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	content := "@inproceedings{wrong, title={Deep Residual Learning for Image Recognition}, author={He, Kaiming and " +
		"Zhang, Xiangyu and Ren, Shaoqing and Sun, Jian}, booktitle={CVPR}, year={2011}}\n"
	if err := os.WriteFile(filepath.Join(dir, "refs.bib"), []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestAction runs our own steps of action.yml, in order.
func TestAction(t *testing.T) {
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := linked(t, binary)
	steps := map[string]string{}
	for _, step := range pipelineOf(t, "action.yml").Runs.Steps {
		steps[step.Name] = step.Run
	}
	for _, tc := range []struct {
		files, failOn, args string
		status              string
		summary             string
	}{
		{"refs.bib", "substantive", "--offline", "1", "wrong"},
		{"refs.bib", "never", "--offline --explain", "0", "wrong"},
		{"none.bib", "substantive", "", "2", ""},
	} {
		dir := scratch(t)
		env := map[string]string{"RUNNER_TEMP": bin, "GITHUB_STEP_SUMMARY": filepath.Join(dir, "summary"),
			"GITHUB_OUTPUT": filepath.Join(dir, "output"), "FILES": tc.files, "FAIL_ON": tc.failOn, "ARGS": tc.args}
		if status := shell(t, dir, bin, steps["Check"], env); status != 0 {
			t.Fatalf("%s: the step ends with %d", tc.files, status)
		}
		output, err := os.ReadFile(filepath.Join(dir, "output"))
		if err != nil || !strings.Contains(string(output), "status="+tc.status+"\n") {
			t.Errorf("%s, %s: %s %v", tc.files, tc.failOn, output, err)
		}
		summary, _ := os.ReadFile(filepath.Join(dir, "summary"))
		if !strings.Contains(string(summary), tc.summary) || tc.summary == "" && len(summary) > 0 {
			t.Errorf("%s: the summary is %q", tc.files, summary)
		}
		if status := shell(t, dir, bin, steps["Result"],
			map[string]string{"STATUS": tc.status}); tc.status != string(rune('0'+status)) {
			t.Errorf("%s: the job ends with %d", tc.files, status)
		}
		_ = os.Remove(filepath.Join(bin, "bonafide.jsonl"))
	}
}

// TestGitLab runs the script of the template.
func TestGitLab(t *testing.T) {
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	job := pipelineOf(t, filepath.Join("ci", "gitlab.yml")).Bonafide
	dir := scratch(t)
	job.Variables["BONAFIDE_ARGS"] = "--offline"
	if status := shell(t, dir, linked(t, binary), strings.Join(job.Script, "\n"), job.Variables); status != 1 {
		t.Errorf("the job ends with %d", status)
	}
	content, err := os.ReadFile(filepath.Join(dir, "gl-code-quality-report.json"))
	if err != nil {
		t.Fatal(err)
	}
	var issues []struct {
		Description string
		Fingerprint string
		Location    struct{ Path string }
	}
	if err := json.Unmarshal(content, &issues); err != nil || len(issues) != 1 || issues[0].Location.Path != "refs.bib" {
		t.Errorf("%v: %s", err, content)
	}
	if content, err := os.ReadFile(filepath.Join(dir, "bonafide-junit.xml")); err != nil ||
		!strings.Contains(string(content), "<failure") {
		t.Errorf("%v: %s", err, content)
	}
}

// TestHooks runs the pre-commit hooks as defined in their file: on a bibliography without findings, and on one
// with a mistake.
func TestHooks(t *testing.T) {
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(filepath.Join("..", "..", ".pre-commit-hooks.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var hooks []struct{ ID, Entry string }
	if err := yaml.Unmarshal(content, &hooks); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "doc", "ci.md"))
	if err != nil {
		t.Fatal(err)
	}
	bin, wrong, right := linked(t, binary), scratch(t), scratch(t)
	clean := "@article{lecun2015deep,\n  author  = {LeCun, Yann and Bengio, Yoshua and Hinton, Geoffrey},\n  title   = " +
		"{Deep learning},\n  journal = {Nature},\n  year    = {2015},\n}\n"
	if err := os.WriteFile(filepath.Join(right, "refs.bib"), []byte(clean), 0o600); err != nil {
		t.Fatal(err)
	}
	if status := shell(t, right, bin, "bonafide tidy --write --profile house refs.bib", nil); status != 0 {
		t.Errorf("tidy ends with %d", status)
	}
	fails := map[string]int{"bonafide-lint": 0, "bonafide-check": 1, "bonafide-tidy": 1}
	if len(hooks) != len(fails) {
		t.Errorf("%d hooks", len(hooks))
	}
	for _, h := range hooks {
		if !strings.Contains(string(page), "- id: "+h.ID) {
			t.Errorf("doc/ci.md does not show %s", h.ID)
		}
		if status := shell(t, right, bin, h.Entry+" refs.bib", nil); status != 0 {
			t.Errorf("%s ends with %d where nothing is to be said", h.ID, status)
		}
		if status, want := shell(t, wrong, bin, h.Entry+" refs.bib", nil), fails[h.ID]; status != want {
			t.Errorf("%s ends with %d, want %d", h.ID, status, want)
		}
	}
}

// TestPublished: doc/install.md names every way in which a release is published, and no others.
func TestPublished(t *testing.T) {
	content, err := os.ReadFile(filepath.Join("..", "..", ".goreleaser.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var release map[string]any
	if err := yaml.Unmarshal(content, &release); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "doc", "install.md"))
	if err != nil {
		t.Fatal(err)
	}
	for key, words := range map[string]string{
		"archives": "bonafide/releases)", "nfpms": "`.deb` or `.rpm`", "kos": " ghcr.io/bonafide-audit/bonafide ",
		"homebrew_casks": "brew install --cask bonafide-audit/tap/bonafide",
		"scoops":         "scoop bucket add bonafide https://github.com/bonafide-audit/scoop-bucket",
		"nix":            "github:bonafide-audit/nur",
		"snapcrafts":     "snap install", "winget": "winget install", "chocolateys": "choco install",
	} {
		if _, published := release[key]; published != strings.Contains(string(page), words) {
			t.Errorf("%s: published: %v; doc/install.md has %q: %v", key, published, words, !published)
		}
	}
}

// TestPreCommit runs the configuration printed in doc/ci.md with pre-commit, using this checkout, including
// changes, as the repository.
func TestPreCommit(t *testing.T) {
	notShort(t)
	program := cmp.Or(os.Getenv("BONAFIDE_PRE_COMMIT"), "pre-commit")
	if _, err := exec.LookPath(program); err != nil {
		testenv.Missing(t, "pre-commit", "pre-commit")
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "doc", "ci.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, config, _ := strings.Cut(string(page), "## pre-commit\n\n```yaml\n")
	config, _, _ = strings.Cut(config, "```")
	dir, home, hooks := t.TempDir(), t.TempDir(), filepath.Join(t.TempDir(), "hooks.git")
	goEnv, err := exec.Command("go", "env", "GOMODCACHE", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	caches := strings.Fields(string(goEnv))
	env := append(os.Environ(), "GOMODCACHE="+caches[0], "GOCACHE="+caches[1],
		"PRE_COMMIT_HOME="+filepath.Join(home, "pre-commit"))
	for name, value := range homeOf(home) {
		env = append(env, name+"="+value)
	}
	run := func(in string, args ...string) (string, error) {
		cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
		cmd.Dir, cmd.Env = in, env
		out, err := cmd.CombinedOutput()
		return strings.TrimSpace(string(out)), err
	}
	must := func(in string, args ...string) string {
		t.Helper()
		out, err := run(in, args...)
		if err != nil {
			t.Fatalf("%q: %v\n%s", args, err, out)
		}
		return out
	}
	if out, err := run("../..", "git", "rev-parse", "--show-toplevel"); err != nil {
		testenv.Missing(t, "git", "a checkout with git: "+out)
	}
	must(dir, "git", "config", "--global", "url."+hooks+".insteadOf", "https://github.com/bonafide-audit/bonafide")
	must(dir, "git", "config", "--global", "safe.directory", "*")
	must(dir, "git", "config", "--global", "user.email", "tests@example.org")
	must(dir, "git", "config", "--global", "user.name", "Tests")
	must(dir, "git", "init", "--quiet", "--bare", hooks)
	commit := cmp.Or(must("../..", "git", "stash", "create"), "HEAD")
	must("../..", "git", "push", "--quiet", hooks, commit+":refs/heads/main")

	must(dir, "git", "init", "--quiet")
	const clean = "@article{lecun2015deep,\n  author  = {LeCun, Yann and Bengio, Yoshua and Hinton, Geoffrey},\n  title " +
		"  = {Deep learning},\n  journal = {Nature},\n  year    = {2015},\n}\n"
	for name, content := range map[string]string{".pre-commit-config.yaml": config, "refs.bib": clean} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	must(dir, filepath.Join(linked(t, binary), "bonafide"), "tidy", "--write", "--profile", "house", "refs.bib")
	must(dir, "git", "add", "--all")
	out := must(dir, program, "run", "--all-files", "--color", "never")
	if strings.Count(out, "Passed") != 3 || !strings.Contains(out, "checked 1 of 1 reference: 1 fine") {
		t.Errorf("a bibliography without mistakes: %s", out)
	}
	invented := strings.Replace(clean, "2015},\n}",
		"2012},\n}\n@article{unknown,\n  author = {Author, Ann},\n  title = {Nothing known of quorums},\n  journal = "+
			"{Journal of Nothing},\n  year = {2021},\n}", 1)
	if err := os.WriteFile(filepath.Join(dir, "refs.bib"), []byte(invented), 0o600); err != nil {
		t.Fatal(err)
	}
	must(dir, "git", "add", "--all")
	out, err = run(dir, program, "run", "--all-files", "--color", "never")
	if err == nil || !strings.Contains(out, "checked 1 of 2 references") ||
		!strings.Contains(out, "--min-checked 80% asks for 2") {
		t.Errorf("half a bibliography checked: %v %s", err, out)
	}
}
