// Package schema holds answers of models to the JSON schema that was asked of
// them. It knows the part of JSON Schema that every provider's strict mode
// accepts, and refuses a schema outside of it: every object lists all its
// properties as required and forbids others; a value that may be missing is
// null.
//
// Pure.
// May be imported by: llm, llm/..., lab/..., setup.
package schema
