// Package generate asks a model for bibliography entries of known works and
// keeps what it answers: alone, with a look-up as a tool, and with a revision
// after a look-up. The entries are labelled by evaluate/fields.
//
// May be imported by: evaluate/..., cmd.
package generate
