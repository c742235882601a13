// Package llm is the interface to language and vision models: one typed request, bound to a JSON schema, and
// one answer. It contains no provider and no role, but the wrappers of every model: the check of its answers,
// the limit of concurrent questions, meter and budget, cache, and recordings. Nothing in bonafide needs a
// model; every model is off unless a user names it.
//
// May be imported by: llm/..., audit, lab/..., extract, setup/..., source/..., cli, cmd.
package llm
