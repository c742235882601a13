// Package save replaces a file on disk as a whole or not at all, and keeps
// what was there unless git has it.
//
// May be imported by: cmd.
package save
