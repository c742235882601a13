// Package flow reads references out of documents that are paragraphs, not
// pages: word processor files, web pages. It finds the reference lists, cuts
// them into entries, reads what notes cite, joins printed entries with the
// works that the file itself describes, and links the citations of the text.
//
// Pure.
// May be imported by: extract/..., lab.
package flow
