package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/setup"
)

// setupsOpen is how many idle setups stay open besides those in use.
const setupsOpen = 8

// setups are the sources of runs, one setup for each choice of options. A setup is opened when the first run
// needs it, and closed when many others have been used since.
type setups struct {
	options setup.Options
	offers  runs.Offers // what users may choose

	mu   sync.Mutex
	open map[sourceChoice]*openSetup
}

// sourceChoice is what users can choose about sources.
type sourceChoice struct {
	online, model, alike bool
	sources              string
	corpora              string // their present state: they may be replaced while the program runs
}

type openSetup struct {
	*setup.Setup
	users int
	last  time.Time
}

// offered is the value of a switch that users may turn on.
var offered = []string{"on"}

func openSetups(ctx context.Context, opt setup.Options) (*setups, error) {
	s := &setups{options: opt, open: map[sourceChoice]*openSetup{},
		offers: runs.Offers{"scheme": judge.Schemes()}}
	if opt.Online.Enabled {
		s.offers["online"] = offered
	}
	one, err := s.of(runs.Options{Model: true}) // errors in the configuration are reported at the start
	if err != nil {
		return s, err
	}
	defer s.release(one)
	if one.Models.MainName() != "" || len(one.Models.Active()) > 0 {
		s.offers["model"] = offered
	} else { // runs without a model use the same one
		for key, one := range s.open {
			delete(s.open, key)
			key.model = false
			s.open[key] = one
		}
	}
	states, err := s.states(ctx)
	for _, state := range states {
		if state.Online && state.Enabled {
			s.offers["source"] = append(s.offers["source"], state.Name)
		}
	}
	return s, err
}

// of returns the sources that a run asks for; release must follow.
func (s *setups) of(opt runs.Options) (*setup.Setup, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := sourceChoice{online: s.options.Online.Enabled && opt.Online, model: opt.Model, alike: opt.Alike,
		corpora: stateOf(s.options.Corpora)}
	if key.online {
		key.sources = strings.Join(opt.Sources, ",")
	}
	one := s.open[key]
	if one == nil {
		if err := cmp.Or(s.closeOld(key.corpora), s.closeIdle(setupsOpen-1)); err != nil {
			return nil, err
		}
		options := s.options
		options.Online.Enabled, options.Online.LearnOnly = key.online, key.alike
		if key.online && len(opt.Sources) > 0 {
			options.Online.Sources = opt.Sources
		}
		if !opt.Model {
			options.Models = setup.Models{Model: setup.NoModels}
		}
		made, err := setup.Open(options)
		if err != nil {
			return nil, err
		}
		one = &openSetup{Setup: made}
		s.open[key] = one
	}
	one.users++
	return one.Setup, nil
}

// release records that a run no longer uses a setup.
func (s *setups) release(used *setup.Setup) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, one := range s.open {
		if one.Setup == used {
			one.users--
			one.last = time.Now()
		}
	}
}

// stateOf identifies the state of corpora: every change of a corpus rewrites its manifest.
func stateOf(folders []string) string {
	var b strings.Builder
	for _, dir := range folders {
		if info, err := os.Stat(filepath.Join(dir, "manifest.json")); err == nil {
			fmt.Fprintf(&b, "%d %d ", info.ModTime().UnixNano(), info.Size())
		}
	}
	return b.String()
}

// closeOld closes setups over earlier states of the corpora once they are unused. The caller holds the lock.
func (s *setups) closeOld(now string) (err error) {
	for key, one := range s.open {
		if key.corpora != now && one.users == 0 {
			delete(s.open, key)
			err = cmp.Or(err, one.Close())
		}
	}
	return err
}

// closeIdle closes unused setups, the longest unused first, until at most a number are left. The caller
// holds the lock.
func (s *setups) closeIdle(most int) error {
	for {
		var key sourceChoice
		var oldest *openSetup
		idle := 0
		for k, one := range s.open {
			if one.users > 0 {
				continue
			}
			if idle++; oldest == nil || one.last.Before(oldest.last) {
				key, oldest = k, one
			}
		}
		if idle <= most {
			return nil
		}
		delete(s.open, key)
		if err := oldest.Close(); err != nil {
			return fmt.Errorf("sources that nobody uses: %w", err)
		}
	}
}

func (s *setups) states(ctx context.Context) ([]setup.State, error) {
	return setup.States(ctx, s.options, false)
}

func (s *setups) close(w io.Writer) {
	var errs []error
	for _, one := range s.open {
		errs = append(errs, closeSetup(w, one.Setup))
	}
	if err := errors.Join(errs...); err != nil {
		fmt.Fprintln(w, "bonafide:", err)
	}
}
