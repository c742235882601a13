// Package generate asks a model for bibliography entries of known works and stores its answers: from memory,
// with a look-up tool, and with a revision after a look-up. lab/fields labels the entries.
//
// May be imported by: lab/..., cmd/bonafide-lab.
package generate
