// Package exchange reads the formats in which reference managers and
// databases exchange entries: NBIB (MEDLINE), EndNote XML, and the tagged
// format of refer (EndNote's .enw).
//
// Pure.
// May be imported by: extract/..., lab.
package exchange
