package parallel_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/parallel"
)

func TestTry(t *testing.T) {
	if err := parallel.Try(func() error { return nil }); err != nil {
		t.Error(err)
	}
	if err := parallel.Try(func() error { return io.EOF }); err != io.EOF {
		t.Error(err)
	}
	err := parallel.Try(func() error { panic("the page has no end") })
	var fault *parallel.Fault
	if !errors.As(err, &fault) || err.Error() != "the page has no end" ||
		!strings.Contains(string(fault.Stack), "TestTry") {
		t.Errorf("%v", err)
	}
}
