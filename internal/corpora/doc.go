// Package corpora makes offline corpora of public dumps and keeps those that are
// installed: fetch, build, put in its place, refresh, list, remove. Every step
// goes on where it was after a kill, and a corpus changes in one step.
//
// May be imported by: setup, cli, doors.
package corpora
