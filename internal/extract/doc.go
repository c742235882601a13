// Package extract reads any file into the references it holds, each with the
// place where it stands. A part that cannot be read as meant becomes a Problem
// of the document and costs nothing else.
//
// May be imported by: audit, lab/..., fix, fix/..., setup, claimcheck, run, runs, doors.
package extract
