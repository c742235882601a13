package web

import (
	"context"
	"errors"
	"testing"
)

// TestTurns: an account that exceeds its turns waits, another account does not.
func TestTurns(t *testing.T) {
	var all turns
	var given []func()
	for range turnsMost {
		done, err := all.take(t.Context(), "ann")
		if err != nil {
			t.Fatal(err)
		}
		given = append(given, done)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := all.take(gone, "ann"); !errors.Is(err, context.Canceled) {
		t.Errorf("one turn more: %v", err)
	}
	other, err := all.take(t.Context(), "bob")
	if err != nil {
		t.Fatal(err)
	}
	waiting := make(chan error)
	go func() {
		done, err := all.take(t.Context(), "ann")
		if err == nil {
			done()
		}
		waiting <- err
	}()
	given[0]()
	if err := <-waiting; err != nil {
		t.Errorf("a turn that was given back: %v", err)
	}
	for _, done := range append(given[1:], other) {
		done()
	}
	if len(all.persons) != 0 {
		t.Errorf("%d persons are kept who ask nothing", len(all.persons))
	}
}
