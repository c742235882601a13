// Package cite finds the works that queries mean and writes their entries from the
// records, for every door: the command, the API, agents and programs.
//
// May be imported by: runs, doors.
package cite
