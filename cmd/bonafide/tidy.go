package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/tidy"
	"github.com/bonafide-audit/bonafide/internal/lint"
	"github.com/bonafide-audit/bonafide/internal/outfile"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
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
	flags.BoolVar(&opt.published, "published", false,
		"replace cited preprints by their published versions, entirely or not at all, as fix --prefer published does")
	flags.BoolVar(&opt.fill, "fill", false,
		"add the fields that the type of an entry wants, where a record of the work has them")
	flags.BoolVar(&opt.required, "required", false, "list fields that the type of an entry requires and that are missing")
	flags.StringArrayVar(&opt.texts, "tex", nil,
		"LaTeX source in which keys are changed too, with all that it includes; may be repeated")
	flags.BoolVar(&opt.write, "write", false, "change the files; a backup is kept unless git has them as they are")
	flags.StringVarP(&opt.output, "output", "o", "", "write the tidied file here and leave the input alone")
	flags.BoolVar(&opt.check, "check", false, "exit with 1 if something would change; write and show nothing")
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

type draft struct {
	name string
	src  []byte
	out  tidy.Result
}

func (d *draft) changed() bool { return !bytes.Equal(d.src, d.out.Bytes) }

// prepare reads all files and makes all changes. It writes nothing, and fails if one of the files could
// not be written.
func (o *tidyOptions) prepare(cmd *cobra.Command, args []string, settings tidy.Settings) (bibs,
	texts []*draft, err error) {
	names, unread, err := o.sourceNames()
	if err == nil {
		bibs, err = readDrafts(cmd, cmd.InOrStdin(), args)
	}
	if err == nil {
		texts, err = readDrafts(cmd, nil, names)
	}
	if err == nil {
		err = apart(bibs, texts)
	}
	if err != nil {
		return nil, nil, cli.UsageError(err)
	}
	ask := &chooser{in: bufio.NewReader(cmd.InOrStdin()), out: cmd.ErrOrStderr()}
	for _, b := range bibs {
		if b.out, err = o.tidied(cmd, b.name, b.src, tidy.Options{Settings: settings, Ask: ask.choose}); err != nil {
			return nil, nil, err
		}
	}
	if len(texts) > 0 {
		if err := oneMeaning(bibs); err != nil {
			return nil, nil, cli.UsageError(err)
		}
	}
	if err := o.recite(cmd, bibs, texts, unread); err != nil {
		return nil, nil, err
	}
	if o.write {
		for _, d := range slices.Concat(bibs, texts) {
			if err := d.writable(); err != nil {
				return nil, nil, cli.UsageError(err)
			}
		}
	}
	return bibs, texts, nil
}

// sourceNames returns the sources named by --tex with everything they include, and the included files that
// cannot be read.
func (o *tidyOptions) sourceNames() (names, unread []string, err error) {
	for _, text := range o.texts {
		found, err := extract.ReadSources(text)
		if err != nil {
			return nil, nil, err
		}
		names, unread = append(names, found.Texts...), append(unread, found.Unread...)
	}
	return names, unread, nil
}

// readDrafts reads files, each once even if it is named several times or by several names.
func readDrafts(cmd *cobra.Command, stdin io.Reader, names []string) (list []*draft, err error) {
	for _, name := range names {
		if slices.ContainsFunc(list, func(d *draft) bool { return sameFile(d.name, name) }) {
			continue
		}
		src, err := readBytes(cmd.Context(), stdin, name)
		if err != nil {
			return nil, err
		}
		list = append(list, &draft{name: name, src: src})
	}
	return list, nil
}

// apart refuses a file that is named both as a bibliography and as a source.
func apart(bibs, texts []*draft) error {
	for _, b := range bibs {
		for _, t := range texts {
			if sameFile(b.name, t.name) {
				return fmt.Errorf("%s is given as a bibliography and with --tex", t.name)
			}
		}
	}
	return nil
}

// sameFile reports whether two names are of one file.
func sameFile(a, b string) bool {
	if a == "-" || b == "-" {
		return a == b
	}
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	return errX == nil && errY == nil && os.SameFile(x, y)
}

func (d *draft) writable() error {
	if d.name == "-" || !d.changed() {
		return nil
	}
	f, err := outfile.Create(d.name, 0o666)
	if err != nil {
		return err
	}
	return f.Abandon()
}

