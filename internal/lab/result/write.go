package result

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
)

// Write writes a file of one JSON object a line.
func Write[T any](path string, list []T) error {
	return ToFile(path, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		for i := range list {
			if err := enc.Encode(&list[i]); err != nil {
				return err
			}
		}
		return nil
	})
}

// ToFile makes a file of what write writes, and gives the first error, that of
// closing the file too.
func ToFile(path string, write func(io.Writer) error) (err error) {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
	}()
	w := bufio.NewWriter(f)
	if err := write(w); err != nil {
		return err
	}
	return w.Flush()
}
