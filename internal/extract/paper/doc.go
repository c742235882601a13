// Package paper reads a paper in PDF: the entries of its reference lists and notes with their places, the citations
// in its text, and what its first page says about the paper itself. It also cuts pictures of entries out of the
// pages.
//
// May be imported by: extract, claimcheck, setup, runs, lab, web, cmd.
package paper
