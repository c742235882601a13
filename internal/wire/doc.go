// Package wire translates what services and public dumps write, one JSON
// object or XML element each, into records. One file per service: a table
// of the members that fill one field, and code for the others. It keeps every
// field: what biblio.Work has no room for is in Extra by the
// service's own name, compound values as JSON. It judges nothing.
//
// Pure.
// May be imported by: dump, source/..., extract/..., lab/..., fix/..., cmd.
package wire
