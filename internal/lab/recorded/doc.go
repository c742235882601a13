// Package recorded plays recorded answers of sources as connectors, each as
// strong as the source was, and reads the flat works and records of labelled
// sets.
//
// May be imported by: lab/..., cmd/bonafide-lab.
package recorded
