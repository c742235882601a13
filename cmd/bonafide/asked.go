package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	citing "github.com/bonafide-audit/bonafide/internal/cite"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/ident"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/run"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// asked are the arguments of a check: files, and arguments in place of files.
type asked struct {
	names     []string // of the inputs, in the order of the arguments
	works     [][]byte // one JSON line for each work that is named or printed
	addresses []string // of documents to fetch; their names are the same
}

// parseAsked sorts the arguments. An argument that exists as a file is a file.
func parseAsked(args []string) asked {
	var a asked
	for _, arg := range args {
		if _, err := os.Stat(arg); err == nil || arg == "-" {
			a.names = append(a.names, arg)
			continue
		}
		line, ok := workLine(arg)
		switch {
		case isDocument(arg):
			a.addresses = append(a.addresses, arg)
			a.names = append(a.names, arg)
		case !ok:
			a.names = append(a.names, arg)
		default:
			if len(a.works) == 0 {
				a.names = append(a.names, report.GivenWorks)
			}
			a.works = append(a.works, line)
		}
	}
	return a
}

// files returns the names of files on this machine.
func (a *asked) files() []string {
	return slices.DeleteFunc(slices.Clone(a.names), func(name string) bool {
		return name == report.GivenWorks && len(a.works) > 0 || slices.Contains(a.addresses, name)
	})
}

// isDocument reports whether an address is that of a document rather than the page of one work: a PDF, a source
// on arXiv, or an address without an identifier.
func isDocument(arg string) bool {
	u, err := url.Parse(arg)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return false
	}
	id, _ := ident.Parse(arg)
	parts := strings.Split(u.Path, "/")
	return id.Scheme == ident.URL || strings.EqualFold(path.Ext(u.Path), ".pdf") || slices.Contains(parts, "pdf") ||
		id.Scheme == ident.ArXiv && (slices.Contains(parts, "src") || slices.Contains(parts, "e-print"))
}

// identifierFields are the fields of identifiers that have one of their own.
var identifierFields = map[ident.Scheme]string{ident.DOI: "doi", ident.ArXiv: "arxiv_id", ident.PMID: "pmid",
	ident.ISBN: "isbn"}

// workLine returns the JSON line that claims the work named by an argument; ok is false for an argument that
// looks like a file name.
func workLine(arg string) (line []byte, ok bool) {
	q := citing.Parse(arg)
	work := map[string]any{"id": q.Text, "raw": q.Text}
	switch {
	case q.Kind == citing.Identifier:
		id := q.Ref.Claimed.IDs[0]
		link := cmp.Or(id.Link(), id.String())
		work["id"], work["raw"] = strings.TrimPrefix(id.String(), "doi:"), link
		field, ok := identifierFields[id.Scheme]
		if work["fields"] = map[string]string{field: id.Value}; !ok {
			work["fields"] = map[string]string{"url": link}
		}
	case len(strings.Fields(arg)) < 4 || extract.Named(arg): // rather the name of a missing file than a title
		return nil, false
	case q.Kind == citing.Printed:
		delete(work, "id")
	case strings.ContainsAny(arg, `/\`): // a path with spaces
		return nil, false
	default:
		delete(work, "id")
		work["fields"] = map[string]string{"title": q.Ref.Claimed.Title}
	}
	line, err := json.Marshal(work)
	return line, err == nil
}

// inputs returns what is read; s fetches addresses.
func (a *asked) inputs(cmd *cobra.Command, opt *inputOptions, s *setup.Setup) (run.Inputs, error) {
	in := opt.named(cmd, a.names)
	in.Bytes = map[string][]byte{}
	if len(a.works) > 0 {
		in.Bytes[report.GivenWorks] = append(bytes.Join(a.works, []byte("\n")), '\n')
	}
	for _, address := range a.addresses {
		content, err := fetch(cmd.Context(), s, address)
		if err != nil {
			return in, err
		}
		in.Bytes[address] = content
	}
	return in, nil
}

func fetch(ctx context.Context, s *setup.Setup, address string) ([]byte, error) {
	content, err := s.Fetch(ctx, address, extract.DefaultMaxBytes)
	switch {
	case errors.Is(err, setup.ErrOffline):
		return nil, cli.UsageError(fmt.Errorf("%s is an address: add --online to fetch it, or download it and name the file",
			report.Visible(address)))
	case err != nil && ctx.Err() == nil:
		return nil, &cli.ExitError{Status: cli.ExitSources,
			Err: fmt.Errorf("%s could not be fetched: %w", report.Visible(address), err)}
	}
	return content, err
}
