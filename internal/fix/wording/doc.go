// Package wording writes a value in place of another one in formats without
// markup: what was right stays as it was written, and what is new takes the
// form of what it replaces.
//
// Pure.
// May be imported by: fix/..., lab.
package wording
