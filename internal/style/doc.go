// Package style prints a work as a reference in one of seven common styles: APA (7th edition), IEEE, ACM, Vancouver,
// Chicago (author-date), MLA (9th edition) and Nature. It prints what the work states and invents nothing: a missing
// part leaves no brackets and no stray punctuation. The rules are those published for each style; no CSL processor
// for Go is available under a permissive licence.
//
// Pure.
// May be imported by: fix, fix/..., report, lab/..., cite, cmd.
package style
