// Package bibfield is the table of the fields and entry types of BibTeX, BibLaTeX and the programs that write for
// them: what a field states, under which names, and how it is handled. A new field name is one line of fields.go, a
// new type one of types.go; all other packages ask what a field states and never check its name.
//
// Pure.
// May be imported by: bibtex, extract, extract/..., fix, fix/..., lint, lsp.
package bibfield
