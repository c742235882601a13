// Package llmtest plays a model's server over HTTP: OpenAI's chat completions, as many servers speak them. A script
// decides what the model says or how the service fails; requests that the service would reject are rejected.
package llmtest
