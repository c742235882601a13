// Package fieldcode reads what reference managers leave in documents behind
// citations: the items of Zotero and Mendeley in CSL-JSON, the records of
// EndNote in XML, the keys of Word's own citations.
//
// Pure.
// May be imported by: extract/..., lab.
package fieldcode
