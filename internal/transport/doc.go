// Package transport is the one way to the network: to services with records, to
// models, to pages that documents name, and to dumps. It keeps to each service's
// pace and number of connections, honours Retry-After, retries what may heal,
// opens the circuit of a service that is down or has had enough, asks no
// question twice, keeps and records answers, and bounds the size, time and
// redirects of every answer. Addresses that come from documents reach public
// hosts only. What differs between services is a Policy. A failure is a
// *answer.Failure and says nothing about a work; only answers that were read to
// their end are kept. No key appears in an error.
//
// May be imported by: source/..., llm/..., dump, corpora, claimcheck, setup/..., shared, cmd.
package transport
