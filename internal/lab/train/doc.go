// Package train fits the model that the judge ships: the probability that an entry is genuine, and the severity
// score, from the labelled references of the suites. Models are logistic regressions whose weights keep the
// sign that makes sense, with cross-validation by cluster; the same examples always result in the same weights.
//
// May be imported by: cmd/bonafide-lab.
package train
