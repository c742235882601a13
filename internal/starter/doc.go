// Package starter holds the corpus that a run uses when no other is
// configured: a selection of well-known works of many fields, and a few small
// container-years with every paper, declared complete. It lets a first run
// show what the program does; most references of a real paper are not in it.
//
// works.jsonl has one flat JSON object a line, sorted by id; coverage.jsonl
// has the rows of the coverage table. Both hold bibliographic facts only
// (titles, names, containers, dates, numbers), selected and typed for this
// project and checked where public bibliographies have them; "confirmed" says which
// kind of source states the same, and with it how far the record's word goes. The complete
// container-years follow their published tables of contents, as the ACL
// Anthology and the journal list them. A field that could not be relied on, or
// on which good sources disagree, was left out: an empty field says nothing.
// The two files are dedicated to the public domain under CC0 1.0.
//
// Pure.
// May be imported by: setup, lab, fix/..., cmd.
package starter
