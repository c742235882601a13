// Package recorded reads recordings: answers of sources, replayed by connectors that are as strong as the
// sources were; the flat works and records of labelled sets; and the references that people marked in papers,
// paired with those that were read there.
//
// May be imported by: lab/..., cmd/bonafide-lab.
package recorded
