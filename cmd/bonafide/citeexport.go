package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	citing "github.com/bonafide-audit/bonafide/internal/cite"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/source/zotero"
)

// exporter is a translation server that writes what it reads itself.
type exporter interface {
	Export(ctx context.Context, id ident.ID, title, format string) (string, error)
}

// checkExport holds --export to what goes with it.
func (o *citeOptions) checkExport() error {
	switch {
	case o.export == "":
		return nil
	case o.zotero == "":
		return errors.New("--export has a Zotero translation server write the entry: name the server with --zotero")
	case !slices.Contains(zotero.Formats, o.export):
		return fmt.Errorf("unknown format %q of --export: use one of %s", o.export, strings.Join(zotero.Formats, ", "))
	}
	return nil
}

// exported writes what the translation server makes of each query, in the words
// of Zotero and without a look at any record.
func (d *desk) exported(cmd *cobra.Command, queries []string, format string) error {
	server := d.exporter()
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
			fmt.Fprintf(cmd.ErrOrStderr(), "%s: the server has nothing\n", text)
		}
		missed = true
	}
	switch {
	case failed:
		return &cli.ExitError{Status: cli.ExitSources, Err: errors.New("the server did not answer: ask again before you conclude anything")}
	case missed:
		return &cli.ExitError{Status: cli.ExitFindings}
	}
	return nil
}

func (d *desk) exporter() exporter {
	for _, s := range []*setup.Setup{d.zotero, d.sources} {
		if s == nil {
			continue
		}
		for _, stage := range s.Auditor.Stages {
			for _, c := range stage {
				if e, ok := c.(exporter); ok {
					return e
				}
			}
		}
	}
	return nil
}
