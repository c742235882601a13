// Package gate holds the accuracy that may not get worse: bounds of figures per
// suite, kept in a file.
//
// May be imported by: cmd/bonafide-lab.
package gate
