package main

import (
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/bonafide-audit/bonafide/internal/runs"
)

// commandAlone are the flags of check that are no options of a run on the server, by reason.
var commandAlone = map[string]string{
	"of the report, which a run has in every format": "all annotate bom edits fail-on format min-checked only " +
		"output policy quiet sort summary",
	"of the files of this machine, and what is known of them": "baseline changed-since config from no-accepted resume " +
		"strict-inputs texts",
	"the operator's, for all runs": "as-of budget budget-time cache citing-year contact corpus jobs memory model-budget " +
		"model-cache model-embedding model-record model-replay model-url models " +
		"offline record replay requests timeout trace weights within",
}

// TestOptionsOfRuns: each flag of check is an option of a run on the server, too, or there is a reason why not.
func TestOptionsOfRuns(t *testing.T) {
	offered := map[string]bool{}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[runs.Options]()) {
		if runs.FormName(&field) != "" {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			offered[name] = true
		}
	}
	alone := map[string]bool{}
	for _, names := range commandAlone {
		for _, name := range strings.Fields(names) {
			alone[name] = true
		}
	}
	met := 0
	root := newRootCommand()
	check, _, err := root.Find([]string{"check"})
	if err != nil {
		t.Fatal(err)
	}
	check.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Hidden || f.Name == "help" {
			return
		}
		if offered[f.Name] == alone[f.Name] {
			t.Errorf("--%s: add it to runs.Options, or say in commandAlone why a run has it not", f.Name)
		}
		if offered[f.Name] {
			met++
		}
	})
	if met != len(offered) {
		t.Errorf("check has %d of the %d options of a run", met, len(offered))
	}
}
