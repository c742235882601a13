// Package provider has the client for models over HTTP. It speaks OpenAI's chat completions, which OpenAI, Anthropic,
// Google, OpenRouter, Azure, Ollama, vLLM, llama.cpp, LM Studio and many others serve: text, images, answers bound to
// a schema, and the provider's web search. What a server does not support is left out of later requests.
//
// May be imported by: setup.
package provider
