package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

func TestMain(m *testing.M) {
	testscript.Main(emptyData{m}, map[string]func(){"bonafide": main, "bonafide-held": heldMain})
}

// emptyData runs tests without the corpora installed on this machine or named by its environment; scripts have
// their own homes.
type emptyData struct{ m *testing.M }

// Run runs all tests.
func (e emptyData) Run() int {
	dir, err := os.MkdirTemp("", "bonafide-test-data")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	if err := os.Setenv("XDG_DATA_HOME", dir); err != nil {
		panic(err)
	}
	if err := os.Unsetenv("BONAFIDE_CORPUS"); err != nil {
		panic(err)
	}
	return testenv.RunWaiting(e.m)
}

// notShort leaves out of short runs, such as those with the race detector, tests that mostly exercise other
// processes or run sequentially.
func notShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("it is left out of short runs")
	}
}

// TestNoCorpora checks that command lines inside the process see no corpus of the user who runs the tests.
func TestNoCorpora(t *testing.T) {
	stdout, stderr, status := clitest.Run(t, newRootCommand(), "corpus", "list", "--json")
	if status != 0 || stdout != "[]\n" {
		t.Errorf("%d: %s%s", status, stdout, stderr)
	}
}

// TestScripts runs the real main through the sessions in testdata/script. EXAMPLES names the folder of example
// files, BINARY a file that is not text; "pack ARCHIVE FILE..." packs an archive.
func TestScripts(t *testing.T) {
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	homes, dir, files := t.TempDir(), "testdata/script", []string(nil)
	if testing.Short() { // those with the most concurrency
		for _, name := range []string{"demo", "memory", "models"} {
			files = append(files, filepath.Join(dir, name+".txtar"))
		}
		dir = ""
	}
	testscript.Run(t, testscript.Params{
		Dir:   dir,
		Files: files,
		Setup: func(env *testscript.Env) error {
			env.Setenv("EXAMPLES", examples)
			env.Setenv("NO_COLOR", "1")
			env.Setenv("BINARY", binary)
			home, err := os.MkdirTemp(homes, "user") // outside of the script's folder, whose files it may count
			if err != nil {
				return err
			}
			env.Setenv("XDG_CACHE_HOME", homeOf(home)["XDG_CACHE_HOME"])
			return nil
		},
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"pack": pack},
	})
}
