package main

import "github.com/spf13/cobra"

// commands lists every command, in the order of the help text.
func commands() []*cobra.Command {
	return []*cobra.Command{
		newCheckCommand(),
		newFixCommand(),
		newCiteCommand(),
		newLintCommand(),
		newReportCommand(),
		newExplainCommand(),
		newExtractCommand(),
		newCorpusCommand(),
		newSourcesCommand(),
		newMemoryCommand(),
		newModelsCommand(),
		newVersionCommand(),
	}
}
