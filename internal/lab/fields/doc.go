// Package fields labels the nine fields of bibliography entries as correct, missing, partial, substituted,
// fabricated or not applicable, against every version of the intended work, and measures what a correction of
// the entries changed.
//
// May be imported by: lab/..., cmd/bonafide-lab.
package fields
