// Package llm is the seam to language and vision models: one typed request,
// bound to a JSON schema, and one answer. It holds no provider and no role,
// but what every model is wrapped in: the check of its answers, the bound of
// questions at once, meter and budget, cache, and recordings.
// Nothing in bonafide needs a model; every model is off unless a user names it.
//
// May be imported by: llm/..., audit, lab/..., extract, setup/..., source/..., cli, cmd.
package llm
