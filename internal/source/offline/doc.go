// Package offline is the connector over the index on this machine: what a
// corpus built from public dumps knows of a reference.
//
// May be imported by: audit, lab/..., fix/..., setup, cmd.
package offline
