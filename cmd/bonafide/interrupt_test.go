package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// TestInterrupted: Ctrl-C while waiting for a service ends the real program with 130, and it says how
// far it came.
func TestInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		testenv.Missing(t, "signals", "signals")
	}
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	services := fixtureserver.New(nil)
	defer services.Close()
	begun := services.HoldAfter(0)
	dir := t.TempDir()
	const entry = "@article{unknown, author={Author, Ann}, title={Nothing known of quorums}, journal={Nature}, year={2015}}\n"
	if err := os.WriteFile(filepath.Join(dir, "refs.bib"), []byte(entry), 0o600); err != nil {
		t.Fatal(err)
	}
	var said strings.Builder
	cmd := exec.CommandContext(t.Context(), filepath.Join(linked(t, binary), "bonafide"), "check", "--online", "--via",
		services.URL, "-o", "report.html", "refs.bib")
	cmd.Dir, cmd.Stderr, cmd.Env = dir, &said, os.Environ()
	for name, value := range homeOf(dir) {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	<-begun
	if err := cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	services.Release()
	if status := cmd.ProcessState.ExitCode(); status != 130 ||
		!strings.Contains(said.String(), "stopped after 0 of 1 reference; run again to go on\nbonafide: interrupted\n") {
		t.Errorf("%d: %s", status, said.String())
	}
}
