// Package fixtest audits and corrects BibTeX sources for tests, and measures corrections: it corrupts entries
// of real works in the styles of many authors and counts what is restored, byte for byte.
package fixtest
