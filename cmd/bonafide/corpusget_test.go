package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/testing/dumpserver"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// mirrors returns the --mirror flags for all dumps of a server.
func mirrors(s *dumpserver.Server) string {
	var list []string
	for name, url := range s.Mirrors() {
		list = append(list, name+"="+url)
	}
	return strings.Join(list, ",")
}

// emptyHome returns the environment of a user with nothing but an empty home.
func emptyHome(dir string) map[string]string {
	return map[string]string{"HOME": dir, "XDG_DATA_HOME": dir + "/share", "XDG_CACHE_HOME": dir + "/cache",
		"XDG_CONFIG_HOME": dir + "/config", "NO_COLOR": "1"}
}

// homeOf is like emptyHome, but the PDF library is compiled in the user's cache as in that of this process, which
// saves two seconds.
func homeOf(dir string) map[string]string {
	if own, err := os.UserCacheDir(); err == nil {
		compiled, cache := filepath.Join(own, "bonafide", "wasm"), filepath.Join(dir, "cache", "bonafide")
		_ = errors.Join(os.MkdirAll(compiled, 0o700), os.MkdirAll(cache, 0o700),
			os.Symlink(compiled, filepath.Join(cache, "wasm"))) // without it, all works and takes longer
	}
	return emptyHome(dir)
}

// liveIn makes a folder the home of this process until the test ends.
func liveIn(t *testing.T, dir string) {
	t.Helper()
	for name, value := range homeOf(dir) {
		t.Setenv(name, value)
	}
}

// TestCorpusScripts runs the real main against a server that plays the public dumps. Scripts have
// additional commands:
//
//	asked N    compares the files asked for since the start or the last "forget"
//	forget     counts anew
//	wall PATH  puts a page for people in place of a file
func TestCorpusScripts(t *testing.T) {
	var servers sync.Map
	server := func(ts *testscript.TestScript) *dumpserver.Server {
		s, _ := servers.Load(ts.Getenv("WORK"))
		return s.(*dumpserver.Server)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/corpus",
		Setup: func(env *testscript.Env) error {
			s := dumpserver.New()
			servers.Store(env.WorkDir, s)
			env.Defer(s.Close)
			for name, value := range emptyHome(env.WorkDir + "/home") {
				env.Setenv(name, value)
			}
			env.Setenv("BONAFIDE_MIRROR", mirrors(s))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"asked": func(ts *testscript.TestScript, _ bool, args []string) {
				want, err := strconv.Atoi(args[0])
				ts.Check(err)
				if asked := server(ts).Asked(); len(asked) != want {
					ts.Fatalf("asked for %q, want %d files", asked, want)
				}
			},
			"forget": func(ts *testscript.TestScript, _ bool, _ []string) { server(ts).Asked() },
			"wall":   func(ts *testscript.TestScript, _ bool, args []string) { server(ts).Wall(args[0]) },
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
	})
}

const (
	holdStep = "BONAFIDE_TEST_HOLD_STEP" // "merge 1": stop before the first merge
	holdFile = "BONAFIDE_TEST_HOLD_FILE" // written then
)

// heldMain is main, except that it blocks forever at a step of corpus get.
func heldMain() {
	step, count, _ := strings.Cut(os.Getenv(holdStep), " ")
	left, _ := strconv.Atoi(count)
	atCorpusStep = func(_, at, _ string) {
		if at != step {
			return
		}
		if left--; left == 0 {
			if err := os.WriteFile(os.Getenv(holdFile), nil, 0o600); err != nil {
				panic(err)
			}
			select {}
		}
	}
	main()
}

// user is a user with a home folder, who runs programs.
type user struct {
	t      *testing.T
	home   string
	server *dumpserver.Server
}

func newUser(t *testing.T, s *dumpserver.Server) *user { return &user{t, t.TempDir(), s} }

func (u *user) command(program string, args ...string) *exec.Cmd {
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "BONAFIDE_MIRROR="+mirrors(u.server))
	for name, value := range homeOf(u.home) {
		cmd.Env = append(cmd.Env, name+"="+value)
	}
	return cmd
}

func (u *user) run(args ...string) (out string, status int) {
	u.t.Helper()
	text, err := u.command("bonafide", args...).CombinedOutput()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return string(text), exit.ExitCode()
	}
	if err != nil {
		u.t.Fatal(err)
	}
	return string(text), 0
}

func (u *user) corpus(name string) string {
	return filepath.Join(u.home, "share", "bonafide", "corpora", name)
}

