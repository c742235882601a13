// Package wire converts the output of services and public dumps, one JSON object or XML element each, into
// records. One file per service: a table of the members that fill one field, and code for the others. It keeps
// every field: what does not fit biblio.Work is in Extra under the service's own name, compound values as JSON.
// It makes no judgements.
//
// Pure.
// May be imported by: dump, source/..., extract/..., lab/..., fix/..., cmd.
package wire
