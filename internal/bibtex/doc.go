// Package bibtex reads BibTeX and BibLaTeX files into a lossless tree: spans
// over the original bytes, so that any input whatsoever prints back byte for
// byte and a correction touches nothing else. Damage is kept as text and
// reported as a Problem.
//
// Pure.
// May be imported by: accept, extract, extract/..., fix, fix/..., lint, index, lab/..., claimcheck, report, run, lsp, cmd.
package bibtex
