// Package charset turns text of the encodings that documents come in into
// UTF-8.
//
// Pure.
// May be imported by: extract, extract/..., lab.
package charset
