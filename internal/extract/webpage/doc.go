// Package webpage reads references out of HTML: the lists that pages print,
// with their links and anchors, and what pages state of their references for
// machines.
//
// Pure.
// May be imported by: extract/..., lab.
package webpage
