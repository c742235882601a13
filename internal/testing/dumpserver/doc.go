// Package dumpserver plays the services of public dumps on this machine: files with checksums, listings,
// manifests and OAI-PMH, with small works typed for tests. It counts requests, can hold an answer back until
// the test releases it, and can change its files.
//
// May be imported by: everything (tests only).
package dumpserver
