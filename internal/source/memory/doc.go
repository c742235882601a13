// Package memory keeps works that were verified before, in a file or a database that
// outlives a run, and is the connector over them. It clears a reference that cites such
// a work again; it never accuses one: what it holds was said by others, who are asked
// anew where anything differs.
//
// May be imported by: setup, cmd.
package memory
