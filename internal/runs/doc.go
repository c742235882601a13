// Package runs keeps runs: what people gave to be checked, the rows that came of
// it and what they decided about them, in SQLite or PostgreSQL; and works through
// those that wait; and venues: papers that several people look at together, each with
// a run of its own. Everything that a door shows of a run it reads here, so that a
// restart loses nothing.
//
// May be imported by: doors.
package runs
