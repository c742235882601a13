package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// served is the real program as a server.
type served struct {
	cmd *exec.Cmd
	url string
}

// serveReal starts the program in a folder, with services that a test server plays.
func serveReal(t *testing.T, dir string, services *fixtureserver.Server) *served {
	t.Helper()
	return serveWith(t, dir, "--online", "--sources", "openalex,doi", "--via", services.URL)
}

// serveWith starts the program in a folder with additional flags.
func serveWith(t *testing.T, dir string, flags ...string) *served {
	t.Helper()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(linked(t, binary), "bonafide"),
		append([]string{"serve", "--listen", "127.0.0.1:0", "--folder", filepath.Join(dir, "runs")}, flags...)...)
	cmd.Env = os.Environ()
	for name, value := range homeOf(dir) {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	cmd.Stderr = &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%v: %s", err, said.String())
	}
	url := strings.Fields(strings.TrimPrefix(line, "bonafide listens on "))[0]
	return &served{cmd, url}
}

// linked returns a folder in which the test binary is called bonafide.
func linked(t *testing.T, binary string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Symlink(binary, filepath.Join(dir, "bonafide")); err != nil {
		testenv.Missing(t, "symlinks", "symbolic links")
	}
	return dir
}

// online starts a run that asks the services.
func (s *served) online(t *testing.T, bib string) (run string) {
	t.Helper()
	body, err := json.Marshal(map[string]any{"name": "refs.bib", "text": bib, "options": map[string]any{"online": true}})
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.Post(s.url+"/api/v1/runs", "application/json", bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	var made struct{ ID string }
	if err := json.NewDecoder(res.Body).Decode(&made); err != nil || made.ID == "" {
		t.Fatalf("%s: %v", res.Status, err)
	}
	return made.ID
}

// report follows a run to its end and returns its report.
func (s *served) report(t *testing.T, run string) string {
	t.Helper()
	for _, path := range []string{"/events", "/report"} {
		res, err := http.Get(s.url + "/api/v1/runs/" + run + path)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err != nil || res.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s %v: %.300s", path, res.Status, err, body)
		}
		if path == "/report" {
			return string(body)
		}
	}
	return ""
}

// TestServeKilled kills the server with signal 9 in the middle of a run: after a restart it completes the run,
// with the same rows, and repeats no answered question.
func TestServeKilled(t *testing.T) {
	notShort(t)
	t.Parallel() // it mostly waits for its turn at the services
	references := 40
	if testenv.Long() {
		references = 300
	}
	if runtime.GOOS == "windows" {
		testenv.Missing(t, "signals", "signal 9")
	}
	var bib strings.Builder
	for i := range references {
		fmt.Fprintf(&bib,
			"@article{k%d, title={Quorums of velvet engines number %d under moonlit calibration}, author={Author, Ann}, "+
				"journal={Journal of Nothing}, year={2021}, doi={10.5555/none.%d}}\n", i, i, i)
	}
	whole := fixtureserver.New(nil)
	defer whole.Close()
	uncut := serveReal(t, t.TempDir(), whole)
	want := uncut.report(t, uncut.online(t, bib.String()))
	if n := strings.Count(want, `"kind":"finding"`); n != references {
		t.Fatalf("%d rows", n)
	}

	services := fixtureserver.New(nil)
	defer services.Close()
	answered := whole.Total() / 2
	begun := services.HoldAfter(answered)
	dir := t.TempDir()
	first := serveReal(t, dir, services)
	run := first.online(t, bib.String())
	select {
	case <-begun:
	case <-time.After(5 * time.Minute):
		t.Fatalf("only %d requests", services.Total())
	}
	if err := first.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = first.cmd.Wait()
	unanswered := services.Total() - answered
	services.Release()

	again := serveReal(t, dir, services)
	if got := again.report(t, run); got != want {
		t.Errorf("after the kill the report is another one: %d bytes, not %d", len(got), len(want))
	}
	if asked := services.Total() - unanswered; asked > whole.Total() {
		t.Errorf("%d requests were answered, %d without the kill: %v and %v", asked, whole.Total(),
			services.Requests(), whole.Requests())
	}
}
