// Package result holds what a measurement gives: named figures with bootstrap
// intervals, tables, and the cases that went wrong, for people and as JSON.
//
// May be imported by: lab/..., cmd/bonafide-lab.
package result
