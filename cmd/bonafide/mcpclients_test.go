package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// The official Python client calls every tool and prompt, over standard input and
// output and over HTTP. BONAFIDE_PYTHON names a Python that has mcp.
func TestPythonAgent(t *testing.T) {
	python := os.Getenv("BONAFIDE_PYTHON")
	if python == "" {
		testenv.Missing(t, "python", "Python with mcp (BONAFIDE_PYTHON)")
	}
	script, err := filepath.Abs("testdata/agents/client.py")
	if err != nil {
		t.Fatal(err)
	}
	program, root := self(t), filepath.Dir(demoCopy(t))
	if out := ranIn(t, root, nil, python, script, program, root); !strings.HasSuffix(out, "done\n") {
		t.Error(out)
	}
	server := exec.CommandContext(t.Context(), program, "mcp", "--root", root, "--listen", "127.0.0.1:0")
	out, err := server.StdoutPipe()
	if err == nil {
		err = server.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = server.Process.Kill()
		_ = server.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	_, rest, ok := strings.Cut(line, " on ")
	if err != nil || !ok {
		t.Fatal(line, err)
	}
	if out := ranIn(t, root, nil, python, script, strings.Fields(rest)[0]); !strings.HasSuffix(out, "done\n") {
		t.Error(out)
	}
}

// The TypeScript SDK accepts everything that the server offers. BONAFIDE_NODE names the folder where npm
// installed @modelcontextprotocol/sdk.
func TestNodeAgent(t *testing.T) {
	modules := os.Getenv("BONAFIDE_NODE")
	node, err := exec.LookPath("node")
	if err != nil || modules == "" {
		testenv.Missing(t, "node", "Node with @modelcontextprotocol/sdk (BONAFIDE_NODE)")
	}
	script, err := filepath.Abs("testdata/agents/client.cjs")
	if err != nil {
		t.Fatal(err)
	}
	ranIn(t, t.TempDir(), []string{"NODE_PATH=" + modules, "BONAFIDE=" + self(t), "BIBLIOGRAPHY=" + demoCopy(t)}, node,
		script)
}
