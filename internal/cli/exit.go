package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/database"
	"github.com/bonafide-audit/bonafide/internal/report"
)

// The exit statuses; every other file uses these names.
const (
	ExitOK       = 0 // nothing at or above --fail-on
	ExitFindings = 1 // findings at or above --fail-on
	ExitUsage    = 2 // the command line or an input is unusable
	ExitFailure  = 3 // an internal error
	ExitSources  = 4 // enabled sources failed, and it mattered; outranks ExitFindings

	ExitInterrupted = 130 // by Ctrl-C or a request to end, as in shells
)

// ExitHelp is the paragraph that every command with these statuses shows.
const ExitHelp = `Exit status:
  0    nothing at or above --fail-on
  1    findings at or above --fail-on
  2    usage: the command line or an input file cannot be used
  3    a failure of bonafide itself
  4    sources that failed could have changed more than a tenth of the outcomes,
       or every enabled source failed (outranks 1)
  130  interrupted, as by Ctrl-C`

// ExitError is an error with its exit status. An empty message means that everything has been said already.
type ExitError struct {
	Status int
	Err    error
}

func (e *ExitError) Error() string {
	if e.Err == nil {
		return ""
	}
	return e.Err.Error()
}

func (e *ExitError) Unwrap() error { return e.Err }

// UsageError marks err as one for the user to correct.
func UsageError(err error) error { return &ExitError{ExitUsage, err} }

// Failure marks err as internal, unless it is nil or already marked.
func Failure(err error) error {
	if _, marked := errors.AsType[*ExitError](err); err == nil || marked {
		return err
	}
	return &ExitError{ExitFailure, err}
}

// Plainly returns the message of an error without what is the business of libraries.
func Plainly(err error) string {
	msg := err.Error()
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		msg = strings.ReplaceAll(msg, path.Error(), path.Path+": "+path.Err.Error())
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		msg = strings.ReplaceAll(msg, syntax.Error(), "this is not JSON")
	}
	return msg
}

const diskFull = "the disk is full"

// Say prints err and returns the exit status.
func Say(w io.Writer, err error) int {
	if err == nil {
		return ExitOK
	}
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(w, "bonafide: interrupted")
		return ExitInterrupted
	}
	full := database.Full(err)
	msg := Plainly(err)
	if full && !strings.Contains(msg, diskFull) {
		msg = diskFull + ": " + msg
	}
	if msg != "" {
		fmt.Fprintln(w, "bonafide:", report.VisibleLines(msg)) // it may contain names of files and text of services
	}
	if full { // wherever it happened
		return ExitFailure
	}
	if coded, ok := errors.AsType[*ExitError](err); ok {
		return coded.Status
	}
	return ExitUsage // what cobra itself refuses: unknown commands and flags
}
