// Package claim reads what a text says of the works that it cites, and finds the
// passages of a cited work that speak to it. It says only what rules can prove: a
// quotation or a number that is there, or is there otherwise. For the
// rest it gives an order of reading. Whether a cited work exists is decided
// elsewhere, before, and is never changed here.
//
// Pure.
// May be imported by: claimcheck, llm/role, report, mcp, lab.
package claim
