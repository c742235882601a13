package main

import (
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/runs"
)

// TestOptionsOfRuns: each flag of check is an option of a run on the server, too, or there is a reason why not.
func TestOptionsOfRuns(t *testing.T) {
	offered := map[string]bool{}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[runs.Options]()) {
		if runs.FormName(&field) != "" {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			offered[name] = true
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
		if offered[f.Name] == cli.FlagIs(f.Name, cli.OfReport|cli.OfFiles|cli.OfOperator) {
			t.Errorf("--%s: add it to runs.Options, or say in internal/cli/flags.go why a run does not have it", f.Name)
		}
		if offered[f.Name] {
			met++
		}
	})
	if met != len(offered) {
		t.Errorf("check has %d of the %d options of a run", met, len(offered))
	}
}
