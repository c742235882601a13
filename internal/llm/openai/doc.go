// Package openai asks OpenAI's models by the Responses API: text, images,
// answers bound to a schema, the provider's web search, and vectors.
//
// May be imported by: setup/models.
package openai
