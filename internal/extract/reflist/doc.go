// Package reflist finds the reference lists among the lines of a document and
// cuts them into entries, by everything that the page offers: headings, named
// places, numbers, indents, gaps and the shape of the text.
//
// A number that decides names the test or the documents that fix it as its case. One
// without a case bounds work, or may be half or twice as much on all development data
// (decision 0009).
//
// Pure.
// May be imported by: extract/..., lab.
package reflist
