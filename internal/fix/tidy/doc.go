// Package tidy changes the form of a BibTeX file, never what it says: the order and layout of entries and
// fields, their keys, the form of pages, identifiers and names of containers, and which fields, and which of
// several entries of one work, stay. Only what is requested is done; every other byte stays. Each kind of
// change is one row of Kinds and one pass over the file. A change after which the file would not be read as
// before is left out and reported.
//
// Pure.
// May be imported by: cmd.
package tidy
