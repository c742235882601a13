// Package normalise returns comparison forms of printed text: titles, names,
// containers, pages, publishers. Two spellings of the same thing have the same form; two different things have
// different forms. Each file has one concern. The forms are strings and small structures, and know nothing
// about works.
//
// Pure.
// May be imported by: match, judge, index, lab/..., fix, fix/..., lint, refstring, extract/..., dump, wire, audit, setup, source/..., llm/..., report, runs, claimcheck, cite, cli, doors.
package normalise
