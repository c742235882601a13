package transport

import (
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
)

// TestInFlightDoesNotCount: requests under way when a service was stopped neither lengthen its rest nor
// interrupt the series of its failures.
func TestInFlightDoesNotCount(t *testing.T) {
	down := &answer.Failure{Kind: answer.Unreachable}
	circuit := recordsCircuit
	for name, inFlight := range map[string]*answer.Failure{"failures": down, "answers": nil} {
		now := newClock().Now()
		s := NewState(Policy{Circuit: circuit}, Pace{})
		fail := func(times int) {
			for range times {
				s.Note(now, down)
			}
		}
		rest := func() time.Duration {
			available, err := s.Availability(t.Context(), now)
			if err != nil {
				t.Fatal(err)
			}
			return available.Rest
		}
		fail(circuit.Failures)
		if got := rest(); got != circuit.Rest {
			t.Errorf("%s: rests for %v", name, got)
		}
		for range 3 * circuit.Failures {
			s.Note(now, inFlight)
		}
		if got := rest(); got != circuit.Rest {
			t.Errorf("%s in flight: rests for %v", name, got)
		}
		now = now.Add(circuit.Rest)
		if got := rest(); got != 0 {
			t.Errorf("%s: rests for another %v", name, got)
		}
		if fail(circuit.More); rest() != 2*circuit.Rest {
			t.Errorf("%s: rests for %v the second time", name, rest())
		}
	}
}
