// Package claims reads what a text says of the works that it cites against these
// works: it finds the text of each, has the claims judged by rules, and by a
// language model where one is configured, and makes their rows. The verdict on the
// reference comes first and is never changed here.
//
// May be imported by: run, runs, setup, doors.
package claims
