// Package schema checks models' answers against the requested JSON schema. It supports the part of JSON Schema
// that every provider's strict mode accepts, and refuses any other schema: every object lists all its
// properties as required and forbids others; a value that may be missing is null.
//
// Pure.
// May be imported by: llm, llm/..., lab/..., setup.
package schema
