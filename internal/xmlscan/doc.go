// Package xmlscan reads large XML files fast and in bounded memory: Splitter splits a stream into the children
// of its root element, Parse builds a small tree from one of them, Scanner walks a document without building a
// tree. HTML entities are known by name, which covers the DTDs of bibliographic dumps; documents cannot define
// any.
//
// Pure.
// May be imported by: wire, dump, source/..., extract/....
package xmlscan
