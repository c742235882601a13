// Package role holds what models are asked to do: read references that our
// parser could not, score and review comparisons, settle what the rules leave
// open, judge pages, plan the next stage, and find pages. Each role has one
// file, and its prompts as numbered files in prompts/. A role compares evidence
// that it is shown; none asks a model what it remembers. What follows from an
// answer is not decided here but by judge.Advised.
//
// Text of documents and pages is data between marks that it cannot contain. An
// answer that does not fit its schema, quotes what was not shown, or changes
// when no order is left in the text, does not count.
//
// May be imported by: setup/..., lab/..., cmd.
package role
