// Package reflist finds the reference lists among the lines of a document and
// cuts them into entries, by everything that the page offers: headings, named
// places, numbers, indents, gaps and the shape of the text.
//
// Pure.
// May be imported by: extract/..., lab.
package reflist
