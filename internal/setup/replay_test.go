package setup

import (
	"fmt"
	"path/filepath"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
)

// TestReplayIsTheRun records runs through all services, with faults and
// without, and replays each without a network: the rows are the same.
func TestReplayIsTheRun(t *testing.T) {
	server, refs := world(t, 30)
	for _, fault := range []fixtureserver.Fault{"", fixtureserver.ServerError, fixtureserver.TooManyLong,
		fixtureserver.Truncated, fixtureserver.Forbidden} {
		t.Run(fmt.Sprint("fault ", fault), func(t *testing.T) {
			server.Inject("*", fault, 3)
			defer server.Inject("*", "", 0)
			tape := filepath.Join(t.TempDir(), "run.jsonl")
			s := onlineSetup(t, server.URL, Online{Clock: newHurry(), Record: tape})
			want := rows(t, run(t, s.Auditor, refs))
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			before := server.Total()
			again := onlineSetup(t, fixtureserver.NoSuchHost, Online{Clock: newHurry(), Replay: tape})
			if got := rows(t, run(t, again.Auditor, refs)); got != want {
				t.Errorf("the replay differs: %s", firstDifference(want, got))
			}
			if n := server.Total() - before; n != 0 {
				t.Errorf("the replay made %d requests", n)
			}
		})
	}
}
