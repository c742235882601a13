// Package csljson writes corrections into CSL-JSON: the values that change,
// the names and members that come or go. Every other byte stays: the order of
// keys, white space, escapes, and whether a number is a string.
//
// Pure.
// May be imported by: fix/..., cmd.
package csljson
