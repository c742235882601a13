// Package compatible speaks the chat completions and embeddings of OpenAI that
// vLLM, Ollama, llama.cpp, LM Studio, OpenRouter, Azure and many others serve.
// What a server does not take is left out of later requests.
//
// May be imported by: llm/openai, setup/models.
package compatible
