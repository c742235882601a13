// Package formats corrects files of every format that corrections can be
// written to: BibTeX, RIS, CSL-JSON and printed reference lists.
//
// Pure.
// May be imported by: cmd.
package formats
