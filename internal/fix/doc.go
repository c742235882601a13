// Package fix turns findings into corrections: which fields of an entry are provably wrong, partial or
// requested, what one version of the work says instead, and the edits that write it into a BibTeX file in the
// style of the file's author. What cannot be proved wrong is left alone, and no entry is turned into another
// work.
//
// Pure.
// May be imported by: llm/role, lab/..., run, runs, cite, doors.
package fix
