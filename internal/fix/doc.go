// Package fix turns findings into corrections: which fields of an entry are
// verifiably wrong, partial or asked for, what one version of the work says
// instead, and the edits that write it into a BibTeX file as the file's own
// author would have. What cannot be proved wrong is left alone, and nothing is
// turned into another work.
//
// Pure.
// May be imported by: llm/role, lab/..., run, runs, cite, doors.
package fix
