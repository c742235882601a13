// Package result holds what a measurement gives: named figures with bootstrap
// intervals, tables, and the cases that went wrong, for people and as JSON. It
// also reads and writes JSON Lines files, compressed or not, and the loosely
// typed objects in them.
//
// May be imported by: lab/..., cmd/bonafide-lab.
package result
