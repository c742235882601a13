// Command bonafide audits citations: it reads a paper or a bibliography, finds
// each cited work, compares field by field, and says with evidence what is
// real, wrong, missing or not decidable.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() { os.Exit(run()) }

// run executes the command line and gives the exit status. It is main without
// os.Exit, so that script tests can call it.
func run() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := newRootCommand()
	err := root.ExecuteContext(ctx)
	return say(root.ErrOrStderr(), err)
}
