package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// starterWorks returns the works of the starter corpus, which the played services have.
func starterWorks(t *testing.T) (works []biblio.Flat) {
	t.Helper()
	records, err := corpora.StarterRecords()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records {
		works = append(works, r.Flat())
	}
	return works
}

// TestOnlineScripts runs the real main against services that are played on this machine: VIA is their address.
// Scripts have additional commands:
//
//	fault HOST FAULT   a host misbehaves; FAULT "none" ends it
//	lose N             the network is lost after N more requests
//	asked OP N         compares the requests since the last "forget"
//	forget             counts requests anew
//	hold N             nobody is answered after N more requests, until "release"
//	held               waits until somebody is not answered
func TestOnlineScripts(t *testing.T) {
	works := starterWorks(t)
	var servers, holds sync.Map // by address; scripts run in parallel
	server := func(ts *testscript.TestScript) *fixtureserver.Server {
		s, _ := servers.Load(ts.Getenv("VIA"))
		return s.(*fixtureserver.Server)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/online",
		Setup: func(env *testscript.Env) error {
			s := fixtureserver.New(works)
			servers.Store(s.URL, s)
			env.Defer(s.Close)
			for name, value := range map[string]string{"VIA": s.URL, "DOWN": fixtureserver.NoSuchHost, "NO_COLOR": "1",
				"HOME": env.WorkDir + "/home", "XDG_CACHE_HOME": env.WorkDir + "/cache"} {
				env.Setenv(name, value)
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"fault": func(ts *testscript.TestScript, _ bool, args []string) {
				if args[1] == "none" {
					args[1] = ""
				}
				server(ts).Inject(args[0], fixtureserver.Fault(args[1]), 1)
			},
			"lose":   func(ts *testscript.TestScript, _ bool, args []string) { server(ts).LoseAfter(number(ts, args[0])) },
			"forget": func(ts *testscript.TestScript, _ bool, _ []string) { server(ts).Reset() },
			"asked": func(ts *testscript.TestScript, _ bool, args []string) {
				n, want := server(ts).Total(), number(ts, args[1])
				if ok := map[string]bool{"=": n == want, "<": n < want, ">": n > want}[args[0]]; !ok {
					ts.Fatalf("%d requests, not %s %d: %v", n, args[0], want, server(ts).Requests())
				}
			},
			"hold": func(ts *testscript.TestScript, _ bool, args []string) {
				holds.Store(ts.Getenv("VIA"), server(ts).HoldAfter(number(ts, args[0])))
			},
			"held": func(ts *testscript.TestScript, _ bool, _ []string) {
				begun, _ := holds.Load(ts.Getenv("VIA"))
				select {
				case <-begun.(<-chan struct{}):
				case <-time.After(5 * time.Minute): // the command has ended already
					ts.Fatalf("only %d requests", server(ts).Total())
				}
			},
			"release": func(ts *testscript.TestScript, _ bool, _ []string) { server(ts).Release() },
			// page URL TYPE FILE serves a file at an address.
			"page": func(ts *testscript.TestScript, _ bool, args []string) {
				server(ts).SetPage(args[0], fixtureserver.Page{Type: args[1], Body: ts.ReadFile(args[2])})
			},
			// bibliography FILE N writes N references to works that do not exist.
			"bibliography": func(ts *testscript.TestScript, _ bool, args []string) {
				var b strings.Builder
				for i := range number(ts, args[1]) {
					fmt.Fprintf(&b,
						"@article{k%d, title={Quorums of velvet engines number %d under moonlit calibration}, author={Author, Ann}, "+
							"journal={Journal of Nothing}, year={2021}, doi={10.5555/none.%d}}\n", i, i, i)
				}
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o600))
			},
		},
		Condition: func(cond string) (bool, error) {
			if cond == "long" {
				return testenv.Long(), nil
			}
			return false, fmt.Errorf("unknown condition %q", cond)
		},
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
	})
}

func number(ts *testscript.TestScript, text string) int {
	n, err := strconv.Atoi(text)
	ts.Check(err)
	return n
}
