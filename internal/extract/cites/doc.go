// Package cites finds the marks in running text that point to the entries of
// its reference lists, and says of every reference where it is cited, and
// whether it is cited at all.
//
// Pure.
// May be imported by: extract, extract/..., lab.
package cites
