// Package compare works on files of predictions: how two of them differ on the same cases, and whether by more
// than chance; how well the probability that an entry is genuine is calibrated, and the thresholds of the
// severity score; and the gate, bounds of accuracy that must not get worse.
//
// May be imported by: cmd/bonafide-lab.
package compare
