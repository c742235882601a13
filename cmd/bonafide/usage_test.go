package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
)

// usages are command lines that say something wrong or nothing, what the answer must contain, and its exit status.
var usages = []struct {
	args   string
	say    string
	status int
}{
	{"completion", "bonafide completion [command]", 0},
	{"completion --help", "bonafide completion [command]", 0},
	{"-h completion", "bonafide completion [command]", 0},
	{"completion bash --help", "bonafide completion bash", 0},
	{"completion bahs", `"bahs" is not a command of bonafide completion: did you mean bash?`, 2},
	{"help completion", "bonafide completion [command]", 0},
	{"help help", "bonafide help [COMMAND]", 0},
	{"help --help", "bonafide help [COMMAND]", 0},
	{"help chek", `"chek" is not a command of bonafide: did you mean check?`, 2},
	{"help corpus gte", "did you mean get?", 2},
	{"chek ok.bib", `"chek" is not a command of bonafide: did you mean check?`, 2},
	{"chek ok.bib --online", "did you mean check?", 2},
	{"ok.bib", "did you mean bonafide check ok.bib?", 2},
	{"missing.bib", "did you mean bonafide check missing.bib?", 2},
	{"10.1038/nature14539", "did you mean bonafide check 10.1038/nature14539?", 2},
	{"nonsense", `"nonsense" is not a command of bonafide: see "bonafide --help"`, 2},
	{"corpus gte", `"gte" is not a command of bonafide corpus: did you mean get?`, 2},
	{"config foo", `"foo" is not a command of bonafide config: see "bonafide config --help"`, 2},
	{"skill foo", `"foo" is not a command of bonafide skill`, 2},
	{"--foo", `unknown flag: --foo: see "bonafide --help"`, 2},
	{"check", "name FILE|WORK..., as in: bonafide check refs.bib", 2},
	{"fix", "name FILE..., as in: bonafide fix refs.bib", 2},
	{"tidy", "name FILE..., as in: bonafide tidy", 2},
	{"lint", "name a bibliography, as in: bonafide lint", 2},
	{"cite", "name a work, as in: bonafide cite 10.1038/nature14539", 2},
	{"extract", "name FILE..., as in: bonafide extract paper.pdf", 2},
	{"report", "name FILE.jsonl, as in: bonafide report findings.jsonl", 2},
	{"annotate", "name PAPER.pdf..., as in: bonafide annotate", 2},
	{"claims", "name FILE..., as in: bonafide claims", 2},
	{"corpus build", "name --out DIR FILE..., as in: bonafide corpus build", 2},
	{"corpus remove", "name NAME..., as in: bonafide corpus remove", 2},
	{"dismiss", "name the entry and what is dismissed of it", 2},
	{"dismiss x --reason y", "name the entry and what is dismissed of it", 2},
	{"dismiss x H2 ok.bib", "say why: --reason", 2},
	{"dismiss nokey H2 --reason z ok.bib", `ok.bib has no entry "nokey"`, 2},
	{"version foo", `unexpected argument "foo"; usage: bonafide version`, 2},
	{"report a.jsonl b.jsonl", `unexpected argument "b.jsonl"; usage: bonafide report FILE.jsonl`, 2},
	{"models foo", `unexpected argument "foo"`, 2},
	{"report ok.bib", "ok.bib is not a saved report", 2},
	{"report ok.bib", "bonafide check ok.bib", 2},
	{"explain ok.bib ok", "ok.bib is not a saved report", 2},
	{"report x.json", "x.json is not a saved report", 2},
	{"report missing.jsonl", "bonafide: missing.jsonl: no such file or directory", 2},
	{"explain nothing-like-it", `no code, rule or outcome is called "nothing-like-it"`, 2},
	{"explain missing.jsonl", "name the keys of references too", 2},
	{"check --offline --config missing.toml ok.bib", "configuration: missing.toml: no such file or directory", 2},
	{"check --offline missing.bib", "missing.bib: there is no such file", 2},
	{"check --offline -o out.xyz ok.bib", "-o out.xyz: no format of reports has this ending", 2},
	{"check --offline -o out.pdf ok.bib", ".jsonl", 2},
	{"check --offline --format xml ok.bib", `unknown format "xml": use one of text, json`, 2},
	{"check --offline --policy ok.bib ok.bib", "ok.bib: policy: this is not JSON", 2},
	{"check --offline --weights ok.bib ok.bib", "ok.bib: not weights of evidence: this is not JSON", 2},
	{"check --offline --replay ok.bib ok.bib", "recording, exchange 1: this is not JSON", 2},
	{"check --offline --baseline ok.bib ok.bib", "--baseline", 2},
	{"check --offline --baseline missing.jsonl ok.bib", "missing.jsonl: no such file or directory", 2},
	{"check --offline --fail-on foo ok.bib", `--fail-on "foo": use a gravity`, 2},
	{"check --offline --only foo ok.bib", `--only "foo": use`, 2},
	{"check --offline --sort foo ok.bib", `--sort "foo": use one of gravity`, 2},
	{"check --offline --min-checked x ok.bib", "--min-checked \"x\": use a share as 80%", 2},
	{"check --offline --jobs x ok.bib", "--jobs takes a whole number", 2},
	{"check --offline --within soon ok.bib", "--within takes a duration such as 90s", 2},
	{"check --offline --as-of yesterday ok.bib", "write it as 2026-11-21", 2},
	{"check --offline --from foo ok.bib", `no input format is called "foo"`, 2},
	{"check --online --offline ok.bib", "leave one out", 2},
	{"check --onlin ok.bib", "did you mean --online?", 2},
	{"check --online --sources foo ok.bib", `no source is called "foo"`, 2},
	{"check --resume ok.bib", "--resume continues the rows in a file", 2},
	{"cite --offline --format foo 10.1038/nature14539", `unknown format "foo": use bibtex`, 2},
	{"cite --offline --style foo 10.1038/nature14539", `unknown style "foo"`, 2},
	{"fix --offline --style foo ok.bib", `unknown style "foo"`, 2},
	{"fix --offline --add foo ok.bib", `unknown field "foo"`, 2},
	{"fix --offline -o ok.bib ok.bib", "use --write, which keeps a backup", 2},
	{"fix --offline missing.bib", "missing.bib: no such file or directory", 2},
	{"tidy --sort foo ok.bib", `--sort "foo": use author`, 2},
	{"tidy ok.bib", "say what to tidy", 2},
	{"lint missing.bib", "missing.bib: no such file or directory", 2},
	{"extract --format foo ok.bib", `unknown format "foo"`, 2},
	{"fix --offline x.json", "x.json: no references found in it: JSON that is not read", 2},
	{"lint x.json", "x.json: no references found in it: JSON that is not read", 2},
	{"corpus get nosuch", `no public dump of "nosuch" is known: bonafide corpus list names them`, 2},
	{"serve --listen nowhere", "write an address and a port of at most 65535", 2},
	{"serve --listen 127.0.0.1:99999", "write an address and a port of at most 65535", 2},
}

