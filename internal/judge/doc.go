// Package judge concludes from evidence: which outcome a reference has, which
// codes localise its errors, and why. It asks nobody and remembers nothing:
// the same reference and evidence give the same verdict.
//
// Pure.
// May be imported by: audit, fix, fix/..., lint, report, lab/..., store, llm, llm/..., run, cmd.
package judge
