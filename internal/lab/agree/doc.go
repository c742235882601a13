// Package agree draws blinded samples of labelled fields for people to label
// again, and measures how far the two labellings agree: overall and for each
// field, with Cohen's kappa.
//
// May be imported by: cmd/bonafide-lab.
package agree
