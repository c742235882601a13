// Package items reads references that stand as objects in JSON: CSL-JSON, and
// our own lines of fields or printed references.
//
// Pure.
// May be imported by: extract, lab.
package items
