// Package bibfield turns the fields of one bibliography entry, under the names
// of BibTeX and BibLaTeX and with values in LaTeX, into the work they claim:
// entry types, names, dates, containers, identifiers.
//
// Pure.
// May be imported by: extract/..., dump, fix, lab.
package bibfield
