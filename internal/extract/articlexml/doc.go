// Package articlexml reads articles in XML: JATS, as publishers and PubMed
// Central give them, and TEI, as GROBID and editors write it. Their references
// are labelled, and their citations linked.
//
// Pure.
// May be imported by: extract/..., lab.
package articlexml
