package main

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/runs"
)

func newVenueSubmitCommand(kept *keptOptions) *cobra.Command {
	opt := submitOptions{keptOptions: kept}
	cmd := &cobra.Command{
		Use:   "submit PAPER|FOLDER|MANIFEST.csv...",
		Short: "Add papers to a venue, which is created if needed, and check them",
		Long: `submit adds each PAPER, and each file and folder inside a FOLDER, to the venue
--run as one paper; a folder inside is one paper of several files, such as sources of
LaTeX. A CSV file with the columns paper and files is a MANIFEST: one paper per
line, with files beside the manifest (separated by ";") and, in optional columns,
its title, its authors and its chairs (accounts to which it is assigned). A paper is
identified by its name: other files under it are its next version, the same files change
nothing.

All papers are checked without services first. With --online services are then asked what
the papers cite, each claim once for the whole venue, and every paper is checked again with
the answers. The same command continues after an interruption, and retries failed papers.
"bonafide serve" shows the progress. With --workers 0 the papers are left
to "bonafide serve" and "bonafide worker".

Exit status: 0, 2 usage or no paper, 3 a failure of bonafide itself`,
		Example: `  bonafide venue submit submissions/ --run icml27
  bonafide venue submit submissions/ --run icml27 --chair ann --online --contact you@example.org
  bonafide venue submit manifest.csv --run icml27 --online --workers 0 --database postgres://bonafide@db/bonafide --folder /srv/bonafide`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return submit(cmd, args, &opt) },
	}
	opt.work.workFlags(cmd, runtime.NumCPU(),
		"papers to check here at the same time; 0 leaves them to \"bonafide serve\" and \"bonafide worker\"")
	flags := cmd.Flags()
	flags.StringVar(&opt.name, "run", "", "name of the venue: letters, digits, dots, dashes, underscores")
	flags.StringVar(&opt.chair, "chair", "", "account of the first chair, where serve demands accounts")
	_ = cmd.MarkFlagRequired("run")
	return cmd
}

type submitOptions struct {
	*keptOptions
	work        workOptions
	name, chair string
}

func submit(cmd *cobra.Command, args []string, opt *submitOptions) error {
	opt.work.keptOptions = *opt.keptOptions
	if err := opt.work.valid(); err != nil {
		return cli.UsageError(err)
	}
	list, err := papersOf(args)
	if err != nil {
		return cli.UsageError(err)
	}
	setups, closing, err := opt.work.setups(cmd)
	if err != nil {
		return err
	}
	defer closing()
	store, err := opt.store(cmd)
	if err != nil {
		return err
	}
	defer store.Close()
	ctx := cmd.Context()
	err = store.CreateVenue(ctx,
		runs.Venue{Name: opt.name, Owner: opt.chair, Options: runs.Options{Online: opt.work.sources.Online.Enabled}})
	if err != nil && !errors.Is(err, runs.ErrTaken) {
		return cli.UsageError(err)
	}
	if err := giveAll(cmd, store, opt.name, list); err != nil {
		return err
	}
	if err := store.StartVenue(ctx, opt.name); err != nil {
		return cli.Failure(err)
	}
	if opt.work.workers > 0 {
		worker, err := opt.work.worker(cmd, setups, store)
		if err != nil {
			return err
		}
		stop, err := started(ctx, worker, 0, opt.work.workers)
		if err == nil {
			err = awaitVenue(cmd, store, opt.name)
		}
		stop()
		if err != nil {
			return cli.Failure(err)
		}
	}
	return venueStatus(cmd, store, opt.name)
}

func giveAll(cmd *cobra.Command, store *runs.Store, venue string, list []submitted) error {
	bar := cli.NewProgress(cmd.ErrOrStderr(), len(list), "giving papers")
	fresh := 0
	for _, p := range list {
		made, err := give(cmd.Context(), store, venue, p)
		if err != nil {
			bar.Finish()
			return cli.UsageError(err)
		}
		if made {
			fresh++
		}
		bar.Add(1)
	}
	bar.Finish()
	fmt.Fprintf(cmd.ErrOrStderr(), "bonafide: %s, %d of them new\n", counted(len(list), "paper"), fresh)
	return nil
}

