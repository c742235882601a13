// Package corpora builds offline corpora from public dumps and manages the installed ones: fetch, build, install,
// refresh, list, remove. After a kill every step continues where it stopped, and a corpus changes in one step. The
// starter corpus is embedded.
//
// May be imported by: setup, cli, lab, doors.
package corpora
