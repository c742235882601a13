// Package provider has clients for the models of providers over HTTP: OpenAI by its Responses API, Anthropic by
// its Messages API, Google's Gemini by generateContent, and the chat completions and embeddings of OpenAI that
// vLLM, Ollama, llama.cpp, LM Studio, OpenRouter, Azure and many others serve: text, images, answers bound to a
// schema, the provider's web search, and vectors. What a server does not support is left out of later requests.
//
// May be imported by: setup.
package provider
