package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/extract"
)

// paperHelp is the paragraph that every command with papers as input shows.
const paperHelp = `Each FILE is a paper, a bibliography, a folder, or an archive of them (zip, tar,
tar.gz, tar.zst, and gz or zst of one file); "-" is standard input. Folders and
archives are read with all that is below. A paper in LaTeX is read with the
files that it names: give its main file, its folder, its .aux file, or the
archive of its sources.`

// citedFlag adds the flag that leaves out what a document does not cite.
func (o *inputOptions) citedFlag(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.cited, "cited", false, "leave out entries that the document does not cite, where that can be told (\\nocite{*} cites all)")
}

// read reads all papers that names stand for, several at a time, and hands
// each to emit in order.
func (o *inputOptions) read(ctx context.Context, stdin io.Reader, names []string, jobs int, emit func(extract.Result) error) (extract.Tally, error) {
	if f, ok := stdin.(*os.File); ok && cli.IsTerminal(f) && slices.Contains(names, "-") {
		fmt.Fprintln(os.Stderr, "reading references from the terminal; end with Ctrl-D")
	}
	return extract.Papers(ctx, extract.Source{Names: names, Stdin: stdin, Options: o.extract(), Jobs: jobs}, emit)
}

// unreadProblem makes a problem of a file that could not be read, so that a
// report says it.
func unreadProblem(r extract.Result) biblio.Problem {
	message := r.Err
	for inner := errors.Unwrap(message); inner != nil; inner = errors.Unwrap(inner) {
		message = inner
	}
	return biblio.Problem{Place: biblio.Place{File: r.Document.Name}, Rule: "unread-file", Message: message.Error()}
}

// uniqueIDs gives references that share an id a number, so that every row has
// its own.
func uniqueIDs(refs []biblio.Reference) {
	ids := extract.IDs{}
	for i := range refs {
		refs[i].ID = ids.Take(refs[i].ID)
	}
}
