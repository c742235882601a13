package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/bonafide-audit/bonafide/internal/cli"
)

// carried returns the flags of a command line that another command needs to find what this one found: those that
// choose the sources and how inputs are read. A flag that the other command has of its own, or lacks, is left out.
func carried(cmd *cobra.Command) func(command, own string) []string {
	return func(command, own string) (list []string) {
		next, _, err := cmd.Root().Find([]string{command})
		if err != nil {
			return nil
		}
		has := func(name string) bool { return strings.Contains(own+" ", "--"+name+" ") }
		cmd.Flags().Visit(func(f *pflag.Flag) {
			known := next.Flags().Lookup(f.Name) != nil || next.InheritedFlags().Lookup(f.Name) != nil
			if known && cli.FlagIs(f.Name, cli.Decides) && !has(f.Name) && !(f.Name == "offline" && has("online")) {
				list = append(list, flagWords(f)...)
			}
		})
		return list
	}
}

// flagWords returns a flag as it is typed.
func flagWords(f *pflag.Flag) (words []string) {
	name := "--" + f.Name
	values := []string{f.Value.String()}
	if list, ok := f.Value.(pflag.SliceValue); ok {
		values = list.GetSlice()
	}
	if given := f.Annotations[cli.GivenValues]; given != nil {
		values = given
	}
	if f.Value.Type() == "stringSlice" {
		values = []string{strings.Join(values, ",")}
	}
	for _, value := range values {
		switch {
		case f.NoOptDefVal == value:
			words = append(words, name)
		case f.NoOptDefVal != "":
			words = append(words, name+"="+value)
		default:
			words = append(words, name, value)
		}
	}
	return slices.Clip(words)
}
