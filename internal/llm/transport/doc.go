// Package transport carries requests to the services of model providers. It
// sends JSON, reads JSON or a stream of events, asks again what may heal, keeps
// to Retry-After, gives up on a service that is down, and bounds the size and
// time of every answer. The address is the user's own and may be local. No key
// appears in an error.
//
// May be imported by: llm/..., setup/models.
package transport
