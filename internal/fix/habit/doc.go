// Package habit learns how a BibTeX file writes its values, and writes new
// ones so: titles, lists of names, pages, identifiers, and where a field goes.
// What a value has that is right stays as it is written.
//
// Pure.
// May be imported by: fix, lab.
package habit