func awaitVenue(cmd *cobra.Command, store *runs.Store, name string) error {
	ctx := cmd.Context()
	bar := cli.NewProgress(cmd.ErrOrStderr(), -1, "checking papers")
	phase := runs.Phase("")
	defer func() { bar.Finish() }()
	for {
		v, err := store.Venue(ctx, name)
		if err != nil || v.Phase.Over() {
			return err
		}
		by, distinct, asked, err := store.Progress(ctx, name)
		if err != nil {
			return err
		}
		papers := 0
		for _, p := range by {
			papers += p.Papers
		}
		done, total, doing := papers-by[runs.PaperWaiting].Papers-by[runs.PaperChecking].Papers, papers,
			"checking papers without services"
		switch v.Phase {
		case runs.Asking:
			done, total, doing = asked, distinct, "asking services about references"
		case runs.Settling:
			done, doing = papers-by[runs.PaperOffline].Papers, "checking papers with the answers"
		}
		if v.Phase != phase {
			bar.Finish()
			bar, phase = cli.NewProgress(cmd.ErrOrStderr(), total, doing), v.Phase
		}
		bar.Set(int64(done))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(500 * time.Millisecond):
		}
	}
}

type submitted struct {
	id             string
	files          []string
	base           string // of the file names
	title, authors string
	chairs         []string
}

func papersOf(args []string) ([]submitted, error) {
	var list []submitted
	seen := map[string]string{}
	add := func(path string, files []string, base string) error {
		name := filepath.Base(path)
		id := runs.PaperID(strings.TrimSuffix(name, filepath.Ext(name)))
		if other, ok := seen[id]; ok || id == "" {
			return fmt.Errorf("%s: its name %q is that of %s: rename one of them", path, id, other)
		}
		seen[id] = path
		list = append(list, submitted{id: id, files: files, base: base})
		return nil
	}
	for _, arg := range args {
		info, err := os.Stat(arg)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			if stated, err := readManifest(arg); err != nil || stated != nil {
				if err != nil {
					return nil, err
				}
				list = append(list, stated...)
				continue
			}
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

// readManifest reads a list of papers; it returns nil for a file that is not one.
func readManifest(path string) ([]submitted, error) {
	if !strings.EqualFold(filepath.Ext(path), ".csv") {
		return nil, nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := csv.NewReader(io.LimitReader(f, biblio.MaxDocument))
	head, err := in.Read()
	if err != nil {
		return nil, nil // not CSV: perhaps a paper
	}
	column := map[string]int{}
	for i, name := range head {
		column[strings.ToLower(strings.Trim(name, "\ufeff "))] = i
	}
	if _, ok := column["files"]; !ok {
		return nil, nil
	}
	if _, ok := column["paper"]; !ok {
		return nil, nil
	}
	rows, err := in.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var list []submitted
	for i, row := range rows {
		cell := func(name string) string {
			if at, ok := column[name]; ok {
				return strings.TrimSpace(row[at])
			}
			return ""
		}
		p := submitted{id: cell("paper"), title: cell("title"), authors: cell("authors"), chairs: words(cell("chairs")),
			base: filepath.Dir(path)}
		for _, name := range words(cell("files")) {
			if !filepath.IsAbs(name) {
				name = filepath.Join(p.base, name)
			}
			p.files = append(p.files, name)
		}
		if len(p.files) == 0 || p.id == "" {
			return nil, fmt.Errorf("%s: row %d names no paper or no files", path, i+2)
		}
		list = append(list, p)
	}
	return list, nil
}

// words returns the parts of a cell, separated by semicolons.
func words(cell string) (list []string) {
	for part := range strings.SplitSeq(cell, ";") {
		if part = strings.TrimSpace(part); part != "" {
			list = append(list, part)
		}
	}
	return list
}

// filesMost is the maximum number of files of one paper.
const filesMost = 500

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

// give saves the files of a paper and adds it to a venue.
func give(ctx context.Context, store *runs.Store, venue string, p submitted) (made bool, err error) {
	paper := runs.NewPaper{ID: p.id, Title: p.title, Authors: p.authors, Chairs: p.chairs}
	for _, path := range p.files {
		f, err := os.Open(path)
		if err != nil {
			return false, err
		}
		digest, size, err := store.Save(ctx, f, biblio.MaxDocument)
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
