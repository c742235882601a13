// Package train fits the weights of evidence that the judge ships: the probability that a field that differs is wrong,
// from accusations that people judged. Models are logistic regressions whose weights keep the sign that makes sense,
// with cross-validation by cluster; the same examples always result in the same weights.
//
// May be imported by: cmd/bonafide-lab.
package train
