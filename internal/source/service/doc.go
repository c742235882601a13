// Package service is the shape that connectors of online services share: a few
// ways to resolve identifiers in batches, a title search, and the law of the
// seam for putting them together. A connector fills in a Spec; what differs
// between services is data and two or three functions.
//
// May be imported by: source/....
package service
