// Package fixtureserver plays every online service on this machine: each answers
// in its own documented form about the works the server is given and about real
// recorded objects, keeps count of requests, enforces the services' limits, and
// misbehaves on demand. A client reaches it with Options.Via set to its
// address; the first part of a path is the host that is played.
//
// May be imported by: lab/world (and tests).
package fixtureserver
