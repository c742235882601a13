package setup

import (
	"cmp"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/extract/paper"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/online"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Online is the user's configuration of the services of a run. The zero value turns them off.
type Online struct {
	Enabled    bool
	Sources    []string          // names; nil means those that are on by default; "-name" and "+name" change these
	Plan       *Plan             // of the laboratory; nil means the usual one
	Contact    string            // an e-mail address that services may write to
	Keys       map[string]string // by their names in online.Entry
	Bases      map[string]string // addresses of mirrors and gateways, by source name
	Cache      string            // folder of cached answers; "" means the user's cache folder
	Memory     string            // file of works verified before; "" means the user's own, NoMemory none
	MemoryKeep time.Duration     // how long a verified work is remembered; 0 means offline.DefaultKeep
	LearnOnly  bool              // the memory is filled but never read: no answer depends on earlier checks
	Trace      string            // file for every exchange; "" means none
	Record     string            // file to record every answer to; "" means none
	Replay     string            // file to answer from instead of asking; "" means none
	Via        string            // address that receives every request, for tests
	Version    string            // of the program

	// KeepFound and KeepNone are how long an answer is cached that found something or nothing; 0 means
	// 30 days and one day.
	KeepFound, KeepNone time.Duration
	// Timeout is the timeout of one request; 0 means the service's default.
	Timeout time.Duration
	// MaxRequests is the maximum number of requests of each run to any one service; 0 means no limit.
	MaxRequests int
	Budget      audit.Budget // per reference

	// Shared is what several processes have in common; with the zero value this process shares nothing.
	Shared Shared

	// Clock is the clock in tests and the laboratory; nil means the real one.
	Clock transport.Clock
}

// Shared is the state that the processes of a venue share.
type Shared struct {
	// State returns the pace and the circuit of a service, also of models, by a name that includes its client;
	// nil means those of this process.
	State func(name string, policy transport.Policy, pace transport.Pace) transport.State
	// Answers caches what services answered; nil means a folder on this machine.
	Answers transport.Answers
	// Memory is the address of the database of works verified before, for runs that name no memory; "" means
	// the file on this machine.
	Memory string
}

// check finds options that contradict each other.
func (o *Online) check() error {
	switch {
	case o.Record != "" && o.Replay != "":
		return errors.New("--record writes a recording and --replay reads one: leave one out")
	case o.Record != "" && !o.Enabled:
		return errors.New("--record records what services answer: add --online")
	case o.Budget.Requests < 0 || o.MaxRequests < 0 || o.Budget.Time < 0 || o.Timeout < 0:
		return errors.New("budgets and timeouts are not negative; 0 means none")
	}
	return nil
}

// state returns the shared states, nil if there are none. A client with other keys, another address or another
// gateway has its own limits; for hosts named in documents all clients are the same.
func (o *Online) state() func(string, transport.Policy, transport.Pace) transport.State {
	if o.Shared.State == nil {
		return nil
	}
	return func(name string, policy transport.Policy, pace transport.Pace) transport.State {
		if !strings.HasPrefix(name, "host ") {
			name = transport.NameFor(name, cmp.Or(o.Keys[name], o.Contact), o.Bases[name])
		}
		return o.Shared.State(name, policy, pace)
	}
}

// NoMemory is the Online.Memory of a run that neither uses nor fills one.
const NoMemory = "none"

// services holds the transport and the sources of a run.
type services struct {
	stages [][]source.Connector // by online.Stage
	client *transport.Client
	cache  *transport.Cache
	replay bool // a recording answers
	close  []func() error
}

func openServices(opt Online, trace *tracer, remark func(format string, args ...any)) (*services, error) {
	if _, err := chosenSources(opt.Sources, func(online.Entry) bool { return true }); err != nil {
		return nil, err
	}
	s := &services{replay: opt.Replay != ""}
	po := transport.Options{Version: opt.Version, Contact: opt.Contact, Keys: has(opt.Keys), Via: opt.Via,
		Clock: opt.Clock, Timeout: opt.Timeout, Found: opt.KeepFound, None: opt.KeepNone, Proxy: http.ProxyFromEnvironment,
		State: opt.state()}
	var err error
	if po.Bases, err = basesOf(opt.Bases); err != nil {
		return nil, err
	}
	if s.cache, err = openCache(opt); err != nil { // a cache saves time, it decides nothing
		remark("answers are not kept: %w", err)
		s.cache = cmp.Or(s.cache, transport.MemoryCache())
	}
	po.Cache = s.cache
	if po.Tape, err = openTape(opt); err != nil {
		return nil, err
	}
	if po.Tape != nil {
		s.close = append(s.close, po.Tape.Close)
	}
	if trace != nil {
		po.Trace = trace.exchange
	}
	s.client = transport.New(po)
	s.close = append(s.close, func() error { s.client.Close(); return nil })
	config := online.Config{Client: s.client, Keys: opt.Keys, PDF: paper.FrontPage}
	chosen, _ := chosenSources(opt.Sources, func(e online.Entry) bool { return e.Ready(config) }) // checked above
	s.stages = online.Make(config, chosen)
	return s, nil
}

func (s *services) closeAll() error {
	var errs []error
	for _, f := range slices.Backward(s.close) {
		errs = append(errs, f())
	}
	return errors.Join(errs...)
}

// keysOf returns the names of keys in what an entry can use and what it needs, which is a list in words.
func keysOf(e online.Entry) []string {
	words := strings.FieldsFunc(e.Key+" "+e.Needs, func(r rune) bool { return r == ' ' || r == ',' })
	return slices.DeleteFunc(words, func(w string) bool { return w == "or" || w == "with" || w == "contact" })
}

func openTape(opt Online) (*transport.Tape, error) {
	switch {
	case opt.Replay != "":
		return transport.Replay(opt.Replay)
	case opt.Record != "":
		return transport.Record(opt.Record)
	}
	return nil, nil
}

// userPath returns a path in the user's cache folder, "" if there is none.
func userPath(name string) string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "bonafide", name)
}

// Cached answers that are older, and the oldest beyond a size, are removed when a run begins.
const (
	cacheAge   = 90 * 24 * time.Hour
	cacheBytes = 2 << 30
)

func openCache(opt Online) (*transport.Cache, error) {
	if opt.Shared.Answers != nil {
		return transport.NewCache(opt.Shared.Answers), nil
	}
	dir := cmp.Or(opt.Cache, userPath("answers"))
	if dir == "" {
		return transport.MemoryCache(), nil
	}
	folder, err := transport.OpenFolder(dir, "")
	if err != nil {
		return nil, err
	}
	return transport.NewCache(folder), prune(folder, dir)
}

// prune removes old answers, once a day, so that a run does not have to wait for a scan of a large cache.
func prune(folder *transport.Folder, dir string) error {
	mark := filepath.Join(dir, "pruned")
	if info, err := os.Stat(mark); err == nil && time.Since(info.ModTime()) < 24*time.Hour {
		return nil
	}
	if err := os.WriteFile(mark, nil, 0o600); err != nil {
		return err
	}
	_, err := folder.Prune(time.Now().Add(-cacheAge), cacheBytes)
	return err
}
