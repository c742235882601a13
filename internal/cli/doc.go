// Package cli is what the command lines of the two programs share: exit statuses, one-line errors, the
// configuration, the flags of sources and models, and progress on a terminal.
//
// May be imported by: cmd.
package cli
