// Package xmlscan reads large XML files fast and in bounded memory: Splitter
// cuts a stream into the children of its root element, Parse makes a small
// tree of one of them, Scanner walks a document without making one. Entities
// of HTML are known by name, which covers the DTDs of bibliographic dumps;
// none is ever defined by a document.
//
// Pure.
// May be imported by: wire, dump, source/..., extract/....
package xmlscan
