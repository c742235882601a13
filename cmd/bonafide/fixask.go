package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// asker asks a person about every change of fix --interactive.
type asker struct {
	in   *bufio.Reader
	out  io.Writer
	rest byte // the answer to all further questions: 'y', 'n', or 0 for none yet
}

const askHelp = `    y  make this change
    n  leave it as it is
    a  make this and all further changes
    q  leave this and all further ones
`

// accept shows the changes that belong together and reads the answer. The end of
// the input means no.
func (a *asker) accept(ref *biblio.Reference, patches []fix.Patch) bool {
	if a.rest != 0 {
		return a.rest == 'y'
	}
	for _, p := range patches {
		fmt.Fprintf(a.out, "%s: %s\n", entryPlace(ref.Place.File, ref.Place.Line, ref.ID), described(p))
	}
	for {
		fmt.Fprint(a.out, "  change it? [y,n,a,q,?] ")
		line, err := a.in.ReadString('\n')
		switch answer := strings.ToLower(strings.TrimSpace(line)); {
		case answer == "y" || answer == "yes":
			return true
		case answer == "n" || answer == "no":
			return false
		case answer == "a" || answer == "all":
			a.rest = 'y'
			return true
		case answer == "q" || answer == "quit" || err != nil:
			a.rest = 'n'
			if err != nil {
				fmt.Fprintln(a.out)
			}
			return false
		}
		fmt.Fprint(a.out, askHelp)
	}
}

// described says one change in words, with its ground.
func described(p fix.Patch) string {
	from := ""
	if p.Action == fix.Replace && p.From != "" {
		from = fmt.Sprintf("%q → ", report.Visible(p.From))
	}
	return fmt.Sprintf("%s %s: %s%q (%s, %s)", p.Action, p.Field, from, report.Visible(p.To), report.Visible(p.Source), p.Rule)
}
