// Package biblio holds the nouns of the program: what a reference claims of a
// work, what a source records of it, and the fields that both have. Values are
// plain data; no value is changed after it is made.
//
// Pure.
// May be imported by: everything that is not a text library.
package biblio
