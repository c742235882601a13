// Package landing reads the web page behind an address or a DOI: what the page says about itself in citation_*,
// JSON-LD, Dublin Core, PRISM and Open Graph tags. A page that blocks the reader (a robot check, a login, a
// consent prompt) has not answered.
//
// May be imported by: source/..., setup.
package landing
