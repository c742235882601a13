package corpora

import (
	"errors"
	"io/fs"
)

// FetchError is a service that could not be reached or did not give what it
// lists.
type FetchError struct{ Err error }

// Error gives the reason.
func (e *FetchError) Error() string { return e.Err.Error() }

// Unwrap gives the reason.
func (e *FetchError) Unwrap() error { return e.Err }

// fetchError marks an error of fetching as the service's, unless it is one of
// this machine's files.
func fetchError(err error) error {
	var file *fs.PathError
	if err == nil || errors.As(err, &file) {
		return err
	}
	return &FetchError{err}
}
