// Package source is the seam to everything that can be asked for works: what it is asked,
// alone or in batches, and what that takes. What it answers is in package answer. It holds
// no implementation.
//
// May be imported by: audit, lab/..., llm/..., setup, source/....
package source
