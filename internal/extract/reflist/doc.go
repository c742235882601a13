// Package reflist finds the reference lists among the lines of a document and splits them into entries, using
// everything that the page offers: headings, named places, numbers, indents, gaps and the shape of the text.
//
// A number that decides names the test or the documents that fix it as its case. A number without a case bounds work,
// or may be halved or doubled without effect on the development data (decision 0009).
//
// Pure.
// May be imported by: extract/..., lab.
package reflist
