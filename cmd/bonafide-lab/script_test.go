package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"bonafide-lab": main})
}

// TestScripts runs the real main through the sessions in testdata/script, with the product available.
func TestScripts(t *testing.T) {
	product := filepath.Dir(product(t))
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("NO_COLOR", "1")
			env.Setenv("PATH", env.Getenv("PATH")+string(os.PathListSeparator)+product)
			return nil
		},
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
	})
}

// product builds the program whose output the laboratory reads.
func product(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "bonafide")
	if out, err := exec.Command("go", "build", "-o", file, "../bonafide").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return file
}
