// Package office reads references from the files of word processors: DOCX and ODT, with the field codes of reference
// managers, notes, tracked changes and generated numbers; and explains why other office files are not read.
//
// Pure.
// May be imported by: extract, lab.
package office
