// Package models turns what a user configured about language models into the
// models of a run: which provider, for which role, in which budget, kept and
// recorded where. It is the only package that knows which providers exist.
//
// May be imported by: setup, cmd.
package models
