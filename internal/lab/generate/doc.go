// Package generate asks a model for bibliography entries of known works and
// keeps what it answers: alone, with a look-up as a tool, and with a revision
// after a look-up. The entries are labelled by lab/fields.
//
// May be imported by: lab/..., cmd/bonafide-lab.
package generate
