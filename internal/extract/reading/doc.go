// Package reading is what the readers of individual kinds of input share: the result that they return, the steps from
// a printed reference or from labelled parts to what is claimed, the marks in running text that cite the entries of a
// list, and the conversion of documents' encodings to UTF-8.
//
// Pure.
// May be imported by: cmd/bonafide, extract, extract/..., fix, fix/tidy, lab, lsp.
package reading
