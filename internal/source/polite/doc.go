// Package polite is the one HTTP transport. It says who asks, keeps to each
// service's rate and number of connections, honours Retry-After, retries what
// may heal, stops asking a service that is down or has had enough, never asks
// the same question twice, and bounds the size, time and redirects of every
// answer. Addresses that come from documents reach public hosts only. A failure
// is a *source.Failure and says nothing about a work; only answers that were
// read to their end are kept.
//
// May be imported by: source/..., setup, llm, cmd.
package polite
