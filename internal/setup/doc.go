// Package setup turns what a user configured into the one Auditor that every
// door uses. It is the only package that knows which sources exist.
//
// May be imported by: cli, lab, run, runs, cite, doors.
package setup
