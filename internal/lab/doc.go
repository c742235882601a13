// Package lab measures the program on labelled data: it loads a suite,
// splits the labels off, sends every reference down the road that a check
// takes, and scores what comes out. It also compares predictions, calibrates
// thresholds, trains the weights of the score, and holds the accuracy gate.
//
// May be imported by: lab/..., cmd/bonafide-lab.
package lab
