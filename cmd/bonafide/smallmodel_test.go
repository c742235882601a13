package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// fourWrong has four wrong entries: a verifier's four questions.
const fourWrong = `@article{wrong-title,
  author  = {Nitish Srivastava and Geoffrey Hinton and Alex Krizhevsky and Ilya Sutskever and Ruslan Salakhutdinov},
  title   = {Dropout: A Simple Way to Prevent Deep Networks from Underfitting},
  journal = {Journal of Machine Learning Research},
  volume  = {15},
  pages   = {1929--1958},
  year    = {2014},
}

@article{added-author,
  author  = {LeCun, Yann and Bengio, Yoshua and Hinton, Geoffrey and Marlowe, Edwin},
  title   = {Deep Learning},
  journal = {Nature},
  volume  = {521},
  year    = {2015},
}

@article{wrong-venue,
  author  = {Leo Breiman},
  title   = {Random Forests},
  journal = {Physical Review Letters},
  volume  = {45},
  pages   = {5--32},
  year    = {2001},
}

@article{wrong-year,
  author  = {Leo Breiman},
  title   = {Random Forests},
  journal = {Machine Learning},
  volume  = {45},
  pages   = {5--32},
  year    = {1997},
}
`

// smallModel starts a server of the model that BONAFIDE_GGUF names, with the node-llama-cpp of BONAFIDE_LLAMA, and
// returns its address.
func smallModel(t *testing.T) string {
	t.Helper()
	node, err := exec.LookPath("node")
	file := os.Getenv("BONAFIDE_GGUF")
	if err != nil || file == "" || os.Getenv("BONAFIDE_LLAMA") == "" {
		testenv.Missing(t, "model", "Node with node-llama-cpp (BONAFIDE_LLAMA), and a model as .gguf (BONAFIDE_GGUF)")
	}
	server := exec.Command(node, "testdata/model/server.mjs", file)
	server.Stderr = os.Stderr
	out, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	url, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(url)
}

// TestSmallModel: a real model, whose answers are often malformed, is asked four questions. Whatever it says or fails
// to say is named beside its reference, and no verdict changes for it.
func TestSmallModel(t *testing.T) {
	notShort(t)
	url := smallModel(t)
	t.Setenv("BONAFIDE_MODEL_KEY", "unused")
	file := filepath.Join(t.TempDir(), "asked.bib")
	if err := os.WriteFile(file, []byte(fourWrong), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"check", "--config", "none", "--memory", "none", "--format", "jsonl", "--fail-on", "never", file}
	alone, quiet := clitest.Session(t, newRootCommand(), args...)
	with, said := clitest.Session(t, newRootCommand(), append(args, "--model", "compatible:small", "--model-url", url,
		"--models", "verifier", "--model-cache", "none")...)
	t.Log(quiet + said)
	if was, is := verdicts(t, alone), verdicts(t, with); !slices.Equal(was, is) {
		t.Errorf("%v\nbecame\n%v", was, is)
	}
	if n := strings.Count(with, `"effect":"`); n != 4 {
		t.Errorf("%d of 4 answers are named:\n%s", n, with)
	}
}
