// Package compare says what sets two files of predictions over the same cases
// apart, and whether it is more than chance.
//
// May be imported by: cmd/bonafide-lab.
package compare
