// Package compare works on files of predictions: what sets two of them over
// the same cases apart, and whether it is more than chance; how well the
// probability that an entry is genuine is calibrated, and the thresholds of the
// severity score; and the gate, bounds of accuracy that may not get worse.
//
// May be imported by: cmd/bonafide-lab.
package compare