// ofLibraries are words of libraries and operating systems that say nothing to a user.
var ofLibraries = regexp.MustCompile(`arg\(s\)|invalid character|\b(stat|open|read) \S+: no such|unknown command|panic|goroutine|nil pointer`)

// TestWrongUsage: what is wrong with a command line, and what would be right, is said in words of this program.
func TestWrongUsage(t *testing.T) {
	for name, value := range map[string]string{"NO_COLOR": "1", "HOME": t.TempDir(), "XDG_DATA_HOME": "",
		"XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": ""} {
		t.Setenv(name, value)
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"ok.bib": "@article{ok, title={Deep learning}, author={LeCun, Yann and Bengio, Yoshua and Hinton, Geoffrey},\n" +
			"journal={Nature}, year={2015}}\n",
		"x.json": `{"a":1}`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, u := range usages {
		stdout, stderr, status := clitest.Run(t, newRootCommand(), strings.Fields(u.args)...)
		said := stdout + stderr
		if status != u.status || !strings.Contains(strings.Join(strings.Fields(said), " "), u.say) ||
			ofLibraries.MatchString(said) {
			t.Errorf("bonafide %s: status %d, want %d with %q:\n%s", u.args, status, u.status, u.say, said)
		}
		if _, err := os.Stat("out.xyz"); err == nil || status != cli.ExitOK && strings.Contains(stdout, "Flags:") {
			t.Errorf("bonafide %s wrote something", u.args)
		}
	}
}
