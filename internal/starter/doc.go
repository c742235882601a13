// Package starter holds the corpus that a run uses when no other is configured: a selection of well-known works
// of many fields, and a few small container-years with every paper, declared complete. It lets a first run show
// what the program does; most references of a real paper are not in it.
//
// works.jsonl has one flat JSON object per line, sorted by id; coverage.jsonl has the rows of the coverage
// table. Both hold bibliographic facts only (titles, names, containers, dates, numbers), selected and typed for
// this project and checked against public bibliographies where these have them; "confirmed" says which kind of
// source states the same, and so how much the record counts. The complete container-years follow their
// published tables of contents, as the ACL Anthology and the journal list them. Unreliable fields, and those on
// which good sources disagree, are left out: an empty field says nothing. The two files are dedicated to the
// public domain under CC0 1.0.
//
// Pure.
// May be imported by: setup, lab, fix/..., cmd.
package starter
