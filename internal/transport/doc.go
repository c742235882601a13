// Package transport is the only way to the network: to services with records, to models, to pages named by
// documents, and to dumps. It keeps to each service's pace and number of connections, honours Retry-After,
// retries temporary failures, opens the circuit of a service that is down or overloaded, never repeats a
// question, caches and records answers, and bounds the size, time and redirects of every answer. Addresses that
// come from documents reach public hosts only. The differences between services are in a Policy. A failure is a
// *answer.Failure and says nothing about a work; only answers that were read to their end are cached. No key
// appears in an error.
//
// May be imported by: source/..., llm/..., dump, corpora, claimcheck, setup/..., shared, cmd.
package transport
