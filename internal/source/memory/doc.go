// Package memory is the connector over works that were verified before. It
// clears a reference that cites such a work again; it never accuses one: what
// it holds was said by others, who are asked anew where anything differs.
//
// May be imported by: setup.
package memory
