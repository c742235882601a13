// Package service is what connectors to online services share: a few ways to resolve identifiers in batches, a
// title search, and the rules for combining them. A connector fills in a Spec; the differences between services
// are data and two or three functions.
//
// May be imported by: source/....
package service
