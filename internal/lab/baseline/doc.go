// Package baseline asks a language model directly whether references are exact,
// have minor errors or are fabricated, without any of our sources: zero-shot or
// with examples, with or without the provider's web search. It is what the
// program is compared with.
//
// May be imported by: cmd/bonafide-lab.
package baseline
