// Package lab measures the program on labelled data: it loads a suite, splits the labels off, checks every
// reference as the program does, and scores the results. It also compares predictions, calibrates thresholds,
// trains the weights of the score, and contains the accuracy gate.
//
// May be imported by: lab/..., cmd/bonafide-lab.
package lab
