package setup

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/all"
	"github.com/bonafide-audit/bonafide/internal/source/polite"
)

// Online are what a user may configure about the services of a run. The zero
// value leaves them off.
type Online struct {
	Enabled bool
	Sources []string          // names; nil means those that are on by default
	Plan    string            // one of Plans; "" means the first
	Contact string            // an e-mail address that services may write to
	Keys    map[string]string // by the names of all.Entry
	Cache   string            // folder of kept answers; "" means the user's cache folder
	Memory  string            // file of works verified before; "" means the user's own, NoMemory none
	Trace   string            // file for every exchange; "" means none
	Record  string            // file to record every answer to; "" means none
	Replay  string            // file to answer from instead of asking; "" means none
	Via     string            // address that takes every request, for tests
	Version string            // of the program

	clock   polite.Clock  // of tests
	timeout time.Duration // of one request, in tests
}

// NoMemory is the Online.Memory of a run that neither uses nor feeds one.
const NoMemory = "none"

// Plans lists the orders in which stages are asked: ours, and those of the
// papers.
func Plans() []string {
	return []string{"default", "citecheck", "citeaudit", "citetracer"}
}

// planned gives the stages of a plan out of the sources by stage.
func planned(plan string, stages [][]source.Connector) ([][]source.Connector, error) {
	switch plan {
	case "", "default", "citetracer": // links, services side by side, web
		return stages, nil
	case "citeaudit": // web first, scholarly services as the last word
		slices.Reverse(stages[1:])
		return stages, nil
	case "citecheck": // one source after the other
		order := []string{"arxiv", "crossref", "semantic_scholar", "openalex", "web_search"}
		line := make([][]source.Connector, len(order))
		for _, stage := range stages {
			for _, c := range stage {
				if i := slices.Index(order, c.Info().Name); i >= 0 {
					line[i] = append(line[i], c)
				}
			}
		}
		return line, nil
	}
	return nil, fmt.Errorf("unknown plan %q: use one of %s", plan, strings.Join(Plans(), ", "))
}

// services opens the transport and makes the sources of a run.
type services struct {
	stages [][]source.Connector
	client *polite.Client
	close  []func() error
}

func openServices(opt Online) (*services, error) {
	if err := knownSources(opt.Sources); err != nil {
		return nil, err
	}
	s := &services{}
	po := polite.Options{Version: opt.Version, Contact: opt.Contact, Keys: map[string]bool{}, Via: opt.Via, Clock: opt.clock, Timeout: opt.timeout, Proxy: http.ProxyFromEnvironment}
	for name := range opt.Keys {
		po.Keys[name] = true
	}
	var err error
	if po.Cache, err = openCache(opt.Cache); err != nil {
		return nil, err
	}
	if po.Tape, err = openTape(opt); err != nil {
		return nil, err
	}
	if po.Tape != nil {
		s.close = append(s.close, po.Tape.Close)
	}
	if opt.Trace != "" {
		trace, err := openTrace(opt.Trace)
		if err != nil {
			return nil, errors.Join(err, s.closeAll())
		}
		po.Trace = trace.write
		s.close = append(s.close, trace.close)
	}
	s.client = polite.New(po)
	s.close = append(s.close, func() error { s.client.Close(); return nil })
	s.stages, err = planned(opt.Plan, all.Make(all.Config{Client: s.client, Keys: opt.Keys}, opt.Sources))
	if err != nil {
		return nil, errors.Join(err, s.closeAll())
	}
	s.stages = slices.DeleteFunc(s.stages, func(stage []source.Connector) bool { return len(stage) == 0 })
	return s, nil
}

func (s *services) closeAll() error {
	var errs []error
	for _, f := range slices.Backward(s.close) {
		errs = append(errs, f())
	}
	return errors.Join(errs...)
}

// Service describes one online source for people.
type Service struct {
	Name, Covers, Needs string
	Keys                []string // names of keys that it takes
	Default             bool     // asked by a run that names no sources
}

// Services lists the online sources in the order in which answers are judged.
func Services() []Service {
	var list []Service
	for _, e := range all.Sources {
		list = append(list, Service{Name: e.Name, Covers: e.Covers, Needs: e.Needs, Keys: keysOf(e), Default: e.Default})
	}
	return list
}

// keysOf gives the names of keys in what an entry can use and what it needs,
// which is a list in words.
func keysOf(e all.Entry) []string {
	words := strings.FieldsFunc(e.Key+" "+e.Needs, func(r rune) bool { return r == ' ' || r == ',' })
	return slices.DeleteFunc(words, func(w string) bool { return w == "or" || w == "with" || w == "contact" })
}

// KeyNames lists the names of all keys, tokens and addresses of own servers
// that sources take.
func KeyNames() []string {
	var names []string
	for _, s := range Services() {
		names = append(names, s.Keys...)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

func knownSources(names []string) error {
	for _, name := range names {
		if !slices.ContainsFunc(all.Sources, func(e all.Entry) bool { return e.Name == name }) {
			return fmt.Errorf("no source is called %q: \"bonafide sources\" lists them", name)
		}
	}
	return nil
}

func openTape(opt Online) (*polite.Tape, error) {
	switch {
	case opt.Replay != "":
		return polite.Replay(opt.Replay)
	case opt.Record != "":
		return polite.Record(opt.Record)
	}
	return nil, nil
}

// userPath gives a path in the user's cache folder, "" when there is none.
func userPath(name string) string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "bonafide", name)
}

// Kept answers that are older, and the oldest beyond a size, are removed when a
// run begins.
const (
	cacheAge   = 90 * 24 * time.Hour
	cacheBytes = 2 << 30
)

func openCache(dir string) (*polite.Cache, error) {
	if dir = cmp.Or(dir, userPath("answers")); dir == "" {
		return polite.MemoryCache(), nil
	}
	cache, err := polite.OpenCache(dir)
	if err != nil {
		return nil, err
	}
	_, err = cache.Prune(time.Now().Add(-cacheAge), cacheBytes)
	return cache, err
}

// trace writes every exchange with a service as a line of JSON. Timings stand
// here and nowhere else, so that reports do not depend on them.
type trace struct {
	mu   sync.Mutex
	file *os.File
	buf  *bufio.Writer
	err  error
}

func openTrace(path string) (*trace, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	return &trace{file: f, buf: bufio.NewWriter(f)}, nil
}

func (t *trace) write(e polite.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := json.NewEncoder(t.buf).Encode(e); err != nil && t.err == nil {
		t.err = err
	}
}

func (t *trace) close() error {
	return errors.Join(t.err, t.buf.Flush(), t.file.Close())
}
