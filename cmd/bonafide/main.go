// Command bonafide audits citations: it reads a paper or a bibliography, finds
// each cited work, compares field by field, and says with evidence what is
// real, wrong, missing or not decidable.
package main

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
)

func main() {
	cli.PaceCollection()
	os.Exit(cli.Run(newRootCommand()))
}

// newRootCommand gives the whole command tree.
func newRootCommand() *cobra.Command {
	root := &cobra.Command{
		Use:   "bonafide",
		Short: "Audit citations: what is real, wrong, missing or not decidable",
		Long: `bonafide reads a paper or a bibliography, finds each cited work, compares field
by field, and says with evidence what is real, wrong, missing or not decidable.
Nothing leaves this machine unless you ask for it.`,
		Example: `  bonafide check refs.bib
  bonafide check --corpus ~/corpora/cs --format jsonl paper.bib > findings.jsonl
  bonafide report findings.jsonl --format text
  bonafide explain H2`,
	}
	root.AddCommand(commands()...)
	cli.Finish(root, cli.Product)
	return root
}

// commands lists every command, in the order of the help text.
func commands() []*cobra.Command {
	return []*cobra.Command{
		newCheckCommand(),
		newClaimsCommand(),
		newFixCommand(),
		newTidyCommand(),
		newCiteCommand(),
		newLintCommand(),
		newReportCommand(),
		newAnnotateCommand(),
		newExplainCommand(),
		newDismissCommand(),
		newExtractCommand(),
		newServeCommand(),
		newVenueCommand(),
		newWorkerCommand(),
		newMCPCommand(),
		newLSPCommand(),
		newSkillCommand(),
		newCorpusCommand(),
		newSourcesCommand(),
		newMemoryCommand(),
		newModelsCommand(),
		newConfigCommand(),
		newManCommand(),
		newVersionCommand(),
	}
}
