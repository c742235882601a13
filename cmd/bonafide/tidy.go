package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix/tidy"
	"github.com/bonafide-audit/bonafide/internal/report"
)

type tidyOptions struct {
	sources                   cli.SourceOptions
	on                        map[string]*bool   // by kind
	value                     map[string]*string // by kind
	profile, output           string
	texts                     []string
	published, fill, required bool
	write, check, quiet       bool
}

func newTidyCommand() *cobra.Command {
	opt := tidyOptions{on: map[string]*bool{}, value: map[string]*string{}}
	var profiles []string
	var profileHelp strings.Builder
	for _, p := range tidy.Profiles {
		profiles = append(profiles, p.Name)
		fmt.Fprintf(&profileHelp, "  %-11s %s\n", p.Name, p.Help)
	}
	cmd := &cobra.Command{
		Use:   "tidy FILE...",
		Short: "Sort, align, rename keys, merge duplicates: the form of a BibTeX file, as you ask",
		Long: `tidy changes the form of BibTeX files, and only as its flags say; every
other byte stays: comments, macros, encodings, line ends. Without --write or -o it
shows a diff. Verifiable errors are corrected by fix.

Changed and removed keys are listed with their replacements; --tex changes
them in LaTeX sources too, and in all that these include. Entries from which others inherit by crossref are placed
after them, as BibTeX requires. --published and --fill look entries up, in --corpus,
--online and the configuration; all other flags need only the file.

Profiles:
` + profileHelp.String() + `
Exit status: 0 done or nothing to do, 1 with --check: something would change,
2 usage, 3 a failure of bonafide itself.`,
		Example: `  bonafide tidy --profile house refs.bib
  bonafide tidy --profile house --write refs.bib
  bonafide tidy --sort year,author --align --check refs.bib
  bonafide tidy --merge fullest --keys author-year-word --tex paper.tex --write refs.bib
  bonafide tidy --drop abstract,file --containers short -o paper.bib library.bib
  bonafide tidy --published --required refs.bib`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error { return runTidy(cmd, args, opt) },
	}
	opt.sources.Flags(cmd)
	flags := cmd.Flags()
	for _, k := range tidy.Kinds {
		switch {
		case k.List || k.Values != nil:
			help := k.Help
			if !k.List {
				help += ": " + strings.Join(k.Values, ", ")
			}
			opt.value[k.Name] = flags.String(k.Name, "", help)
		default:
			opt.on[k.Name] = flags.Bool(k.Name, false, k.Help)
		}
		if k.Values != nil {
			_ = cmd.RegisterFlagCompletionFunc(k.Name, cobra.FixedCompletions(k.Values, cobra.ShellCompDirectiveNoFileComp))
		}
	}
	flags.StringVar(&opt.profile, "profile", "",
		"a set of the flags above; further flags add to it or turn one off: "+strings.Join(profiles, ", "))
	_ = cmd.RegisterFlagCompletionFunc("profile", cobra.FixedCompletions(profiles, cobra.ShellCompDirectiveNoFileComp))
	flags.BoolVar(&opt.published, "published", false,
		"replace cited preprints by their published versions, entirely or not at all, as fix --prefer published does")
	flags.BoolVar(&opt.fill, "fill", false,
		"add the fields that the type of an entry wants, where a record of the work has them")
	flags.BoolVar(&opt.required, "required", false, "list fields that the type of an entry requires and that are missing")
	flags.StringArrayVar(&opt.texts, "tex", nil,
		"LaTeX source in which keys are changed too, with all that it includes; may be repeated")
	flags.BoolVar(&opt.write, "write", false, "change the files; a backup is kept unless git has them as they are")
	flags.StringVarP(&opt.output, "output", "o", "", "write the tidied file here and leave the input alone")
	flags.BoolVar(&opt.check, "check", false, "write and show nothing; exit with 1 if something would change")
	flags.BoolVar(&opt.quiet, "quiet", false, "list no changes and nothing that is left unchanged")
	return cmd
}

