// Package markup reads references out of documents in markup. Markdown has
// lists, footnotes, the linked citations [Authors, Year, Title](address) of
// reports, and the keys that Pandoc's citations name; HTML the lists that pages
// print, and what pages state of their references for machines; articles in XML
// (JATS of publishers and PubMed Central, TEI of GROBID and editors) labelled
// references and linked citations.
//
// Pure.
// May be imported by: extract, extract/..., lab.
package markup
