// Package fixtureserver plays every online service on this machine: each answers in its own documented form,
// from the works given to the server and from real recorded objects, counts requests, enforces the services'
// limits, and misbehaves on demand. A client reaches it with Options.Via set to its address; the first part of
// a path is the host.
//
// May be imported by: lab/world (and tests).
package fixtureserver
