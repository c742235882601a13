package recorded

import (
	"encoding/json"
	"fmt"
	"os"
)

// madeEnding is the suffix of the file with the references from which a document was made.
const madeEnding = ".references.json"

// WriteMade writes the references from which a document was made to a file beside it; base is its name without
// extension.
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
