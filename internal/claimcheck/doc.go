// Package claimcheck compares citing sentences with the cited works: it finds the text of each work, has the
// claims judged by rules, and by a language model if one is configured, and returns their rows. The verdict on
// the reference comes first and is never changed here.
//
// Texts are found in the user's folders, with papers in PDF and other formats and Zotero's storage, and as
// open-access copies at services. A file counts as the text of a work only if its first page says so; what a
// reference manager says about a file is checked against that page too.
//
// May be imported by: run, runs, setup, doors.
package claimcheck
