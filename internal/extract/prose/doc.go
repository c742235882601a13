// Package prose reads references from running text: plain text by its lines, and documents made of paragraphs, such
// as the files of word processors and web pages. It finds the reference lists, splits them into entries, reads the
// references in notes, joins printed entries with the works that the file itself describes, and links the citations
// of the text.
//
// Pure.
// May be imported by: extract, extract/..., lab.
package prose
