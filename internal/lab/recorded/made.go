package recorded

import (
	"encoding/json"
	"fmt"
	"os"
)

// madeEnding ends the name of the file that holds the references of a document
// which was made from them.
const madeEnding = ".references.json"

// WriteMade writes the references that a document was made from beside it; base
// is its name without ending.
func WriteMade(base string, list []Printed) error {
	data, err := json.MarshalIndent(list, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(base+madeEnding, data, 0o644)
}

func readMade(path string) ([]Printed, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list []Printed
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return list, nil
}
