// Package jobs distributes work: to the goroutines of one process, or to as many machines as share a PostgreSQL
// database. A job is done once, tried again after a pause if it fails, given to another process if the one that
// did it has died, and put aside with its error if it fails for good. There are two engines behind one
// interface: River in PostgreSQL, and a table of our own in SQLite.
//
// May be imported by: runs, doors.
package jobs
