// Package world plays the scholarly services of 2026 on this machine: each has the
// works of an index that such a service would have, by kind, source and identifier,
// and answers, limits and fails in its own form. What fails depends on a seed and on
// the question alone, so that a run can be repeated, and repeated with other luck.
// The coverage is assumed, not measured.
//
// May be imported by: lab, cmd/bonafide-lab.
package world
