// Package formats corrects files of every format that corrections can be written to: BibTeX, RIS, CSL-JSON and
// printed reference lists. The values that are wrong change, and every other byte stays. A part of a printed
// entry is replaced in the form in which it is written. An entry without such a part, or one that would be
// misread afterwards, is printed anew if a style is named, and else left alone.
//
// It also writes references as a bibliography of their own, and replaces a file on disk as a whole or not at
// all, keeping a backup unless git has the old version.
//
// May be imported by: run, web, cmd.
package formats
