package parallel

import (
	"fmt"
	"runtime/debug"
)

// Fault is a panic, in our own code or in a library, caught by Try.
type Fault struct {
	Value any
	Stack []byte
}

// Error returns the text of the panic.
func (f *Fault) Error() string { return fmt.Sprint(f.Value) }

// Try runs work and returns its error. A panic becomes a *Fault, so that it costs only that piece of work.
func Try(work func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &Fault{Value: r, Stack: debug.Stack()}
		}
	}()
	return work()
}
