// Package setup turns what a user configured into the Auditor that every front end uses, and into the models of
// a run: which provider, for which role, within which budget, cached and recorded where. It is the only package
// that knows which sources and which providers of models exist.
//
// May be imported by: cli, lab, run, runs, cite, doors.
package setup
