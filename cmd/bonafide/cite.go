package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	citing "github.com/bonafide-audit/bonafide/internal/cite"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/fix/entry"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/source/online"
	"github.com/bonafide-audit/bonafide/internal/style"
)

type citeOptions struct {
	sources                                          cli.SourceOptions
	format, style, key, file, prefer, zotero, export string
	first                                            bool
}

func newCiteCommand() *cobra.Command {
	var opt citeOptions
	cmd := &cobra.Command{
		Use:   "cite QUERY...",
		Short: "Print the entry of a work, found by identifier, address, title or reference",
		Long: `cite finds the work that each QUERY means and writes its entry from the record: a
DOI, arXiv id, PMID, PMCID, ISBN, ACL id, an address that holds one (arXiv's pdf
and html pages, alphaXiv, Hugging Face papers, …), a title, or a whole reference.
A title may be given without its subtitle if only one work has it. A few words of the
title, names and the year ("he 2016 deep residual learning") or the name by which a work
is known ("word2vec") find works in corpora: one that matches them all, with a name and words of the
title, is taken; otherwise the works are listed, best match first.

If several works fit, they are listed and none is chosen, unless --first is given. Of
several versions of one work an identifier gives the one it names, and words give
the published one; --prefer chooses another.

Keys are made of: ` + entry.KeyPattern + `.
Repeated keys get b, c, ….

Exit status: 0 every query gave one entry, 1 some query gave none or several, 2 usage, 3 a failure of bonafide itself,
4 a source failed for a query that gave none or several.`,
		Example: `  bonafide cite 10.1038/nature14539
  bonafide cite --online --contact you@example.org "Attention Is All You Need"
  bonafide cite --format text --style apa https://huggingface.co/papers/1706.03762
  bonafide cite --format ris --from queries.txt
  bonafide cite --zotero http://127.0.0.1:1969 https://www.example.org/some/article
  bonafide cite --zotero http://127.0.0.1:1969 --export tei 10.1038/nature14539`,
		RunE: func(cmd *cobra.Command, args []string) error { return cite(cmd, args, opt) },
	}
	opt.sources.Flags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&opt.format, "format", "bibtex", "format of the entries: bibtex, csl, ris, text, markdown, html")
	flags.StringVar(&opt.style, "style", "",
		"style of text, markdown and html: "+strings.Join(style.Names(), ", ")+" (default apa)")
	flags.StringVar(&opt.key, "key", "", "citation key instead of the one made by the pattern (one query)")
	flags.StringVar(&opt.file, "from", "", "read queries from this file too, one a line (\"-\" is standard input)")
	flags.StringVar(&opt.prefer, "prefer", "", "version to take if there are several: as-cited, published, preprint")
	flags.StringVar(&opt.zotero, "zotero", "",
		"address of a Zotero translation server to ask about identifiers and addresses that the corpus lacks")
	flags.StringVar(&opt.export, "export", "",
		"have that server write the entry itself, as Zotero does: bibtex, biblatex, ris, csljson, tei, …")
	flags.BoolVar(&opt.first, "first", false, "take the first of several hits")
	return cmd
}

func cite(cmd *cobra.Command, args []string, opt citeOptions) (err error) {
	if opt.style != "" && !cmd.Flags().Changed("format") {
		opt.format = "text"
	}
	form, err := citing.NewForm(opt.format, opt.style)
	if err != nil {
		return cli.UsageError(err)
	}
	prefer, err := fix.ParsePrefer(opt.prefer)
	if err != nil {
		return cli.UsageError(err)
	}
	queries, err := batch(cmd.InOrStdin(), args, opt.file)
	if err != nil {
		return cli.UsageError(err)
	}
	if err := opt.checkExport(); err != nil {
		return cli.UsageError(err)
	}
	switch {
	case len(queries) == 0:
		return cli.UsageError(cli.Missing(cmd, "a work"))
	case opt.key != "" && len(queries) > 1:
		return cli.UsageError(errors.New("--key names one entry: give one work"))
	}
	desk, err := openResolver(opt)
	if err != nil {
		return cli.UsageError(err)
	}
	defer func() {
		if unwritten := desk.close(cmd.ErrOrStderr()); err == nil && unwritten != nil {
			err = cli.Failure(unwritten)
		}
	}()
	if opt.export != "" {
		return desk.exported(cmd, queries, opt.export)
	}
	bar := cli.NewProgress(cmd.ErrOrStderr(), 0, "looking up")
	asker := citing.Resolver{Sources: desk.sources, Server: desk.zotero, Asking: bar.Grow, Asked: bar.Add}
	answers, err := asker.Ask(cmd.Context(), queries, citing.Options{Prefer: prefer, First: opt.first})
	bar.Finish()
	if err != nil {
		return cli.Failure(err)
	}
	missed, failed := false, false
	for i := range answers {
		a := &answers[i]
		a.Tell(cmd.ErrOrStderr())
		if a.Work == nil {
			missed, failed = true, failed || a.Unanswered()
		}
	}
	if err := form.Write(cmd.OutOrStdout(), answers, opt.key); err != nil {
		return cli.Failure(err)
	}
	return citeStatus(missed, failed, "a source")
}

