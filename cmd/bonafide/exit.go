package main

import (
	"context"
	"errors"
	"fmt"
	"io"
)

// The exit statuses; every other file uses these names.
const (
	exitOK       = 0 // nothing at or above --fail-on
	exitFindings = 1 // findings at or above --fail-on
	exitUsage    = 2 // the command line or an input cannot be used
	exitFailure  = 3 // our own failure
	exitSources  = 4 // enabled sources failed; outranks exitFindings
)

// exitHelp is the paragraph that every command with these statuses shows.
const exitHelp = `Exit status:
  0  nothing at or above --fail-on
  1  findings at or above --fail-on
  2  usage: the command line or an input file cannot be used
  3  a failure of bonafide itself
  4  an enabled source failed for more than a tenth of the references it was
     asked about, or every enabled source failed (outranks 1)`

// exitError is an error that knows its exit status. An empty message means
// that all has been said already.
type exitError struct {
	status int
	err    error
}

func (e *exitError) Error() string {
	if e.err == nil {
		return ""
	}
	return e.err.Error()
}

func (e *exitError) Unwrap() error { return e.err }

// usageError marks err as the caller's to mend.
func usageError(err error) error { return &exitError{exitUsage, err} }

// failure marks err as our own, unless it is marked already.
func failure(err error) error {
	var marked *exitError
	if errors.As(err, &marked) {
		return err
	}
	return &exitError{exitFailure, err}
}

// say prints err in one line and gives the exit status.
func say(w io.Writer, err error) int {
	if err == nil {
		return exitOK
	}
	if errors.Is(err, context.Canceled) {
		fmt.Fprintln(w, "bonafide: interrupted")
		return exitFailure
	}
	if msg := err.Error(); msg != "" {
		fmt.Fprintln(w, "bonafide:", msg)
	}
	var coded *exitError
	if errors.As(err, &coded) {
		return coded.status
	}
	return exitUsage // what cobra itself refuses: unknown commands and flags
}
