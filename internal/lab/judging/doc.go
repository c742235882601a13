// Package judging shows rows of a check to a person, one at a time with all their evidence, and saves the
// person's judgement of each: the labels of accusations and leads.
//
// May be imported by: cmd/bonafide-lab.
package judging
