// Package offline is the connector to the local index: what a corpus built from public dumps knows of a
// reference.
//
// May be imported by: audit, lab/..., fix/..., setup, cmd.
package offline
