package schema

import "encoding/json"

// Demand gives the words that ask for a schema where a provider cannot be bound
// to it otherwise.
func Demand(raw json.RawMessage) string {
	return "\n\nAnswer with one JSON object that fits this JSON schema, and with nothing else:\n" + string(raw)
}
