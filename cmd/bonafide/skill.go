package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/outfile"
	"github.com/bonafide-audit/bonafide/skills"
)

// skillFolders are the folders, below home or a project, where agents look for skills.
var skillFolders = map[string]string{"agents": ".agents/skills", "claude": ".claude/skills", "cursor": ".cursor/skills",
	"gemini": ".gemini/skills"}

func newSkillCommand() *cobra.Command {
	names := strings.Join(slices.Sorted(maps.Keys(skillFolders)), ", ")
	cmd := &cobra.Command{
		Use:   "skill",
		Short: "Teach an agent to take citations from records and to check them",
		Long: `skill has instructions that tell a writing agent to take entries from "bonafide cite",
never from memory, to run "bonafide check" before it finishes, and how to read the
outcomes. "install" puts them where an agent looks for skills: ` + names + `,
where "agents" is the folder that several share.`,
		Example: `  bonafide skill show
  bonafide skill install claude
  bonafide skill install agents --project .`,
	}
	var project string
	var force bool
	install := &cobra.Command{
		Use: "install AGENT", Short: "Put the skill where an agent looks for it", Args: cobra.ExactArgs(1),
		ValidArgs: slices.Sorted(maps.Keys(skillFolders)),
		RunE: func(cmd *cobra.Command, args []string) error {
			folder := skillFolders[args[0]]
			if folder == "" {
				return cli.UsageError(fmt.Errorf("unknown agent %q: use one of %s", args[0], names))
			}
			base := project
			if base == "" {
				var err error
				if base, err = os.UserHomeDir(); err != nil {
					return cli.UsageError(err)
				}
			}
			path := filepath.Join(base, filepath.FromSlash(folder), "bonafide", "SKILL.md")
			if err := writeSkill(path, force); err != nil {
				return err
			}
			fmt.Fprintln(cmd.OutOrStdout(), path)
			return nil
		},
	}
	install.Flags().StringVar(&project, "project", "",
		"folder of a project to put it into (default: for all projects of the user)")
	install.Flags().BoolVar(&force, "force", false, "replace a file that says something else")
	cmd.AddCommand(install, &cobra.Command{
		Use: "show", Short: "Print the skill", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprint(cmd.OutOrStdout(), skills.Bonafide)
			return err
		},
	})
	return cmd
}

// writeSkill writes the skill, but does not overwrite a file that was edited.
func writeSkill(path string, force bool) error {
	old, err := os.ReadFile(path)
	switch {
	case err == nil && string(old) != skills.Bonafide && !force:
		return cli.UsageError(fmt.Errorf("%s says something else: --force replaces it", path))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return cli.Failure(err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return cli.Failure(err)
	}
	return cli.Failure(outfile.Write(path, []byte(skills.Bonafide), 0o666))
}
