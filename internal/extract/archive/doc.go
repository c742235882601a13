// Package archive gives the files of a folder or an archive, bounded in every
// way: zip, tar, either compressed with gzip or zstd, and a single compressed
// file. What is hidden, a link, or named so that it would lie outside is left
// out and counted.
//
// A zip archive can be written back with some of its files changed.
//
// May be imported by: extract, extract/..., run, cmd.
package archive
