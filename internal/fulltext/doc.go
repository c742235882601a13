// Package fulltext finds the text of cited works in folders of the user: papers in
// PDF and other formats, and the storage of Zotero. A file is taken for a work only
// where its first page says so.
//
// May be imported by: doors.
package fulltext
