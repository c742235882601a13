// Package fulltext finds the text of cited works: in folders of the user, with papers
// in PDF and other formats and the storage of Zotero, and as open copies at services.
// What is found is taken for a work only where its first page says so; what a
// reference manager says of a file is held to that page too.
//
// May be imported by: setup, runs, doors.
package fulltext
