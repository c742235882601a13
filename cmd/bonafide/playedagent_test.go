package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// The limits of what the played agent may use for a section with 20 references, arguments and answers together.
const (
	agentCalls   = 12
	agentLetters = 25_000
)

// wantedWorks are the works that the agent wants to cite, in its own words, and the beginnings of their titles.
var wantedWorks = [][2]string{
	{"attention is all you need vaswani", "Attention Is All You Need"},
	{"he 2016 deep residual learning", "Deep Residual Learning"},
	{"Adam optimizer", "Adam: A Method"},
	{"dropout", "Dropout: A Simple Way"},
	{"GPT-3", "Language Models are Few-Shot Learners"},
	{"chain of thought prompting", "Chain-of-Thought Prompting"},
	{"mmlu hendrycks", "Measuring Massive Multitask"},
	{"BLEU metric", "Bleu: a Method"},
	{"vit", "An Image is Worth"},
	{"clip", "Learning Transferable Visual Models"},
	{"batch normalization", "Batch Normalization"},
	{"ddpm", "Denoising Diffusion"},
	{"nerf", "NeRF"},
	{"maml", "Model-Agnostic Meta-Learning"},
	{"prototypical networks snell", "Prototypical Networks"},
	{"gcn", "Semi-Supervised Classification"},
}

// fromMemory are entries that the agent writes itself, as it should not: with another year, a missing author,
// another journal, and a work that does not exist.
const fromMemory = `
@article{breiman, author={Leo Breiman}, title={Random Forests}, journal={Machine Learning}, volume={45}, pages={5--32}, year={2003}, doi={10.1023/A:1010933404324}}
@article{lecun, author={Yann LeCun and Geoffrey Hinton}, title={Deep learning}, journal={Nature}, volume={521}, number={7553}, pages={436--444}, year={2015}, doi={10.1038/nature14539}}
@article{hochreiter, author={Sepp Hochreiter and J{\"u}rgen Schmidhuber}, title={Long Short-Term Memory}, journal={Neural Networks}, volume={9}, number={8}, pages={1735--1780}, year={1997}}
@inproceedings{invented, author={Ada Quill and Bo Marsh}, title={Frugal Memories of Unwritten Transformers}, booktitle={Advances in Neural Information Processing Systems}, year={2017}}
`

// An agent writes a related-work section over the real program's standard input and output: it finds the works
// and takes their entries, adds four from memory, checks all, applies the corrections, and checks again.
func TestPlayedAgent(t *testing.T) {
	dir := t.TempDir()
	server := exec.Command(self(t), "mcp", "--config", "none", "--offline", "--memory", "none", "--root", dir)
	session, err := sdk.NewClient(&sdk.Implementation{Name: "test"}, nil).Connect(t.Context(),
		&sdk.CommandTransport{Command: server}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	calls, letters := 0, 0
	call := func(tool string, args map[string]any, into any) {
		t.Helper()
		got, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: tool, Arguments: args})
		if err != nil || got.IsError || got.StructuredContent != nil || len(got.Content) != 1 {
			t.Fatalf("%s: %+v, %v", tool, got, err)
		}
		asked, err := json.Marshal(args)
		if err != nil {
			t.Fatal(err)
		}
		said := got.Content[0].(*sdk.TextContent).Text
		calls, letters = calls+1, letters+utf8.RuneCount(asked)+utf8.RuneCountInString(said)
		t.Logf("%s: %d letters asked, %d answered", tool, utf8.RuneCount(asked), utf8.RuneCountInString(said))
		if err := json.Unmarshal([]byte(said), into); err != nil {
			t.Fatal(err)
		}
	}

	var queries []string
	for _, w := range wantedWorks {
		queries = append(queries, w[0])
	}
	var found struct {
		Answers []struct{ Works []string }
	}
	call("find_work", map[string]any{"queries": queries}, &found)
	var chosen []string
	for i, a := range found.Answers {
		if len(a.Works) == 0 || !strings.Contains(strings.ToLower(a.Works[0]), strings.ToLower(wantedWorks[i][1])) {
			t.Fatalf("%s: %q", queries[i], a.Works)
		}
		parts := strings.Split(a.Works[0], " · ")
		if !strings.HasPrefix(parts[0], "doi:") && !strings.HasPrefix(parts[0], "arXiv:") {
			parts[0] = strings.Join(parts[:3], ", ") // title, author, year
		}
		chosen = append(chosen, strings.TrimPrefix(parts[0], "doi:"))
	}

	var cited struct {
		Entries []struct{ Entry, Told string }
	}
	call("cite", map[string]any{"queries": chosen}, &cited)
	var bib strings.Builder
	for i, e := range cited.Entries {
		if e.Entry == "" {
			t.Errorf("%s: %s", chosen[i], e.Told)
		}
		bib.WriteString(e.Entry)
	}
	file := filepath.Join(dir, "refs.bib")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(bib.String() + fromMemory)

	type checked struct {
		Summary  struct{ References int }
		Findings []struct{ ID, Outcome, Next string }
	}
	ids := func(c *checked) (list []string) {
		for _, f := range c.Findings {
			list = append(list, f.ID)
		}
		slices.Sort(list)
		return list
	}
	var first checked
	call("check_bibliography", map[string]any{"path": "refs.bib"}, &first)
	if want := []string{"breiman", "hochreiter", "lecun"}; first.Summary.References != 20 ||
		!slices.Equal(ids(&first), want) {
		t.Fatalf("%+v", first)
	}

	var fixed struct{ Diff string }
	call("fix", map[string]any{"path": "refs.bib"}, &fixed)
	write(patched(t, bib.String()+fromMemory, fixed.Diff))
	var second checked
	call("check_bibliography", map[string]any{"path": "refs.bib"}, &second)
	if len(second.Findings) != 0 {
		t.Errorf("after the corrections: %+v", second.Findings)
	}
	var undecided checked // what no source of this run covers says nothing, and has no entry to take
	call("check_bibliography", map[string]any{"path": "refs.bib", "outcome": []string{"could not be checked"}}, &undecided)
	var none struct {
		Found bool
		Told  string
	}
	call("cite", map[string]any{"query": "Frugal Memories of Unwritten Transformers"}, &none)
	if !slices.Equal(ids(&undecided), []string{"invented"}) || none.Found || none.Told == "" {
		t.Errorf("%+v %+v", undecided, none)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	write(regexp.MustCompile(`(?m)^@inproceedings\{invented.*\n`).ReplaceAllString(string(text), ""))
	var last checked
	call("check_bibliography", map[string]any{"path": "refs.bib"}, &last)
	if last.Summary.References != 19 || len(last.Findings) != 0 {
		t.Errorf("%+v", last)
	}
	t.Logf("%d calls, %d letters", calls, letters)
	if calls > agentCalls || letters > agentLetters {
		t.Errorf("%d calls and %d letters", calls, letters)
	}
}
