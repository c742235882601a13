// Package lines reads JSON Lines files, compressed or not, and the loosely typed
// objects in them.
//
// May be imported by: lab/..., cmd/bonafide-lab.
package lines
