// Package markdown reads references out of Markdown: lists, footnotes, and the
// linked citations [Authors, Year, Title](address) of reports; and the keys
// that Pandoc's citations name.
//
// Pure.
// May be imported by: extract/..., lab.
package markdown
