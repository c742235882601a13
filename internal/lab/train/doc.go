// Package train fits the model that the judge ships: the probability that an
// entry is genuine, and the severity score, from the labelled references of
// the suites.
//
// May be imported by: cmd/bonafide-lab.
package train