// oneMeaning refuses bibliographies in which a key refers to another work than it does, or did, in another one:
// it would be unclear which work a source cites.
func oneMeaning(bibs []*draft) error {
	type keys struct {
		before, after map[string]bool
		renamed       map[string]string
	}
	all := make([]keys, len(bibs))
	for i, b := range bibs {
		all[i] = keys{keysOf(b.src), keysOf(b.out.Bytes), map[string]string{}}
		for _, r := range b.out.Renamed {
			all[i].renamed[r.Old] = r.New
		}
	}
	for i, b := range bibs {
		for _, r := range b.out.Renamed {
			for j, other := range bibs {
				of, old, now := &all[j], strings.ToLower(r.Old), strings.ToLower(r.New)
				same := of.before[old] && of.renamed[r.Old] == r.New && !of.before[now]
				if i != j && !same && (of.before[old] || of.before[now] || of.after[now]) {
					return fmt.Errorf("the key %s becomes %s in %s, and %s has one of these keys for another entry: --tex takes "+
						"bibliographies that do not share keys", r.Old, r.New, b.name, other.name)
				}
			}
		}
	}
	return nil
}

func keysOf(src []byte) map[string]bool {
	keys := map[string]bool{}
	f := bibtex.Parse(src)
	for i := range f.Items {
		if it := &f.Items[i]; it.Kind == bibtex.Entry {
			keys[strings.ToLower(strings.TrimSpace(f.Key(it)))] = true
		}
	}
	return keys
}

// deliver writes or shows one tidied file, and says what the user should know.
func (o *tidyOptions) deliver(cmd *cobra.Command, name string, src []byte, out tidy.Result) error {
	notes, visible := o.notes(cmd), report.Visible(name)
	changed := !bytes.Equal(src, out.Bytes)
	switch {
	case o.write || o.output != "":
		place := fixOptions{write: o.write, output: o.output, quiet: o.quiet}
		if err := place.writeOut(cmd, name, src, out.Bytes, changed); err != nil {
			return err
		}
	case !o.check:
		w := cmd.OutOrStdout()
		if err := writeDiff(w, fix.Unified(filepath.ToSlash(name), src, out.Bytes), cli.IsTerminal(w)); err != nil {
			return err
		}
	}
	for _, n := range out.Notes {
		left := ""
		if n.Left {
			left = "not changed: "
		}
		fmt.Fprintf(notes, "%s: %s: %s%s\n", entryPlace(name, n.Line, n.Key), n.Kind, left, report.Visible(n.Message))
		for _, e := range n.Entries {
			for line := range strings.Lines(strings.TrimRight(e, "\r\n")) {
				fmt.Fprintf(notes, "    %s\n", report.Visible(strings.TrimRight(line, "\r\n")))
			}
		}
	}
	if o.required {
		files := []lint.File{{Name: name, Bib: bibtex.Parse(out.Bytes)}}
		for _, r := range lint.Check(files, lint.Options{Only: []string{"missing-field"}}) {
			fmt.Fprintf(cli.Wrapping(cmd.ErrOrStderr(), 4), "%s: required: %s\n", entryPlace(name, r.Line, r.Key),
				report.Visible(r.Message))
		}
	}
	fmt.Fprintf(notes, "%s: %s\n", visible, summed(out.Counts, changed, o.write || o.output != ""))
	return nil
}

func summed(counts []tidy.Count, changed, written bool) string {
	if !changed {
		return "nothing to change"
	}
	done := "to change"
	if written {
		done = "changed"
	}
	var list []string
	for _, c := range counts {
		list = append(list, fmt.Sprintf("%s %d", c.Kind, c.Entries))
	}
	if len(list) == 0 {
		return done
	}
	return done + ", entries by kind: " + strings.Join(list, ", ")
}

