// Package report writes findings for people and programs. JSON Lines is the canonical stream: every other
// format is rendered from the same rows, so that a saved stream renders to the same report again. doc/output.md
// documents the rows.
//
// May be imported by: accept, fix/formats, claimcheck, run, runs, setup, lab, cli, cite, doors, annotate.
package report
