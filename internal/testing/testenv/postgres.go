package testenv

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"
)

// Postgres starts a PostgreSQL server for the test, which listens in a folder of its own and on no port, and
// returns the address of its database. The test is skipped if PostgreSQL is not installed, unless
// BONAFIDE_REQUIRE has "postgres".
func Postgres(t testing.TB) (address string) {
	t.Helper()
	return NewPostgres(t).Address
}

// PostgresServer is a server that a test can kill and restart.
type PostgresServer struct {
	Address string // of its database

	t       testing.TB
	bin     string
	folder  string
	options string
	do      func(name string, args ...string) error
}

// NewPostgres is like Postgres, for a test that needs more than the address. options are settings in addition
// to those of all tests: "fsync=on".
func NewPostgres(t testing.TB, options ...string) *PostgresServer {
	t.Helper()
	bin := postgresPrograms()
	if bin == "" {
		Missing(t, "postgres", "PostgreSQL: install postgresql")
	}
	folder, err := os.MkdirTemp("", "pg") // a short path: that of a socket may have at most 107 bytes
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	s := &PostgresServer{Address: "postgres:///postgres?user=bonafide&host=" + folder, t: t, bin: bin,
		folder: folder, do: as(t, folder)}
	s.options = fmt.Sprintf("-k %s -c listen_addresses='' -c fsync=off -c max_connections=50", folder)
	for _, o := range options {
		s.options += " -c " + o
	}
	s.initialise()
	s.Start()
	t.Cleanup(func() {
		if _, err := os.Stat(s.pid()); err == nil {
			s.must(s.do(filepath.Join(bin, "pg_ctl"), "-D", s.data(), "-m", "immediate", "-w", "stop"))
		}
	})
	return s
}

// empty has the files of an empty database after the first server of a process: making them takes a second.
var empty struct {
	sync.Mutex
	files fstest.MapFS
}

// initialise makes the files of an empty database.
func (s *PostgresServer) initialise() {
	s.t.Helper()
	empty.Lock()
	defer empty.Unlock()
	if empty.files != nil {
		s.must(os.CopyFS(s.data(), empty.files))
		s.must(os.Chmod(s.data(), 0o700))
		give(s.t, s.data())
		return
	}
	s.must(s.do(filepath.Join(s.bin, "initdb"), "-D", s.data(), "-U", "bonafide", "--auth=trust", "--no-sync", "-E",
		"UTF8", "--locale=C"))
	made, files := os.DirFS(s.data()), fstest.MapFS{}
	s.must(fs.WalkDir(made, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() && name == "." {
			return err
		}
		files[name] = &fstest.MapFile{Mode: d.Type() | 0o600}
		if !d.IsDir() {
			files[name].Data, err = fs.ReadFile(made, name)
		}
		return err
	}))
	empty.files = files
}

func (s *PostgresServer) data() string { return filepath.Join(s.folder, "data") }
func (s *PostgresServer) pid() string  { return filepath.Join(s.data(), "postmaster.pid") }

func (s *PostgresServer) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// Start starts the server, even after a crash.
func (s *PostgresServer) Start() {
	s.t.Helper()
	start := func() error {
		return s.do(filepath.Join(s.bin, "pg_ctl"), "-D", s.data(), "-w", "-l", filepath.Join(s.folder, "log"), "-o",
			s.options, "start")
	}
	err := start()
	for tries := 0; err != nil && tries < 20; tries++ { // remains of a killed server are still terminating
		time.Sleep(250 * time.Millisecond)
		err = start()
	}
	s.must(err)
}

// Kill kills the server as if its machine were lost: nothing more is written, and none of its processes answers
// for much longer.
func (s *PostgresServer) Kill() {
	s.t.Helper()
	text, err := os.ReadFile(s.pid())
	s.must(err)
	line, _, _ := strings.Cut(string(text), "\n")
	pid, err := strconv.Atoi(line)
	s.must(err)
	server, err := os.FindProcess(pid)
	s.must(err)
	served := children(pid)
	s.must(server.Kill())
	for _, child := range served {
		if process, err := os.FindProcess(child); err == nil {
			_ = process.Kill() // it may have exited already
		}
	}
	s.must(os.Remove(s.pid()))
}

// children returns the processes started by a process, if /proc is available.
func children(parent int) []int {
	var list []int
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		stat, err := os.ReadFile(file)
		if err != nil {
			continue // it has exited
		}
		// "pid (name) state parent …", and a name may contain anything.
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err == nil && len(fields) > 1 && fields[1] == strconv.Itoa(parent) {
			list = append(list, pid)
		}
	}
	return list
}

// postgresPrograms returns the folder of the server's programs, or "".
func postgresPrograms() string {
	if path, err := exec.LookPath("initdb"); err == nil {
		return filepath.Dir(path)
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return ""
	}
	return filepath.Dir(slices.Max(found))
}

// give makes the user postgres owner of a folder if this process is root's: the server refuses to be run by root.
func give(t testing.TB, folder string) (given bool) {
	t.Helper()
	if os.Getuid() != 0 {
		return false
	}
	if _, err := user.Lookup("postgres"); err != nil {
		Missing(t, "postgres", "the user postgres, for the server refuses to be run by root")
	}
	if out, err := exec.Command("chown", "-R", "postgres", folder).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return true
}

// as returns a function that runs the server's programs in a folder, as somebody who may.
func as(t testing.TB, folder string) func(name string, args ...string) error {
	root := give(t, folder)
	return func(name string, args ...string) error {
		if root {
			name, args = "runuser", append([]string{"-u", "postgres", "--", name}, args...)
		}
		cmd := exec.Command(name, args...)
		cmd.Dir = folder
		// Output goes to a file: the server inherits it, and would keep a pipe open.
		out, err := os.CreateTemp(t.TempDir(), "out")
		if err != nil {
			return err
		}
		defer out.Close()
		cmd.Stdout, cmd.Stderr = out, out
		if err := cmd.Run(); err != nil {
			said, _ := os.ReadFile(out.Name())
			return fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(string(said)))
		}
		return nil
	}
}
