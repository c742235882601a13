// Package dump turns files of public dumps into a stream of records: in constant memory, in a fixed order, with
// progress, and resumable after a kill. What cannot be read is counted and listed, but does not stop it. The
// package also knows where the public dumps are and fetches those that may be fetched.
//
// May be imported by: index, corpora, lab/..., setup, cmd.
package dump
