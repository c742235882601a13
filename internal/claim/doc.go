// Package claim extracts what a text says about the works that it cites, and finds the passages of a cited work
// that address it. It concludes only what rules can prove: that a quotation or a number is there, or is there
// in another form. For the rest it suggests an order of reading. Whether a cited work exists has been decided
// before, and is never changed here.
//
// Pure.
// May be imported by: claimcheck, llm/role, report, mcp, lab.
package claim
