// Package run is the one way from named inputs to rows: every door, the command
// line first, reads, checks and counts through it. It knows nothing of flags,
// terminals or protocols: what a door shows while a run is under way it is told
// by the callbacks of Watch, what it prints in the end it gives as a
// report.Writer. It is also the one way to corrections (Fix, FixFile), which hold back
// what a person has accepted.
//
// May be imported by: runs, cite, doors.
package run
