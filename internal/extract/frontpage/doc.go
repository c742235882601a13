// Package frontpage reads what the first page of a PDF says of the work that it
// is: its title and identifiers. Authors and container, whose layouts differ too
// much to be read surely, are left out, because what is read here is compared
// with what references claim.
//
// May be imported by: setup, cmd.
package frontpage
