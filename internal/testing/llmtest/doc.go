// Package llmtest plays the services of model providers over HTTP: OpenAI Responses, the chat completions and
// embeddings that many servers share, Anthropic Messages and Gemini. A script decides what the model says or
// how the service fails; the protocol around it is each provider's own, and requests that the provider would
// reject are rejected.
package llmtest
