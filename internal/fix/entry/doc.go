// Package entry writes entries of bibliographies: a work as a new entry (BibTeX, CSL-JSON, RIS), and a value in
// place of another one. What was right stays as it was written, and what is new takes the form of what it
// replaces. A BibTeX file's own habits are learned from all of its entries: how it writes titles, lists of
// names, pages and identifiers, and where a field goes.
//
// Pure.
// May be imported by: fix, fix/..., lab/..., cite, cmd.
package entry
