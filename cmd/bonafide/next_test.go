package main

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
)

// nextLine is a line under "Next:": the command, how many it helps, and with what.
var nextLine = regexp.MustCompile(`(?m)^  bonafide (.*?) +# (\d+) (.*)$`)

// does matches what a command prints about what it does, by the words of its comment: the first group is the number, or
// else the matches are counted.
var does = []struct {
	about string
	done  *regexp.Regexp
}{
	{"correction", regexp.MustCompile(`(\d+) of \d+ references? to change`)},
	{"appeared", regexp.MustCompile(`entries by kind: published (\d+)`)},
	{"DOI", regexp.MustCompile(`(?m)^\+(.*\bdoi *= *\{|DO  - )10`)},
	{"duplicate", regexp.MustCompile(`: duplicate: `)},
}

// TestNextDoesWhatItSays runs every command under "Next:" as it is printed, in the state that the run left, and
// compares what it does with its comment.
func TestNextDoesWhatItSays(t *testing.T) {
	notShort(t)
	demo, err := os.ReadFile("../../examples/demo.bib")
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{"NO_COLOR": "1", "HOME": t.TempDir(), "XDG_DATA_HOME": "",
		"XDG_CONFIG_HOME": "", "XDG_CACHE_HOME": "", "COLUMNS": "400"} {
		t.Setenv(name, value)
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"demo.bib": string(demo),
		"works.jsonl": `{"title":"Slow Rivers of the Lower Plain","authors":["Ada Marsh","Ben Holm"],"venue":"Journal of Slow Water",` +
			`"year":2014,"doi":"10.5555/slow.14","volume":"3","pages":"1-9","src":"mine"}` + "\n" +
			`{"title":"Fast Rivers of the Upper Plain","authors":["Ada Marsh","Cid Vale"],"venue":"Journal of Slow Water",` +
			`"year":2016,"doi":"10.5555/slow.16","volume":"5","pages":"11-19","src":"mine"}` + "\n",
		"own.bib": "@article{a, author={Marsh, Ada and Holm, Ben}, title={Slow Rivers of the Lower Plain},\n" +
			" journal={Journal of Slow Water}, year={2011}, volume={3}, pages={1--9}}\n" +
			"@article{b, author={Marsh, Ada and Vale, Cid}, title={Fast Rivers of the Upper Plain},\n" +
			" journal={Journal of Slow Water}, year={2016}, volume={5}, pages={11--19}}\n" +
			"@article{c, author={Marsh, Ada and Vale, Cid}, title={Fast Rivers of the Upper Plain},\n" +
			" journal={Journal of Slow Water}, year={2016}, volume={5}, pages={11--19}}\n",
		"own.ris": "TY  - JOUR\nAU  - Marsh, Ada\nAU  - Holm, Ben\nTI  - Slow Rivers of the Lower Plain\n" +
			"JO  - Journal of Slow Water\nPY  - 2011\nVL  - 3\nSP  - 1\nEP  - 9\nER  - \n",
		"own.txt": "Marsh, A. and Holm, B. (2011). Slow Rivers of the Lower Plain. Journal of Slow Water, 3, 1-9.\n" +
			"Marsh, A. and Vale, C. (2016). Fast Rivers of the Upper Plain. Journal of Slow Water, 5, 11-19.\n",
		"doubted.bib": "@article{d, title={BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding},\n" +
			" author={Miller, John and Clark, Peter and Young, Anna and Toutanova, Kristina},\n" +
			" journal={arXiv preprint arXiv:1810.04805}, year={2018}}\n",
		"corr.bib": "@article{e, title={BERT: Pre-training of Deep Bidirectional Transformers for Language Understanding},\n" +
			" author={Jacob Devlin and Ming-Wei Chang and Kenton Lee and Kristina Toutanova},\n" +
			" journal={CoRR}, volume={abs/1810.04805}, year={2018}}\n",
		"origins.jsonl": `{"src":"mine","kind":"publisher"}`,
		"twice.bib": "@article{b, author={LeCun, Yann and Bengio, Yoshua and Hinton, Geoffrey},\n" +
			" title={Deep learning}, journal={Nature}, year={2015}}\n" +
			"@article{c, author={LeCun, Y. and Bengio, Y. and Hinton, G.},\n" +
			" title={Deep learning}, journal={Nature}, year={2015}}\n",
		"config.toml": "corpus = [\"own\"]\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, stderr, status := clitest.Run(t, newRootCommand(), "corpus", "build", "--out", "own", "--origins",
		"origins.jsonl", "works.jsonl"); status != 0 {
		t.Fatal(stderr)
	}
	for args, want := range map[string]string{
		"--config none --memory none demo.bib": "fix --diff", // and whatever else there is
		"--corpus own own.bib":                 "fix --diff --corpus own own.bib",
		"--corpus own --from bibtex own.bib":   "fix --diff --corpus own --from bibtex own.bib",
		"--config none twice.bib":              "lint --config none twice.bib",
		"--config config.toml own.bib":         "fix --diff --config config.toml own.bib",
		"--corpus own own.ris":                 "fix --diff --corpus own own.ris",
		"--corpus own own.txt":                 "fix --diff --corpus own own.txt",
		"corr.bib":                             "tidy --published corr.bib",
		"doubted.bib":                          "",
	} {
		out, stderr, _ := clitest.Run(t, newRootCommand(), append([]string{"check"}, strings.Fields(args)...)...)
		lines := nextLine.FindAllStringSubmatch(out, -1)
		if !strings.Contains(out, want) || want == "" && len(lines) > 0 || want != "" && len(lines) == 0 {
			t.Errorf("check %s: want %q under Next:\n%s%s", args, want, out, stderr)
		}
		for _, line := range lines {
			command, about := line[1], line[3]
			said, told, _ := clitest.Run(t, newRootCommand(), strings.Fields(command)...)
			for _, d := range does {
				if !strings.Contains(about, d.about) {
					continue
				}
				n := len(d.done.FindAllString(said, -1)) - strings.Count(said, "\n-  doi ") // one corrected is none added
				if found := d.done.FindStringSubmatch(told); len(found) > 1 {
					n, _ = strconv.Atoi(found[1])
				}
				if strconv.Itoa(n) != line[2] {
					t.Errorf("bonafide %s does %d: %s %s\n%s%s", command, n, line[2], about, said, told)
				}
			}
		}
	}
}
