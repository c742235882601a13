package testenv

import (
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Postgres starts a PostgreSQL server for the test, which listens in a folder of
// its own and on no port, and gives the address of its database. The test skips
// where there is none, unless BONAFIDE_REQUIRE has "postgres".
func Postgres(t testing.TB) (address string) {
	t.Helper()
	bin := postgresPrograms()
	if bin == "" {
		Missing(t, "postgres", "PostgreSQL: install postgresql")
	}
	folder, err := os.MkdirTemp("", "pg") // a short path: that of a socket has at most 107 bytes
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(folder) })
	data := filepath.Join(folder, "data")
	do := as(t, folder)
	do(filepath.Join(bin, "initdb"), "-D", data, "-U", "bonafide", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C")
	options := fmt.Sprintf("-k %s -c listen_addresses='' -c fsync=off -c max_connections=50", folder)
	do(filepath.Join(bin, "pg_ctl"), "-D", data, "-w", "-l", filepath.Join(folder, "log"), "-o", options, "start")
	t.Cleanup(func() { do(filepath.Join(bin, "pg_ctl"), "-D", data, "-m", "immediate", "-w", "stop") })
	return "postgres:///postgres?user=bonafide&host=" + folder
}

// postgresPrograms gives the folder of the server's programs, "" for none.
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

// as gives how programs are run that refuse to be run by root: as the user
// postgres, who gets the folder.
func as(t testing.TB, folder string) func(name string, args ...string) {
	root := os.Getuid() == 0
	if root {
		if _, err := user.Lookup("postgres"); err != nil {
			Missing(t, "postgres", "the user postgres, for the server refuses to be run by root")
		}
		if out, err := exec.Command("chown", "postgres", folder).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	return func(name string, args ...string) {
		if root {
			name, args = "runuser", append([]string{"-u", "postgres", "--", name}, args...)
		}
		cmd := exec.Command(name, args...)
		cmd.Dir = folder
		// A file takes what it says: the server inherits it, and would hold a pipe open.
		out, err := os.CreateTemp(t.TempDir(), "out")
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		cmd.Stdout, cmd.Stderr = out, out
		if err := cmd.Run(); err != nil {
			said, _ := os.ReadFile(out.Name())
			t.Fatalf("%s: %v: %s", name, err, strings.TrimSpace(string(said)))
		}
	}
}
