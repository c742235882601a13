// Package latex reads what LaTeX sources say about citations: accents, symbols
// and commands become plain Unicode and the reverse; citation commands, lists
// of \bibitem and .bbl files become keys and entries.
//
// Pure.
// May be imported by: normalise, extract, extract/entries, extract/project, fix, fix/..., lint, index, lab/..., lsp, cmd.
package latex