// digest returns a digest of the bytes of an installed corpus, whose segment names vary.
func (u *user) digest(name string) string {
	u.t.Helper()
	var m struct {
		Segments []struct{ File string }
	}
	text, err := os.ReadFile(filepath.Join(u.corpus(name), "manifest.json"))
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil || len(m.Segments) == 0 {
		u.t.Fatalf("%s is not installed: %v", name, err)
	}
	h := sha256.New()
	for _, s := range m.Segments {
		data, err := os.ReadFile(filepath.Join(u.corpus(name), s.File))
		if err != nil {
			u.t.Fatal(err)
		}
		h.Write(data)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// wait waits until so returns true, or the program has ended.
func wait(t *testing.T, ended <-chan error, so func() bool) {
	t.Helper()
	for !so() {
		select {
		case err := <-ended:
			t.Fatalf("the program ended by itself: %v", err)
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// start starts a program to be killed; kill kills it with signal 9.
func (u *user) start(cmd *exec.Cmd) (ended chan error, kill func()) {
	u.t.Helper()
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		u.t.Fatal(err)
	}
	ended = make(chan error, 1)
	go func() {
		err := cmd.Wait()
		ended <- fmt.Errorf("%w: %s", err, out.String())
	}()
	return ended, func() {
		if err := cmd.Process.Kill(); err != nil {
			u.t.Fatal(err)
		}
		<-ended
		u.server.Release()
	}
}

// TestCorpusKilled kills the real program with signal 9 in every phase and starts it again: the index has the
// same bytes, and nothing is fetched twice. While it is running a second one says so.
func TestCorpusKilled(t *testing.T) {
	notShort(t)
	if runtime.GOOS == "windows" {
		testenv.Missing(t, "signals", "signal 9")
	}
	wholes := map[string]string{}
	asked := map[string][]string{}
	for _, name := range []string{"dblp", "pubmed", "arxiv-q-bio", "meta"} {
		s := dumpserver.New()
		u := newUser(t, s)
		if out, status := u.run("corpus", "get", "--yes", name); status != 0 {
			t.Fatalf("%s: %d: %s", name, status, out)
		}
		wholes[name], asked[name] = u.digest(name), s.Asked()
		s.Close()
	}
	for _, c := range []struct {
		phase, name string
		hold        string // of the server: at which address it stops
		step        string // of the program: where it stops
		twice       int    // more requests than without a kill: for the rest of a file, for a page
	}{
		{"download", "dblp", "dblp.xml.gz", "", 1},
		{"download of the third file", "pubmed", "n0003.xml.gz", "", 1},
		{"harvest", "arxiv-q-bio", "resumptionToken=2026", "", 1},
		{"before a download", "pubmed", "", "fetch 2", 0},
		{"build", "pubmed", "", "build 2", 0},
		{"build of one file", "dblp", "", "build 1", 0},
		{"download of a release", "meta", "/content", "", 1},
		{"build of a release", "meta", "", "build 1", 0},
		{"merge", "pubmed", "", "merge 1", 0},
		{"merge of a harvest", "arxiv-q-bio", "", "merge 1", 0},
		{"place", "pubmed", "", "place 1", 0},
		{"place without a merge", "dblp", "", "place 1", 0},
	} {
		t.Run(c.phase, func(t *testing.T) {
			t.Parallel()
			s := dumpserver.New()
			defer s.Close()
			u := newUser(t, s)
			args := []string{"corpus", "get", "--yes", c.name}
			if c.hold != "" {
				held := s.Hold(c.hold)
				ended, kill := u.start(u.command("bonafide", args...))
				wait(t, ended, func() bool {
					select {
					case <-held:
						return u.wroteHalf(c.name)
					default:
						return false
					}
				})
				kill()
			} else {
				file := filepath.Join(t.TempDir(), "held")
				cmd := u.command("bonafide-held", args...)
				cmd.Env = append(cmd.Env, holdStep+"="+c.step, holdFile+"="+file)
				ended, kill := u.start(cmd)
				wait(t, ended, func() bool { _, err := os.Stat(file); return err == nil })
				if out, status := u.run(args...); status != 2 ||
					!strings.Contains(out, "another process is working on this corpus") {
					t.Errorf("a second one: %d: %s", status, out)
				}
				if out, status := u.run("corpus", "build", "--out", u.corpus(c.name), "testdata/corpus/get.txtar", "--format",
					"ris"); status != 2 || !strings.Contains(out, "another build") {
					t.Errorf("a build there: %d: %s", status, out)
				}
				kill()
			}
			if out, _ := u.run("corpus", "list", "--json"); strings.TrimSpace(out) != "[]" {
				t.Errorf("half a corpus is there: %s", out)
			}
			if out, status := u.run(args...); status != 0 {
				t.Fatalf("again: %d: %s", status, out)
			}
			if u.digest(c.name) != wholes[c.name] {
				t.Error("other bytes of the index")
			}
			got := s.Asked()
			if len(got) != len(asked[c.name])+c.twice {
				t.Errorf("asked for %q, without a kill %q", got, asked[c.name])
			}
			if c.phase == "download" &&
				!slices.ContainsFunc(got, func(a string) bool { return strings.Contains(a, " bytes=") }) {
				t.Errorf("the download begins anew: %q", got)
			}
		})
	}
}

// wroteHalf reports whether part of a file being downloaded is on disk; pages of a harvest are written whole.
func (u *user) wroteHalf(name string) bool {
	if strings.HasPrefix(name, "arxiv") {
		return true
	}
	for _, pattern := range []string{"*.part", "*/*.part"} {
		list, _ := filepath.Glob(filepath.Join(u.home, "cache", "bonafide", "dumps", name, pattern))
		for _, path := range list {
			if info, err := os.Stat(path); err == nil && info.Size() > 0 {
				return true
			}
		}
	}
	return false
}

// TestCorpusNoNetwork: one sentence says what is missing, and nothing is installed.
func TestCorpusNoNetwork(t *testing.T) {
	s := dumpserver.New()
	defer s.Close()
	u := newUser(t, s)
	for mirror, want := range map[string]string{
		"dblp=http://127.0.0.1:1/dblp.xml.gz": "bonafide: dblp: 127.0.0.1:1 cannot be reached (",
		"dblp=" + s.URL + "/nowhere":          "bonafide: fetch dblp: dblp.xml.gz: ",
	} {
		out, status := u.run("corpus", "get", "--yes", "--mirror", mirror, "dblp")
		if last := lastLine(out); status != 4 || !strings.HasPrefix(last, want) ||
			!strings.HasSuffix(last, "run the same command again to continue") {
			t.Errorf("%d: %s", status, out)
		}
		if out, _ := u.run("corpus", "list", "--json"); strings.TrimSpace(out) != "[]" {
			t.Errorf("half a corpus is there: %s", out)
		}
	}
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

// TestCorpusPlacedHalf interrupts the installation of a corpus after every file and lets the program continue.
func TestCorpusPlacedHalf(t *testing.T) {
	if runtime.GOOS == "windows" {
		testenv.Missing(t, "signals", "signal 9")
	}
	s := dumpserver.New()
	defer s.Close()
	u := newUser(t, s)
	file := filepath.Join(t.TempDir(), "held")
	cmd := u.command("bonafide-held", "corpus", "get", "--yes", "pubmed")
	cmd.Env = append(cmd.Env, holdStep+"="+corpora.StepPlace+" 1", holdFile+"="+file)
	ended, kill := u.start(cmd)
	wait(t, ended, func() bool { _, err := os.Stat(file); return err == nil })
	kill()
	segments, err := filepath.Glob(filepath.Join(u.corpus("pubmed"), ".get", "merged", "*.segment"))
	if err != nil || len(segments) != 1 {
		t.Fatalf("%v, %v", segments, err)
	}
	if err := os.Rename(segments[0], filepath.Join(u.corpus("pubmed"), filepath.Base(segments[0]))); err != nil {
		t.Fatal(err)
	}
	if out, status := u.run("corpus", "get", "--yes", "pubmed"); status != 0 {
		t.Fatalf("%d: %s", status, out)
	}
	if out, status := u.run("corpus", "verify", "--corpus", "pubmed"); status != 0 || !strings.Contains(out, "3 records") {
		t.Errorf("%d: %s", status, out)
	}
}

// TestListedAgain: one sentence says that listed files are gone.
func TestListedAgain(t *testing.T) {
	var w bytes.Buffer
	steps := stepBars{w: &w}
	steps.step("pubmed", corpora.StepFetch, "a.gz")
	steps.step("pubmed", corpora.StepAgain, "a\x1b[1m.gz")
	if got := w.String(); !strings.HasPrefix(got, "pubmed: a") || !strings.Contains(got, "is no longer listed") ||
		strings.Contains(got, "\x1b") {
		t.Errorf("%q", got)
	}
}
