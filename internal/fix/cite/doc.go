// Package cite says what a query for a work means, and which of the records
// that sources gave for it are the answer. Several works are never narrowed to
// one; several versions of one work are, by a stated preference.
//
// Pure.
// May be imported by: cite, cmd.
package cite
