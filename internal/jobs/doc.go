// Package jobs carries work to those who do it: to the goroutines of one process, or
// to as many machines as share a PostgreSQL database. A job is done once, tried again
// after a pause when it fails, given to another when the process that did it has died,
// and put aside with its error when it fails for good. Two engines do this behind one
// interface: River in PostgreSQL, and a table of our own in SQLite.
//
// May be imported by: runs, doors.
package jobs
