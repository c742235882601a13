// Package refstring reads one printed reference: which part of the string is
// the title, who are the authors, and so on. A trained sequence labeller labels
// the words; rules turn the labelled words into a work. Every value is a span
// of the string or a normal form of one; nothing is invented.
//
// Pure.
// May be imported by: extract/..., fix/..., audit, judge, match, lab/..., llm, llm/..., setup, cmd, cite.
package refstring
