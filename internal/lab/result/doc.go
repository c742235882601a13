// Package result holds the results of a measurement: named figures with bootstrap intervals, tables, and the
// cases that went wrong, as text and as JSON. It also reads and writes JSON Lines files, compressed or not, and
// the loosely typed objects in them.
//
// May be imported by: lab/..., cmd/bonafide-lab.
package result
