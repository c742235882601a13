// Package cite says what queries for works mean, finds the records that answer them
// and writes their entries, for every door: the command, the API, agents and programs.
// Several works are never narrowed to one; several versions of one work are, by a
// stated preference.
//
// May be imported by: runs, lab, doors.
package cite
