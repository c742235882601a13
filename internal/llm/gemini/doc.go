// Package gemini asks Google's Gemini models by generateContent: text, images,
// answers bound to a schema, the provider's web search, and vectors.
//
// May be imported by: setup/models.
package gemini
