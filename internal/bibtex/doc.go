// Package bibtex reads BibTeX and BibLaTeX files into a lossless tree of spans over the original bytes. Any
// input prints back byte for byte, and a correction changes nothing else. Damaged parts are kept as text and
// reported as a Problem.
//
// Pure.
// May be imported by: accept, extract, extract/..., fix, fix/..., lint, index, lab/..., claimcheck, report, run, lsp, cmd.
package bibtex
