// Package store keeps what outlives a run. Memory holds works that were
// verified before.
//
// May be imported by: source/memory, setup, cmd.
package store
