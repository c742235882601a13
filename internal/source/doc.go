// Package source defines the interface to everything that can be queried for works: queries, alone or in
// batches, and what they cost. Answers are in package answer. It contains no implementation.
//
// May be imported by: audit, lab/..., llm/..., setup, source/....
package source
