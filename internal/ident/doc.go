// Package ident holds identifiers of scholarly works: it recognises them in any of their written forms, checks their
// digits, and gives each a single normal form, so that two mentions of the same identifier are equal as Go values.
//
// Pure.
// May be imported by: everything.
package ident
