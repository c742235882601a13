// Package biblio holds the nouns of the program: what a reference claims of a
// work, what a source records of it, and the fields that both have. Values are
// plain data; no value is changed after it is made.
//
// Pure.
// May be imported by: refstring/..., answer, source, source/..., index, dump, wire, starter, match, judge, audit, claim, claimcheck, corpora, extract/..., fix, fix/..., lint, style, report, lab/..., llm, llm/..., setup, run, accept, runs, pdf, cite, doors, annotate.
package biblio
