// Package world plays the scholarly services of 2026 on this machine: each has the works of an index that such
// a service would have, by kind, source and identifier, and answers, limits and fails in its own form. Failures
// depend only on a seed and on the question, so that a run can be repeated exactly, or with other random
// faults. The coverage is assumed, not measured.
//
// May be imported by: lab, cmd/bonafide-lab.
package world
