package parallel

import (
	"fmt"
	"runtime/debug"
)

// Fault is a panic of our own code or of a library, caught by Try.
type Fault struct {
	Value any
	Stack []byte
}

// Error says what the panic said.
func (f *Fault) Error() string { return fmt.Sprint(f.Value) }

// Try does work and returns its error. A panic of work is a *Fault, so that what breaks
// over one piece of work costs that piece and nothing else.
func Try(work func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = &Fault{Value: r, Stack: debug.Stack()}
		}
	}()
	return work()
}
