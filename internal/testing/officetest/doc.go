// Package officetest makes word processor files for tests: with lists, field codes, notes, tracked changes and
// generated numbers, as the programs write them.
package officetest
