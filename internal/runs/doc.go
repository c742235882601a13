// Package runs stores runs in SQLite or PostgreSQL: what users gave to be checked, the resulting rows and the
// decisions about them. It processes waiting runs, and manages venues: papers that several people review
// together, each with a run of its own. Front ends read everything that they show of a run here, so that a
// restart loses nothing.
//
// May be imported by: doors.
package runs
