// Package cite interprets queries for works, finds the records that answer them and writes their entries, for
// every front end: the command, the API, agents and programs. Several works are never narrowed to one; several
// versions of one work are, by a stated preference.
//
// May be imported by: lab, doors.
package cite
