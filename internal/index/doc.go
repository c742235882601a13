// Package index builds and reads the offline index of works: an immutable memory-mapped file per segment that
// answers look-ups by identifier, by exact title, by similar title and by a whole reference string, and returns
// every record as its source had it. doc/index-format.md describes the layout.
//
// May be imported by: dump, source/offline, lab/..., fix/..., setup, audit, corpora, cmd, cite.
package index
