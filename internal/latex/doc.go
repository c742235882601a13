// Package latex reads what LaTeX sources say about citations. It converts accents, symbols and commands to
// plain Unicode and back, and turns citation commands, lists of \bibitem and .bbl files into keys and entries.
//
// Pure.
// May be imported by: normalise, extract, extract/entries, extract/project, fix, fix/..., lint, index, lab/..., lsp, cmd.
package latex
