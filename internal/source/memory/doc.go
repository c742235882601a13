// Package memory keeps works that were verified before, in a file or a database that outlives a run, with a
// connector to them. It can confirm a reference that cites such a work again, but never accuses one: what it
// holds came from other sources, which are queried again if anything differs.
//
// May be imported by: setup, cmd.
package memory
