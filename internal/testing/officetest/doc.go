// Package officetest makes files of word processors for tests: with lists,
// field codes, notes, tracked changes and generated numbers, as the programs
// write them.
package officetest
