// Package baseline asks a language model directly whether references are exact, have minor errors or are
// fabricated, without any of our sources: zero-shot or with examples, with or without the provider's web
// search. The program is compared with it.
//
// May be imported by: cmd/bonafide-lab.
package baseline
