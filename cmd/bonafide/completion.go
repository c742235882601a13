package main

import (
	"os"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/bonafide-audit/bonafide/internal/accept"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lint"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// completions are the values of flags that a shell completes and that their help does not list, by the names of the
// flags, or of command and flag.
var completions = map[string]func() []string{
	"add": fields, "fields": fields, "drop": fields, "keep": fields, "corpus": corpusNames, "only": topics,
	"fail-on":   func() []string { return append(topics(), report.Never, report.Claims) },
	"lint only": lint.Rules, "lint skip": lint.Rules,
}

// complete has shells complete the values of the flags of a command and of those below it.
func complete(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		values := completions[cmd.Name()+" "+f.Name]
		if values == nil {
			values = completions[f.Name]
		}
		if list := listed(f.Usage); list != nil {
			values = func() []string { return list }
		}
		if values != nil {
			_ = cmd.RegisterFlagCompletionFunc(f.Name,
				func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
					return after(begun, values()), cobra.ShellCompDirectiveNoFileComp
				})
		}
	})
	for _, sub := range cmd.Commands() {
		complete(sub)
	}
}

// ofValues finds the values that the help of a flag ends with.
var ofValues = regexp.MustCompile(`: ((?:[\w-]+, )+[\w-]+)(?: \(.*)?$`)

func listed(usage string) []string {
	if m := ofValues.FindStringSubmatch(usage); m != nil {
		return strings.Split(m[1], ", ")
	}
	return nil
}

// after puts what is typed of a list before each value that may come next.
func after(begun string, values []string) []string {
	before := begun[:strings.LastIndexAny(begun, ",+")+1]
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = before + v
	}
	return list
}

func fields() (list []string) {
	for _, f := range biblio.Fields {
		list = append(list, string(f))
	}
	return list
}

func topics() []string {
	list := report.ScreenWords()
	for _, t := range judge.Topics() {
		list = append(list, t.Word)
	}
	return list
}

func corpusNames() (list []string) {
	home, err := corpora.Home(os.Getenv)
	if err != nil {
		return nil
	}
	have, _ := corpora.List(home)
	for _, c := range have {
		list = append(list, c.Name)
	}
	return list
}

// completeDismissed completes keys of the only bibliography here, then codes and fields, then files.
func completeDismissed(_ *cobra.Command, args []string, _ string) (list []string, _ cobra.ShellCompDirective) {
	if len(args) > 0 {
		return append(fields(), accept.Codes()...), cobra.ShellCompDirectiveDefault
	}
	if file, err := onlyBibliography(); err == nil {
		doc, _ := extract.ReadFile(file, extract.Options{})
		for i := range doc.References {
			list = append(list, doc.References[i].Key)
		}
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}

// completeExplained completes words and files, and keys after a saved report.
func completeExplained(_ *cobra.Command, args []string, _ string) (list []string, _ cobra.ShellCompDirective) {
	if len(args) == 0 || !savedReport(args[0]) {
		return topics(), cobra.ShellCompDirectiveDefault
	}
	in, err := os.Open(args[0])
	if err == nil {
		defer in.Close()
		_ = report.EachFinding(in, func(f report.Finding) { list = append(list, f.Key) }) // as far as it goes
	}
	return list, cobra.ShellCompDirectiveNoFileComp
}
