// Package archive reads the files of a folder or an archive, bounded in every way: zip, tar, either compressed with
// gzip or zstd, and a single compressed file. Hidden files, links, and files whose names would place them outside are
// skipped and counted.
//
// A zip archive can be written back with some of its files changed.
//
// May be imported by: extract, extract/..., run, web, cmd.
package archive
