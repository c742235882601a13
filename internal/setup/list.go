package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/online"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// State describes a source to the user.
type State struct {
	Name    string   `json:"name"`
	Stage   string   `json:"stage"` // memory, corpus, identifiers, scholarly, web
	Covers  string   `json:"covers"`
	Online  bool     `json:"online"`
	Enabled bool     `json:"enabled"`         // a run with these options asks it
	Usual   bool     `json:"usual"`           // a run that names no sources asks it
	Needs   string   `json:"needs,omitempty"` // what it requires and lacks
	Keys    []string `json:"keys,omitempty"`  // names of keys that it accepts
	HasKey  bool     `json:"has_key"`
	Hint    string   `json:"hint,omitempty"`    // its limits without the key, or a better way
	Works   int      `json:"works,omitempty"`   // of corpus and memory
	Probed  bool     `json:"probed,omitempty"`  // it was probed
	Answers bool     `json:"answers,omitempty"` // it answered the probe
	TookMS  float64  `json:"took_ms,omitempty"`
	Failure string   `json:"failure,omitempty"` // why it did not answer
}

const probeTimeout = 8 * time.Second

// States lists every source in the order in which answers are judged. With probe, each online source that a run
// with these options would ask is asked about a well-known work, bypassing cached answers.
func States(ctx context.Context, opt Options, probe bool) ([]State, error) {
	s, err := Open(opt)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	list := s.local(ctx, opt)
	bases, err := basesOf(opt.Online.Bases)
	if err != nil {
		return nil, err
	}
	client := transport.New(transport.Options{Bases: bases, Version: opt.Online.Version, Contact: opt.Online.Contact,
		Keys: has(opt.Online.Keys), Via: opt.Online.Via, Timeout: cmp.Or(opt.Online.Timeout, probeTimeout),
		Clock: opt.Online.Clock, Proxy: http.ProxyFromEnvironment})
	defer client.Close()
	config := online.Config{Client: client, Keys: opt.Online.Keys}
	chosen, err := chosenSources(opt.Online.Sources, func(e online.Entry) bool { return e.Ready(config) })
	if err != nil {
		return nil, err
	}
	var wg sync.WaitGroup
	services := make([]State, len(online.Sources))
	for i, e := range online.Sources {
		st := State{Name: e.Name, Stage: groupOf[e.Stage], Covers: e.Covers, Online: true, Usual: e.Default, Keys: keysOf(e)}
		ready := e.Ready(config)
		if !ready {
			st.Needs = e.Needs
		}
		asked := e.Default && ready
		if chosen != nil {
			asked = ready && slices.Contains(chosen, e.Name)
		}
		st.Enabled = asked && opt.Online.Enabled
		st.HasKey = slices.ContainsFunc(st.Keys, func(name string) bool { return opt.Online.Keys[name] != "" })
		if !st.HasKey {
			st.Hint = e.Hint
		}
		services[i] = st
		if probe && asked {
			wg.Go(func() { services[i].probe(ctx, e.New(config)) })
		}
	}
	wg.Wait()
	return append(list, services...), nil
}

// local describes memory and corpus.
func (s *Setup) local(ctx context.Context, opt Options) []State {
	mem := State{Name: groupMemory, Stage: groupMemory, Covers: "works verified before", Usual: true,
		Enabled: s.memory != nil}
	if s.memory != nil {
		mem.Works, _ = s.memory.Len(ctx, time.Now())
	}
	corpus := State{Name: groupCorpus, Stage: groupCorpus, Covers: "the offline corpora of this run",
		Usual: true, Enabled: true}
	if len(opt.Corpora) == 0 {
		corpus.Covers = "the starter corpus: well-known works"
	}
	if info, err := s.corpus.Info(); err == nil {
		corpus.Works = info.Works
	}
	return []State{mem, corpus}
}

func (st *State) probe(ctx context.Context, c source.Connector) {
	took, err := online.Probe(ctx, c)
	st.Probed = true
	switch {
	case err == nil:
		st.Answers, st.TookMS = true, ms(took)
	case errors.Is(err, answer.ErrNotAsked):
		st.Probed, st.Failure = false, err.Error()
	default:
		st.Failure = err.Error()
	}
}

func has(keys map[string]string) map[string]bool {
	set := map[string]bool{}
	for name := range keys {
		set[name] = true
	}
	return set
}

// chosenSources turns the words of --sources into names. Plain names select only these sources; without one,
// "-name" removes a source from the default ones and "+name" adds one. Nil means the default ones. A default
// source that is not ready is left out; for a named one, the error says what it needs.
func chosenSources(words []string, ready func(online.Entry) bool) ([]string, error) {
	if len(words) == 0 {
		return nil, nil
	}
	var plain, plus, minus []string
	for _, w := range words {
		list, name := &plain, w
		if rest, ok := strings.CutPrefix(w, "-"); ok {
			list, name = &minus, rest
		} else if rest, ok := strings.CutPrefix(w, "+"); ok {
			list, name = &plus, rest
		}
		if !slices.ContainsFunc(online.Sources, func(e online.Entry) bool { return e.Name == name }) {
			return nil, fmt.Errorf("no source is called %q: \"bonafide sources\" lists them", name)
		}
		*list = append(*list, name)
	}
	chosen := []string{} // not nil: "-a" for every a leaves none
	for _, e := range online.Sources {
		wanted := slices.Contains(plain, e.Name) || slices.Contains(plus, e.Name) || len(plain) == 0 && e.Default && ready(e)
		if wanted && !slices.Contains(minus, e.Name) {
			chosen = append(chosen, e.Name)
		}
	}
	return chosen, nil
}
