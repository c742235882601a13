package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/runs"
)

// newVenueCommand checks all papers of a conference or journal, for the desk of serve.
func newVenueCommand() *cobra.Command {
	var opt serveOptions
	cmd := &cobra.Command{
		Use:   "venue",
		Short: "Check all papers of a conference or journal, for the desk that serve shows",
	}
	cmd.PersistentFlags().StringVar(&opt.folder, "folder", "", "where runs and uploads are kept (default: serve in the user's data folder of bonafide)")
	cmd.PersistentFlags().StringVar(&opt.database, "database", "", "address of a PostgreSQL database for runs, as postgres://user@host/name, in place of a file in the folder")
	status := &cobra.Command{
		Use: "status NAME", Short: "Say how far a venue is", Args: cobra.ExactArgs(1),
		RunE: withRuns(&opt, func(cmd *cobra.Command, args []string, store *runs.Store) error {
			return venueStatus(cmd, store, args[0])
		}),
	}
	remove := &cobra.Command{
		Use: "remove NAME", Short: "Remove a venue with its papers, reports and log", Args: cobra.ExactArgs(1),
		RunE: withRuns(&opt, func(cmd *cobra.Command, args []string, store *runs.Store) error {
			return noVenue(args[0], store.DeleteVenue(cmd.Context(), args[0]))
		}),
	}
	cmd.AddCommand(newVenueSubmitCommand(&opt), status, remove)
	return cmd
}

func newVenueSubmitCommand(opt *serveOptions) *cobra.Command {
	name, chair, papers := "", "", 0
	cmd := &cobra.Command{
		Use:   "submit PAPER|FOLDER...",
		Short: "Give papers to a venue, which is made where there is none, and check them",
		Long: `submit gives each PAPER, and each file and folder inside a FOLDER, to the venue of
--run as one paper; a folder inside is one paper of several files, such as sources of
LaTeX. A paper is known by its name: other files under it are its next version, the
same files are nothing new. All are checked on this machine without services first, and
with --online again with them; what one paper asked is kept for the others. Interrupted,
the same command goes on. The desk of "bonafide serve" shows it all the while.

Exit status: 0, 2 usage or no paper, 3 a failure of bonafide itself`,
		Example: `  bonafide venue submit submissions/ --run icml27
  bonafide venue submit submissions/ --run icml27 --chair ann --online --contact you@example.org`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return submit(cmd, args, opt, name, chair, papers) },
	}
	opt.sources.Flags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&name, "run", "", "name of the venue: letters, digits, dots, dashes, underscores")
	flags.StringVar(&chair, "chair", "", "account of the first chair, where serve demands accounts")
	flags.IntVar(&papers, "papers", runtime.NumCPU(), "papers to check at the same time")
	_ = cmd.MarkFlagRequired("run")
	return cmd
}

func noVenue(name string, err error) error {
	if errors.Is(err, runs.ErrNone) {
		return cli.UsageError(fmt.Errorf("there is no venue %q", name))
	}
	return err
}

// submit gives papers to a venue and checks what waits there.
func submit(cmd *cobra.Command, args []string, opt *serveOptions, name, chair string, several int) error {
	list, err := papersOf(args)
	if err != nil {
		return cli.UsageError(err)
	}
	setups, err := openSetups(cmd.Context(), opt.sources.Setup())
	if err != nil {
		return cli.UsageError(err)
	}
	defer setups.close(cmd.ErrOrStderr())
	store, err := opt.store(cmd)
	if err != nil {
		return err
	}
	defer store.Close()
	ctx := cmd.Context()
	err = store.CreateVenue(ctx, runs.Venue{Name: name, Owner: chair, Options: runs.Options{Online: opt.sources.Online.Enabled}})
	if err != nil && !errors.Is(err, runs.ErrTaken) {
		return cli.UsageError(err)
	}
	fresh := 0
	for _, p := range list {
		made, err := give(ctx, store, name, p)
		if err != nil {
			return cli.UsageError(err)
		}
		if made {
			fresh++
		}
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "bonafide: %s, %d of them new\n", counted(len(list), "paper"), fresh)
	worker := &runs.Worker{Store: store, Setup: setups.of, Release: setups.release, Version: cli.BuildVersion(), Jobs: runtime.NumCPU(), Log: slog.New(slog.DiscardHandler)}
	bar := cli.NewProgress(cmd.ErrOrStderr(), -1, "checking papers")
	err = worker.CheckVenue(ctx, name, several, func(runs.Paper) { bar.Add(1) })
	bar.Finish()
	if err != nil {
		return cli.Failure(err)
	}
	return venueStatus(cmd, store, name)
}

