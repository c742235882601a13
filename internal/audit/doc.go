// Package audit takes one reference from claim to finding: it asks the sources
// in their order, has the answers ranked and judged, and stops when the judge
// says that nothing can change.
//
// May be imported by: fix, fix/..., lint, report, llm/role, lab/..., setup, claimcheck, run, runs, cite, lsp, mcp, cmd.
package audit
