// Package recorded reads what people and sources left: recorded answers of
// sources, played as connectors, each as strong as the source was; the flat
// works and records of labelled sets; and the references that people marked in
// papers, paired with those that were read there.
//
// May be imported by: lab/..., cmd/bonafide-lab.
package recorded
