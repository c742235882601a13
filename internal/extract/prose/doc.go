// Package prose reads references out of running text: plain text by its lines,
// and documents that are paragraphs, such as the files of word processors and
// web pages. It finds the reference lists, cuts them into entries, reads what
// notes cite, joins printed entries with the works that the file itself
// describes, and links the citations of the text.
//
// Pure.
// May be imported by: extract, extract/..., lab.
package prose
