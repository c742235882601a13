// Package papers reads what people marked in papers, and pairs the references
// that were read with those that stand there.
//
// May be imported by: lab.
package papers
