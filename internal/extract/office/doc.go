// Package office reads references out of the files of word processors: DOCX
// and ODT, with the field codes of reference managers, notes, tracked changes
// and generated numbers; and says of other office files why they are not read.
//
// Pure.
// May be imported by: extract, lab.
package office