// submitted is one paper: its name and its files.
type submitted struct {
	id    string
	files []string
	base  string // of the names of the files
}

// notInName is what the name of a paper may not have.
var notInName = regexp.MustCompile(`[^a-zA-Z0-9._-]+`)

// papersOf lists what is given as papers.
func papersOf(args []string) ([]submitted, error) {
	var list []submitted
	seen := map[string]string{}
	add := func(path string, files []string, base string) error {
		name := filepath.Base(path)
		id := strings.TrimLeft(notInName.ReplaceAllString(strings.TrimSuffix(name, filepath.Ext(name)), "-"), "._-")
		id = id[:min(len(id), 64)]
		if other, ok := seen[id]; ok || id == "" {
			return fmt.Errorf("%s: its name %q is that of %s: rename one of them", path, id, other)
		}
		seen[id] = path
		list = append(list, submitted{id, files, base})
		return nil
	}
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			if err := add(arg, []string{arg}, filepath.Dir(arg)); err != nil {
				return nil, err
			}
			continue
		}
		entries, err := os.ReadDir(arg)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			path := filepath.Join(arg, e.Name())
			files, base := []string{path}, arg
			switch {
			case strings.HasPrefix(e.Name(), "."):
				continue
			case e.IsDir():
				base = path
				if files, err = filesBelow(path); err != nil {
					return nil, err
				}
			case !e.Type().IsRegular():
				continue
			}
			if len(files) == 0 {
				continue
			}
			if err := add(path, files, base); err != nil {
				return nil, err
			}
		}
	}
	if len(list) == 0 {
		return nil, errors.New("no paper was given: name files, or folders with files")
	}
	return list, nil
}

// filesMost bounds the files of one paper.
const filesMost = 500

// filesBelow lists the files of a paper that is a folder.
func filesBelow(folder string) (files []string, err error) {
	err = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case strings.HasPrefix(e.Name(), ".") && e.IsDir():
			return fs.SkipDir
		case e.Type().IsRegular() && !strings.HasPrefix(e.Name(), "."):
			files = append(files, path)
		}
		if len(files) > filesMost {
			return fmt.Errorf("%s: more than %d files", folder, filesMost)
		}
		return nil
	})
	return files, err
}

// paperMost bounds one file of a paper, in bytes.
const paperMost = 128 << 20

// give saves the files of a paper and adds it to a venue.
func give(ctx context.Context, store *runs.Store, venue string, p submitted) (made bool, err error) {
	paper := runs.NewPaper{ID: p.id}
	for _, path := range p.files {
		f, err := os.Open(path)
		if err != nil {
			return false, err
		}
		digest, size, err := store.Save(ctx, f, paperMost)
		_ = f.Close()
		if err != nil {
			return false, fmt.Errorf("%s: %w", path, err)
		}
		name, err := filepath.Rel(p.base, path)
		if err != nil {
			return false, err
		}
		paper.Inputs = append(paper.Inputs, runs.Input{Name: filepath.ToSlash(name), Digest: digest, Size: size})
	}
	_, made, err = store.AddPaper(ctx, venue, paper)
	return made, err
}

// venueStatus prints how far a venue is.
func venueStatus(cmd *cobra.Command, store *runs.Store, name string) error {
	ctx := cmd.Context()
	v, err := store.Venue(ctx, name)
	if err != nil {
		return noVenue(name, err)
	}
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "%s: %s\n", v.Name, v.Phase)
	for _, state := range runs.PaperStates {
		n, refs, accused, behind := 0, 0, 0, ""
		for {
			list, err := store.PapersIn(ctx, name, state, behind, 1000)
			if err != nil {
				return err
			}
			for _, p := range list {
				n, refs, accused = n+1, refs+p.References, accused+p.Discrepant+p.NotFound
				if state == runs.PaperFailed {
					fmt.Fprintf(out, "  %s failed: %s\n", p.ID, p.Error)
				}
			}
			if len(list) == 0 {
				break
			}
			behind = list[len(list)-1].ID
		}
		if n > 0 {
			fmt.Fprintf(out, "  %s %s, %s, %d accused\n", counted(n, "paper"), state, counted(refs, "reference"), accused)
		}
	}
	return nil
}
