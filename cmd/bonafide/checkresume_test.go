package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/testing/dumpserver"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// manyEntries returns a bibliography that contains works of the starter corpus among others.
func manyEntries(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		title := [...]string{"Time, Clocks, and the Ordering of Events in a Distributed System", "Graph Attention Networks",
			fmt.Sprintf("A study of things unheard of, number %d", i)}[i%3]
		fmt.Fprintf(&b, "@article{k%d, title={%s}, author={Lamport, Leslie}, year={%d}}\n\n", i, title, 1990+i%30)
	}
	return b.Bytes()
}

// TestCheckKilled kills check with signal 9 after some rows are written: after --resume the rows are those of a
// single run. Some runs may finish before they are killed, but not all.
func TestCheckKilled(t *testing.T) {
	notShort(t)
	if runtime.GOOS == "windows" {
		testenv.Missing(t, "signals", "signal 9")
	}
	s := dumpserver.New()
	defer s.Close()
	u := newUser(t, s)
	bib := filepath.Join(u.home, "refs.bib")
	if err := os.WriteFile(bib, manyEntries(2000), 0o600); err != nil {
		t.Fatal(err)
	}
	whole, rows := filepath.Join(u.home, "whole.jsonl"), filepath.Join(u.home, "rows.jsonl")
	if out, status := u.run("check", "--format", "jsonl", "-o", whole, bib); status != 0 {
		t.Fatalf("%d: %s", status, out)
	}
	want := read(t, whole)
	killed := 0
	for _, after := range []int{1, 130, 600, 1500} {
		_ = os.Remove(rows) // of the previous round
		args := []string{"check", "--format", "jsonl", "-o", rows, bib}
		for range 2 { // the second is killed later
			cmd := u.command("bonafide", args...)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- cmd.Wait() }()
			if killedAt(t, cmd, ended, rows, after) {
				killed++
			}
			args = append(args[:len(args):len(args)], "--resume")
			after += 200
		}
		if out, status := u.run(args...); status != 0 {
			t.Errorf("after %d: %d: %s", after, status, out)
		}
		if got := read(t, rows); !bytes.Equal(got, want) {
			t.Errorf("after %d rows: %d bytes, want %d", after, len(got), len(want))
		}
		if _, err := os.Stat(rows + ".resume"); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the notes are left: %v", err)
		}
	}
	if killed == 0 {
		t.Error("every run was over before it was killed")
	}
}

// killedAt kills a command when a file has a number of lines, and reports whether it was still running.
func killedAt(t *testing.T, cmd *exec.Cmd, ended chan error, file string, lines int) bool {
	t.Helper()
	for {
		select {
		case <-ended:
			return false
		case <-time.After(time.Millisecond):
		}
		if text, _ := os.ReadFile(file); bytes.Count(text, []byte("\n")) > lines {
			break
		}
	}
	_ = cmd.Process.Kill() // it may have finished by now
	err := <-ended
	var exit *exec.ExitError
	return errors.As(err, &exit) && !exit.Exited()
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// atHome lists the files in a folder whose names begin with prefix.
func atHome(t *testing.T, dir, prefix string) string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range list {
		if strings.HasPrefix(e.Name(), prefix) {
			names = append(names, e.Name())
		}
	}
	return strings.Join(names, " ")
}
