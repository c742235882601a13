// Package answer is what comes of asking about a work: what a source declares of itself, what
// it said, what its silence means, and why it did not answer. A failure says nothing about
// the work.
//
// May be imported by: everything.
package answer
