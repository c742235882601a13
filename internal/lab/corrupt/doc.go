// Package corrupt makes labelled references from real works: it draws works from a corpus, changes fields by
// seeded operators or by a model, records every change, and drops what an audit of the changes does not
// confirm. The kinds of errors are those of CiteTracer, CiteAudit and CiteCheck, and combinations of them.
//
// May be imported by: lab/..., cmd/bonafide-lab.
package corrupt