// citeStatus returns the exit status for queries that returned no entry or only partial answers.
func citeStatus(missed, failed bool, who string) error {
	switch {
	case failed:
		return &cli.ExitError{Status: cli.ExitSources,
			Err: fmt.Errorf("%s did not answer: ask again before you conclude anything", who)}
	case missed:
		return &cli.ExitError{Status: cli.ExitFindings}
	}
	return nil
}

func batch(stdin io.Reader, args []string, file string) ([]string, error) {
	queries := append([]string(nil), args...)
	for _, q := range queries {
		if strings.TrimSpace(q) == "" {
			return nil, errors.New("a query is empty")
		}
	}
	if file == "" {
		return queries, nil
	}
	r, err := open(stdin, file)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	scan := bufio.NewScanner(r)
	scan.Buffer(nil, 1<<20)
	for scan.Scan() {
		if line := strings.TrimSpace(scan.Text()); line != "" && !strings.HasPrefix(line, "#") {
			queries = append(queries, line)
		}
	}
	return queries, scan.Err()
}

// resolver resolves queries with the sources that the user enabled and, for identifiers and addresses, with a
// translation server too.
type resolver struct {
	sources, zotero *setup.Setup // zotero is nil without a server
}

func openResolver(opt citeOptions) (*resolver, error) {
	options := opt.sources.Setup()
	d := &resolver{}
	var err error
	if opt.zotero != "" {
		if options.Offline {
			return nil, errors.New("--zotero asks a server and --offline forbids it")
		}
		keys := map[string]string{}
		maps.Copy(keys, options.Online.Keys)
		keys["zotero_url"] = opt.zotero
		options.Online.Keys = keys
		if !options.Online.Enabled {
			asking := options
			asking.Online.Enabled, asking.Online.Sources = true, []string{"zotero"}
			if d.zotero, err = setup.Open(asking); err != nil {
				return nil, err
			}
		}
	}
	if d.sources, err = setup.Open(options); err != nil {
		return nil, errors.Join(err, d.close(io.Discard))
	}
	return d, nil
}

// close closes the sources, with remarks on w.
func (d *resolver) close(w io.Writer) error {
	var err error
	for _, s := range []*setup.Setup{d.sources, d.zotero} {
		if s != nil {
			err = errors.Join(err, closeSetup(w, s))
		}
	}
	return err
}

type exporter interface {
	Export(ctx context.Context, id ident.ID, title, format string) (string, error)
}

func (o *citeOptions) checkExport() error {
	switch {
	case o.export == "":
		return nil
	case o.zotero == "":
		return errors.New("--export has a Zotero translation server write the entry: name the server with --zotero")
	case !slices.Contains(online.ZoteroFormats, o.export):
		return fmt.Errorf("unknown format %q of --export: use one of %s", o.export, strings.Join(online.ZoteroFormats, ", "))
	}
	return nil
}

// exported writes what the translation server makes of each query, in Zotero's own words and without
// looking at a record.
func (d *resolver) exported(cmd *cobra.Command, queries []string, format string) error {
	var server exporter
	for _, c := range slices.Concat(cmp.Or(d.zotero, d.sources).Auditor.Stages...) {
		if e, ok := c.(exporter); ok && server == nil {
			server = e
		}
	}
	if server == nil {
		return cli.Failure(errors.New("no translation server is among the sources"))
	}
	missed, failed := false, false
	for _, text := range queries {
		q := citing.Parse(text)
		out := ""
		var err error = errors.New("it names no identifier or address")
		for _, id := range q.Ref.Claimed.IDs {
			if out, err = server.Export(cmd.Context(), id, q.Ref.Claimed.FullTitle(), format); out != "" {
				break
			}
		}
		switch {
		case out != "":
			fmt.Fprintln(cmd.OutOrStdout(), strings.TrimSpace(out))
			continue
		case err != nil && len(q.Ref.Claimed.IDs) > 0:
			failed = true
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: the server did not answer: %v\n", text, err)
		case err != nil:
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v: give a DOI, arXiv id, PMID, ISBN or address\n", text, err)
		default:
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: the server found nothing\n", text)
		}
		missed = true
	}
	return citeStatus(missed, failed, "the server")
}
