// Package learn fits small models: logistic regression whose weights keep the
// sign that reason demands, with cross-validation by cluster. It is
// deterministic: the same examples always give the same weights.
//
// Pure.
// May be imported by: lab/train.
package learn
