// Package claimcheck reads what a text says of the works that it cites against these
// works: it finds the text of each, has the claims judged by rules, and by a
// language model where one is configured, and makes their rows. The verdict on the
// reference comes first and is never changed here.
//
// Texts are found in folders of the user, with papers in PDF and other formats and the
// storage of Zotero, and as open copies at services. What is found is taken for a work
// only where its first page says so; what a reference manager says of a file is held to
// that page too.
//
// May be imported by: run, runs, setup, doors.
package claimcheck
