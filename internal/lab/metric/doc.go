// Package metric holds the figures by which predictions are measured: confusion matrices and what follows from
// them, calibration, ranking, bootstrap intervals and tests between two sets of predictions. Every figure is a
// function of weights, one per case, so that a bootstrap sample is just another set of weights.
//
// Pure.
// May be imported by: lab/..., cmd/bonafide-lab.
package metric
