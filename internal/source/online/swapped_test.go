package online_test

import (
	"context"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// TestSwappedAnswers has every service return the answer to the previous question, as a broken cache did for 38
// of 40 references. What can be recognised is a failure and is not cached: no more is said against a work than
// is true, then and after the services answer correctly again.
func TestSwappedAnswers(t *testing.T) {
	server, queries := world(t, 60)
	cache := transport.MemoryCache()
	truth := map[string][]answer.Lookup{}
	for _, state := range []string{"sound", "swapped", "sound again"} {
		if state == "swapped" {
			server.Inject("*", fixtureserver.Previous, 1)
		} else {
			server.Inject("*", "", 1)
		}
		failed, against, wrong := map[string]int{}, map[string]int{}, 0
		for _, name := range services {
			client := sourcetest.Client(server, func(o *transport.Options) {
				if state != "sound" {
					o.Cache = cache
				}
			})
			c := connector(t, name, client, keys)
			var lookups []answer.Lookup
			for i := range queries { // one by one: their questions differ
				lookups = append(lookups, source.LookupAll(context.Background(), c, queries[i:i+1])...)
			}
			client.Close()
			if state == "sound" {
				truth[name] = lookups
			}
			for i, l := range lookups {
				if l.Outcome == answer.Failed {
					failed[name]++
				}
				if absence(queries[i], l) && !absence(queries[i], truth[name][i]) {
					against[name]++
					wrong++
				}
			}
		}
		t.Logf("%s: failed %v, new absences %v", state, failed, against)
		if wrong > 0 {
			t.Errorf("%s: %d absences that are none", state, wrong)
		}
		if state != "swapped" && len(failed) > 0 {
			t.Errorf("%s: failures %v", state, failed)
		}
		if state == "swapped" && len(failed) < 8 {
			t.Errorf("swapped: only %v noticed", failed)
		}
	}
}
