// Package crop cuts the pictures of references out of the pages of a PDF, one
// PNG an entry: the pieces of an entry that runs over a column or a page stand
// below each other.
//
// May be imported by: setup.
package crop
