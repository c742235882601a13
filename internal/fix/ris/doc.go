// Package ris writes corrections into RIS files: the values that change, and
// the lines that come or go. Every other byte stays.
//
// Pure.
// May be imported by: fix/..., cmd.
package ris
