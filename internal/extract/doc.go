// Package extract reads any file into the references it contains, each with its place. A part that cannot be read as
// intended becomes a Problem of the document and affects nothing else.
//
// May be imported by: audit, lab/..., fix, fix/..., setup, claimcheck, run, runs, doors.
package extract
