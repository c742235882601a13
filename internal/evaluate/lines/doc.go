// Package lines reads JSON Lines files, compressed or not, and the loosely typed
// objects in them.
//
// May be imported by: evaluate, evaluate/..., cmd.
package lines
