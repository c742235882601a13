package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/bonafide-audit/bonafide/internal/testing/dumpserver"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
)

// TestUsers follows six new users from an empty home to the answer they want: the steps, and the lines on their
// screens. Dumps and services (VIA) are played here.
func TestUsers(t *testing.T) {
	works := starterWorks(t)
	examples, err := filepath.Abs("../../examples")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/users",
		Setup: func(env *testscript.Env) error {
			services, dumps := fixtureserver.New(works), dumpserver.New()
			env.Defer(services.Close)
			env.Defer(dumps.Close)
			for name, value := range emptyHome(env.WorkDir + "/home") {
				env.Setenv(name, value)
			}
			env.Setenv("BONAFIDE_MIRROR", mirrors(dumps))
			env.Setenv("VIA", services.URL)
			env.Setenv("EXAMPLES", examples)
			return nil
		},
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"pack": pack},
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
	})
}
