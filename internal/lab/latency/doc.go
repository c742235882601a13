// Package latency reads the trace of a run and reports where its time went: over all, for each source, and for
// each label of the references; how many references reached a source, and which source's record they were
// judged against.
//
// May be imported by: cmd/bonafide-lab.
package latency
