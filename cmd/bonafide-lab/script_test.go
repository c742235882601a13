package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/bonafide-audit/bonafide/internal/cli"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"bonafide-lab": main})
}

// TestScripts runs the real main through the sessions in testdata/script, with
// the product beside it.
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

// session runs a command line of the laboratory.
func session(t *testing.T, args ...string) (stdout, stderr string) {
	t.Helper()
	root := newRootCommand()
	var out, errs bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&errs)
	root.SetArgs(args)
	cli.Say(&errs, root.ExecuteContext(t.Context()))
	return out.String(), errs.String()
}
