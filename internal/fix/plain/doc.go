// Package plain writes corrections into printed reference lists: the part of
// an entry that states the wrong value is replaced, in the form in which it is
// written. What has no such part, or would not be read as meant afterwards, is
// printed anew in a style when one is named, and else left alone.
//
// Pure.
// May be imported by: fix/..., cmd.
package plain
