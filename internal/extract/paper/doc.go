// Package paper reads a paper in PDF: the entries of its reference lists and
// notes with their places, and the citations in its text.
//
// May be imported by: extract, lab.
package paper
