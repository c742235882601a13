// Package dumpserver plays the services of public dumps on this machine: files
// with checksums, listings, manifests and OAI-PMH, with small works typed for
// tests. It counts what is asked for, can hold an answer back until the test
// lets it go, and can change what it has.
//
// May be imported by: everything (tests only).
package dumpserver
