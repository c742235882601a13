// Command bonafide audits citations: it reads a paper or a bibliography, finds each cited work, compares it
// field by field, and reports with evidence what is real, wrong, missing or undecidable.
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
	for _, g := range commands() {
		root.AddGroup(&cobra.Group{ID: g.title, Title: g.title})
		for _, cmd := range g.commands {
			cmd.GroupID = g.title
			root.AddCommand(cmd)
		}
	}
	root.SetCompletionCommandGroupID(theProgram)
	cli.Finish(root, cli.Product)
	root.SetHelpCommandGroupID(theProgram)
	complete(root)
	return root
}

// theProgram is the group of commands about the program itself.
const theProgram = cli.More + ": the program"

type commandGroup struct {
	title    string
	commands []*cobra.Command
}

// commands lists every command, in the order of the help text.
func commands() []commandGroup {
	return []commandGroup{
		{"Check", []*cobra.Command{newCheckCommand(), newReportCommand(), newExplainCommand(), newDismissCommand(),
			newAnnotateCommand(), newClaimsCommand(), newExtractCommand()}},
		{"Write and correct", []*cobra.Command{newFixCommand(), newTidyCommand(), newLintCommand(), newCiteCommand()}},
		{"Sources",
			[]*cobra.Command{newCorpusCommand(), newSourcesCommand(), newMemoryCommand(), newModelsCommand(),
				newConfigCommand()}},
		{cli.More + ": servers, editors and agents",
			[]*cobra.Command{newServeCommand(), newVenueCommand(), newWorkerCommand(), newLSPCommand(), newMCPCommand(),
				newSkillCommand()}},
		{theProgram, []*cobra.Command{newVersionCommand(), newManCommand()}},
	}
}
