// Package layouts makes documents whose reference lists are known: real works, printed by the conventions of
// several languages, in plain text and LaTeX of several layouts, with their references beside them.
//
// May be imported by: lab/..., cmd/bonafide-lab.
package layouts
