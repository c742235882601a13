package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// ranIn runs a program in a folder and returns what it printed; the test fails if the program does.
func ranIn(t *testing.T, dir string, env []string, name string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s: %v\n%s", name, err, out.String())
	}
	return out.String()
}

// self returns the path of a bonafide program: this test binary under that name.
func self(t *testing.T) string {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(linked(t, binary), "bonafide")
}

// demoCopy copies the bibliography of the README into its own folder.
func demoCopy(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile("../../examples/demo.bib")
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "demo.bib")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// Neovim, configured as in editors/neovim.lua, shows diagnostics, hovers, applies a correction and accepts a
// finding. BONAFIDE_NEOVIM names another one to be tested, too.
func TestNeovim(t *testing.T) {
	for _, name := range []string{"nvim", os.Getenv("BONAFIDE_NEOVIM")} {
		nvim, err := exec.LookPath(name)
		if err != nil {
			testenv.Missing(t, "neovim", "Neovim, and another one (BONAFIDE_NEOVIM)")
		}
		t.Run(firstLine(ranIn(t, t.TempDir(), nil, nvim, "--version")), func(t *testing.T) { neovim(t, nvim) })
	}
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

func neovim(t *testing.T, nvim string) {
	script, err := filepath.Abs("testdata/editors/neovim.lua")
	if err != nil {
		t.Fatal(err)
	}
	setup, err := filepath.Abs("../../editors/neovim.lua")
	if err != nil {
		t.Fatal(err)
	}
	home, path := t.TempDir(), filepath.Dir(self(t))+string(filepath.ListSeparator)+os.Getenv("PATH")
	env := []string{"PATH=" + path, "SETUP=" + setup, "BIBLIOGRAPHY=" + demoCopy(t), "HOME=" + home,
		"XDG_CONFIG_HOME=" + home, "XDG_CACHE_HOME=" + home, "XDG_STATE_HOME=" + home, "XDG_DATA_HOME=" + home}
	ranIn(t, home, env, nvim, "--headless", "-u", "NONE", "-i", "NONE", "-c", "luafile "+script)
}

// VS Code's client library accepts everything that the server sends. BONAFIDE_NODE names the folder where npm
// installed vscode-languageserver-protocol.
func TestLanguageClient(t *testing.T) {
	modules := os.Getenv("BONAFIDE_NODE")
	node, err := exec.LookPath("node")
	if err != nil || modules == "" {
		testenv.Missing(t, "node", "Node with vscode-languageserver-protocol (BONAFIDE_NODE)")
	}
	script, err := filepath.Abs("testdata/editors/protocol.cjs")
	if err != nil {
		t.Fatal(err)
	}
	ranIn(t, t.TempDir(), []string{"NODE_PATH=" + modules, "BONAFIDE=" + self(t), "BIBLIOGRAPHY=" + demoCopy(t)}, node,
		script)
}

// Emacs with eglot, configured as in editors/emacs.el, shows diagnostics and applies a correction.
func TestEglot(t *testing.T) {
	emacs, err := exec.LookPath("emacs")
	if _, lacks := os.Stat("/usr/share/emacs/site-lisp/elpa-src/eglot-1.9"); err != nil || lacks != nil {
		testenv.Missing(t, "eglot", "Emacs with Debian's eglot 1.9")
	}
	script, err := filepath.Abs("testdata/editors/eglot.el")
	if err != nil {
		t.Fatal(err)
	}
	setup, err := filepath.Abs("../../editors/emacs.el")
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	ranIn(t, home, []string{"HOME=" + home, "SETUP=" + setup, "BONAFIDE=" + self(t), "BIBLIOGRAPHY=" + demoCopy(t)}, emacs,
		"--batch", "-Q", "-l", script)
}