func (o *tidyOptions) settings(cmd *cobra.Command) (tidy.Settings, error) {
	settings := tidy.Settings{}
	if o.profile != "" {
		profile, err := tidy.Named(o.profile)
		if err != nil {
			return nil, err
		}
		maps.Copy(settings, profile)
	}
	for kind, on := range o.on {
		if cmd.Flags().Changed(kind) {
			settings[kind] = fmt.Sprint(*on)
		}
	}
	for kind, value := range o.value {
		if cmd.Flags().Changed(kind) {
			settings[kind] = *value
		}
	}
	if !settings.Asks() && !o.published && !o.fill && !o.required {
		return nil, errors.New("say what to tidy: with flags such as --sort, --align, --pages, or with --profile house")
	}
	return settings, settings.Check()
}

func (o *tidyOptions) checkUse(args []string, settings tidy.Settings) error {
	switch {
	case o.check && (o.write || o.output != ""):
		return errors.New("--check writes nothing: give it without --write and -o")
	case o.output != "" && len(o.texts) > 0:
		return errors.New("--tex changes sources in place: give --write, or neither to see a diff")
	case settings["merge"] == "ask" && slices.Contains(args, "-"):
		return errors.New("--merge ask reads answers from standard input, which is the file here: name a file")
	}
	place := fixOptions{write: o.write, output: o.output}
	return place.checkOutput(args)
}

func runTidy(cmd *cobra.Command, args []string, opt tidyOptions) error {
	settings, err := opt.settings(cmd)
	if err = cmp.Or(err, opt.checkUse(args, settings)); err != nil {
		return cli.UsageError(err)
	}
	bibs, texts, err := opt.prepare(cmd, args, settings)
	if err != nil {
		if opt.write && len(args)+len(opt.texts) > 1 {
			fmt.Fprintln(cmd.ErrOrStderr(), "bonafide: nothing is written")
		}
		return err
	}
	if err := opt.deliverAll(cmd, bibs, texts); err != nil {
		return err
	}
	changes := func(d *draft) bool { return d.changed() }
	if opt.check && (slices.ContainsFunc(bibs, changes) || slices.ContainsFunc(texts, changes)) {
		return &cli.ExitError{Status: cli.ExitFindings}
	}
	return nil
}

// tidied returns a file with all requested changes.
func (o *tidyOptions) tidied(cmd *cobra.Command, name string, src []byte, policy tidy.Options) (tidy.Result, error) {
	proven, counts, err := o.proven(cmd, name, src)
	if err != nil {
		return tidy.Result{}, err
	}
	doc, err := extract.Read(name, proven, extract.Options{})
	switch {
	case errors.Is(err, extract.ErrNoReferences):
		fmt.Fprintln(cmd.ErrOrStderr(), "bonafide:", err)
		return tidy.Result{Bytes: src}, nil
	case err != nil:
		return tidy.Result{}, cli.UsageError(err)
	case doc.Format != "bibtex":
		return tidy.Result{},
			cli.UsageError(fmt.Errorf("%s is in the format %s: tidy changes BibTeX files", name, doc.Format))
	}
	policy.References = doc.References
	out, err := tidy.Apply(proven, policy)
	if err != nil {
		return out, cli.UsageError(fmt.Errorf("%s: %w", name, err))
	}
	out.Counts = append(counts, out.Counts...)
	return out, nil
}

// chooser asks which of several entries of one work to keep.
type chooser struct {
	in  *bufio.Reader
	out io.Writer
}

// choose shows the entries and reads a number. The end of the input keeps them all.
func (c *chooser) choose(entries []string) int {
	for i, e := range entries {
		lines := strings.Split(strings.TrimRight(e, "\r\n"), "\n")
		for k, line := range lines {
			lines[k] = report.Visible(strings.TrimRight(line, "\r"))
		}
		fmt.Fprintf(c.out, "%d  %s\n", i+1, strings.Join(lines, "\n   "))
	}
	for {
		fmt.Fprintf(c.out, "  one work: which entry stays? [1-%d, empty: all] ", len(entries))
		line, err := c.in.ReadString('\n')
		line = strings.TrimSpace(line)
		n := 0
		if _, bad := fmt.Sscan(line, &n); bad == nil && n >= 1 && n <= len(entries) {
			return n - 1
		}
		if line == "" || err != nil {
			fmt.Fprintln(c.out)
			return -1
		}
	}
}
