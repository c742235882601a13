// Package landing reads the web page behind an address or a DOI: what the page
// says of itself in citation_*, JSON-LD, Dublin Core, PRISM and Open Graph
// tags. A page that keeps the reader out (a check for robots, a login, a
// question about consent) has not answered.
//
// May be imported by: source/..., setup.
package landing
