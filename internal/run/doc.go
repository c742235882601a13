// Package run is the only way from named inputs to rows: every front end, the command line first, reads, checks
// and counts through it. It knows nothing of flags, terminals or protocols: it reports the progress of a run
// through the callbacks of Watch, and writes the results to a report.Writer. It is also the only way to
// corrections (Fix, FixFile), which leave out what a person has accepted.
//
// May be imported by: runs, cite, doors.
package run
