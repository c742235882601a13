// Package calibrate sweeps the thresholds of the severity score, and shows how
// well the probability that an entry is genuine is calibrated.
//
// May be imported by: cmd/bonafide-lab.
package calibrate
