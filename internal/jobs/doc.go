// Package jobs distributes work: to the goroutines of one process, or to as many machines as share a PostgreSQL
// database. A job is done once, tried again after a pause if it fails, given to another process if the one that
// did it has died, and put aside with its error if it fails for good. The jobs are in one table, in PostgreSQL or
// SQLite.
//
// May be imported by: runs, doors.
package jobs
