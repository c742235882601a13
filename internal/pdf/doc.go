// Package pdf reads a PDF into pages of lines: text with boxes and fonts, in
// reading order, with the links and named destinations of the file. It is the
// only package that knows the PDF library, and it knows nothing of references.
//
// May be imported by: extract, extract/..., report, cmd, annotate.
package pdf
