// Package markup reads references from documents in markup: Markdown with lists, footnotes, the linked citations
// [Authors, Year, Title](address) of reports, and the keys that Pandoc's citations name; HTML with the lists that
// pages print, and the references that pages state for machines; articles in XML (JATS of publishers and PubMed
// Central, TEI of GROBID and editors) with labelled references and linked citations.
//
// Pure.
// May be imported by: extract, extract/..., lab.
package markup