// proven returns a file with the changes of --published and --fill that records prove, and counts the entries
// that each changes.
func (o *tidyOptions) proven(cmd *cobra.Command, name string, src []byte) (_ []byte, _ []tidy.Count, err error) {
	if !o.published && !o.fill {
		return src, nil, nil
	}
	s, err := setup.Open(o.sources.Setup())
	if err != nil {
		return nil, nil, cli.UsageError(err)
	}
	defer closing(cmd, s, &err)
	list, err := (&knownOptions{}).open(cmd, []string{name}, extract.Options{})
	if err != nil {
		return nil, nil, cli.UsageError(err)
	}
	r := run.New(s, run.Options{Jobs: runtime.NumCPU(), Today: run.Day(time.Now()), Accept: list})
	defer r.Close()
	var how run.Fixing
	how.Prefer = fix.AsCited
	how.Accept = func(_ *biblio.Reference, patches []fix.Patch) bool { // all of them are asked for
		return !slices.ContainsFunc(patches, func(p fix.Patch) bool {
			return (!o.published || p.Aim != fix.Publishes) && (!o.fill || p.Action != fix.Add)
		})
	}
	if o.published {
		how.Prefer = fix.Published
	}
	out, err := fixed(cmd, r, name, src, how)
	published, filled := tidy.Count{Kind: "published"}, tidy.Count{Kind: "fill"}
	for _, e := range out.Entries {
		if slices.ContainsFunc(e.Patches, func(p fix.Patch) bool { return p.Aim == fix.Publishes }) {
			published.Entries++
		} else if len(e.Patches) > 0 {
			filled.Entries++
		} else if why := e.Withheld(); why != "" {
			fmt.Fprintf(o.notes(cmd), "%s: not changed: %s\n", entryPlace(name, e.Line, e.Key), report.Visible(why))
		}
	}
	counts := []tidy.Count{published, filled}
	return out.Bytes, slices.DeleteFunc(counts, func(c tidy.Count) bool { return c.Entries == 0 }), err
}

// deliverAll writes or shows all files: sources are written before bibliographies, so that no bibliography
// lacks a key that its sources still cite.
func (o *tidyOptions) deliverAll(cmd *cobra.Command, bibs, texts []*draft) error {
	texts = slices.DeleteFunc(slices.Clone(texts), func(d *draft) bool { return !d.changed() })
	list := slices.Concat(bibs, texts)
	if o.write {
		list = slices.Concat(texts, bibs)
	}
	var written []string
	for _, d := range list {
		if err := o.deliver(cmd, d.name, d.src, d.out); err != nil {
			if o.write && len(list) > 1 {
				fmt.Fprintf(cmd.ErrOrStderr(), "bonafide: %s is not written; written before: %s\n", report.Visible(d.name),
					cmp.Or(report.Visible(strings.Join(written, ", ")), "nothing"))
			}
			return err
		}
		if d.changed() {
			written = append(written, d.name)
		}
	}
	return nil
}

func (o *tidyOptions) notes(cmd *cobra.Command) io.Writer {
	if o.quiet {
		return io.Discard
	}
	return cli.Wrapping(cmd.ErrOrStderr(), 4)
}

// recite lists the keys that changed, and changes them in LaTeX sources. It fails if a source would
// still cite an old key.
func (o *tidyOptions) recite(cmd *cobra.Command, bibs, texts []*draft, unread []string) (err error) {
	var renamed []tidy.Rename
	for _, b := range bibs {
		renamed = append(renamed, b.out.Renamed...)
	}
	if len(renamed) > 0 && len(unread) > 0 {
		return cli.UsageError(fmt.Errorf("keys change, and %s, which may cite them, cannot be read",
			report.Visible(strings.Join(unread, ", "))))
	}
	for _, r := range renamed {
		fmt.Fprintf(o.notes(cmd), "cite %s in place of %s\n", report.Visible(r.New), report.Visible(r.Old))
	}
	for _, t := range texts {
		if t.out.Bytes, err = bibtex.Splice(string(t.src), tidy.Citing(string(t.src), renamed)); err != nil {
			return cli.Failure(fmt.Errorf("%s: %w", t.name, err))
		}
		for _, s := range tidy.RemainingKeys(string(t.src), renamed) {
			if s.Cited {
				return cli.UsageError(fmt.Errorf("%s cites %s by \\%s, which is not known to cite: the key would be undefined",
					t.name, s.Key, s.Command))
			}
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %s is still in braces, in a command that is not known to cite\n",
				report.Visible(t.name), report.Visible(s.Key))
		}
	}
	return nil
}
