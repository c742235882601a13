package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// ranIn runs a program in a folder and gives what it printed; it fails when the program
// does.
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

// self gives the path of a program that is bonafide: this one under its name.
func self(t *testing.T) string {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(linked(t, binary), "bonafide")
}

// demoCopy copies the bibliography of the README into a folder of its own.
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

// Neovim shows diagnostics, hovers, and makes a correction.
func TestNeovim(t *testing.T) {
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		testenv.Missing(t, "neovim", "Neovim")
	}
	script, err := filepath.Abs("testdata/editors/neovim.lua")
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	env := []string{"BONAFIDE=" + self(t), "BIBLIOGRAPHY=" + demoCopy(t), "HOME=" + home, "XDG_CONFIG_HOME=" + home, "XDG_CACHE_HOME=" + home, "XDG_STATE_HOME=" + home, "XDG_DATA_HOME=" + home}
	ranIn(t, home, env, nvim, "--headless", "-u", "NONE", "-i", "NONE", "-c", "luafile "+script)
}
