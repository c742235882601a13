// Package source is the seam to everything that can be asked for works: what a
// source declares of itself, what it is asked, and what it answers. It holds no
// implementation.
//
// May be imported by: index, match, judge, audit, fix, fix/..., report, lab/..., llm/..., setup, shared, transport, cite, cmd, source/....
package source
