// Package biblio defines the data types of the program: what a reference claims about a work, what a source
// records about it, and the fields that both share. Values are plain data and are never changed after they are
// created.
//
// Pure.
// May be imported by: refstring/..., answer, source, source/..., index, dump, wire, match, judge, audit, claim, claimcheck, corpora, extract/..., fix, fix/..., lint, style, report, lab/..., llm, llm/..., setup, run, accept, runs, pdf, cite, doors, annotate.
package biblio
