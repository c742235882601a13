// Package match compares what a reference claims with what records state, field by field. It decides whether
// both mean the same work, and ranks records as candidates. It does not decide what is right or wrong.
//
// Pure.
// May be imported by: judge, source/offline, audit, fix, fix/..., lint, report, lab/..., llm, llm/..., index, cite, cmd, extract.
package match
