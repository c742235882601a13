// Package answer is the result of asking about a work: what a source declares about itself, what it returned, what
// its silence means, and why it did not answer. A failure says nothing about the work.
//
// May be imported by: everything.
package answer
