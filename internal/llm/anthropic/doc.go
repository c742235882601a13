// Package anthropic asks Anthropic's models by the Messages API: text, images,
// answers bound to a schema, and the provider's web search. The provider has
// no vectors.
//
// May be imported by: setup/models.
package anthropic
