package main

import (
	"cmp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// Helix, configured as in editors/helix.toml and running in a tmux terminal, shows diagnostics, hovers and
// applies a correction. BONAFIDE_HELIX names the program if it is not "hx" on the path.
func TestHelix(t *testing.T) {
	helix, err := exec.LookPath(cmp.Or(os.Getenv("BONAFIDE_HELIX"), "hx"))
	if _, lacks := exec.LookPath("tmux"); err != nil || lacks != nil {
		testenv.Missing(t, "helix", "Helix (BONAFIDE_HELIX) and tmux")
	}
	file := demoCopy(t)
	s := helixOn(t, helix, file)
	s.until("● 8") // errors, in the bottom line
	s.keys(":goto 204", "Enter")
	s.until("sel  204:1")
	s.keys("g", "l", "h", "h")
	s.keys("Space", "k")
	s.until("wrong (")
	s.keys("Escape")
	s.wait("the hover goes", func(shown string) bool { return !strings.Contains(shown, "wrong (") })
	s.keys("Space", "a")
	s.until("Correct the year: 2001 (corpus)")
	s.keys("Enter")
	s.until("year    = {2001},")
	s.until("● 7")
	s.keys(":wq", "Enter")
	s.wait("Helix ends", func(shown string) bool { return shown == "" })
	written, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(written), "year    = {2001},") {
		t.Errorf("%v: the file is\n%s", err, written)
	}
}

// screen is a tmux terminal.
type screen struct {
	*testing.T
	socket string
}

// helixOn starts Helix on a file, with the configuration for users.
func helixOn(t *testing.T, helix, file string) screen {
	t.Helper()
	home := t.TempDir()
	setup, err := os.ReadFile("../../editors/helix.toml")
	folder := filepath.Join(home, "helix")
	if err == nil {
		err = os.Mkdir(folder, 0o700)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, "languages.toml"), setup, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	s := screen{t, filepath.Join(home, "tmux")}
	path := filepath.Dir(self(t)) + string(filepath.ListSeparator) + os.Getenv("PATH")
	s.tmux("new-session", "-d", "-x", "160", "-y", "50", "env", "TERM=screen", "HOME="+home, "XDG_CONFIG_HOME="+home,
		"XDG_CACHE_HOME="+home, "PATH="+path, helix, file)
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", s.socket, "kill-server").Run() })
	return s
}

// tmux returns the output of a tmux command, "" if the terminal has ended.
func (s screen) tmux(args ...string) string {
	s.Helper()
	out, err := exec.CommandContext(s.Context(), "tmux",
		append([]string{"-f", "/dev/null", "-S", s.socket}, args...)...).Output()
	if err != nil {
		return ""
	}
	return string(out)
}

// keys presses keys, by their names in tmux.
func (s screen) keys(keys ...string) {
	s.Helper()
	s.tmux(append([]string{"send-keys"}, keys...)...)
}

// until waits until the screen shows words.
func (s screen) until(words string) {
	s.Helper()
	s.wait(words, func(shown string) bool { return strings.Contains(shown, words) })
}

// wait waits until the screen is as expected.
func (s screen) wait(what string, as func(shown string) bool) {
	s.Helper()
	shown := ""
	testenv.Until(s, what, func() bool {
		shown = s.tmux("capture-pane", "-p")
		return as(shown)
	})
}
