// Package offline has the connectors to what is on this machine: the local index, what a corpus built from public
// dumps knows of a reference; and the memory, works that were verified before, in a file or a database that outlives
// a run. The memory can confirm a reference that cites such a work again, but never accuses one: what it holds came
// from other sources, which are queried again if anything differs.
//
// May be imported by: audit, lab/..., fix/..., setup, cmd.
package offline
