// Package entry writes a work as a bibliography entry: BibTeX, CSL-JSON, RIS.
//
// Pure.
// May be imported by: fix, fix/..., lab/..., cite, cmd.
package entry
