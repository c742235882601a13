// Package project finds LaTeX projects among files: the main file, the parts that it includes, the bibliographies
// that it names, and what its text cites. It never leaves the given tree of files.
//
// Pure.
// May be imported by: extract, lab.
package project
