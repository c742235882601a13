// Package role defines the tasks of models: read references that our parser could not, score and review
// comparisons, settle what the rules leave open, judge pages, plan the next stage, and find pages. Each role
// has one file, and its prompts as numbered files in prompts/. A role compares the evidence that it is shown;
// none asks a model what it remembers. The consequences of an answer are decided not here but by judge.Advised.
//
// Text of documents and pages is data between marks that it cannot contain. An answer that does not fit its
// schema, quotes what was not shown, or changes when instructions are removed from the text, does not count.
//
// May be imported by: setup/..., lab/..., cmd.
package role
