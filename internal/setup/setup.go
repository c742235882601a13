// Package setup turns what a user configured into the Auditor that every front end uses, and into the models of
// a run: which provider, for which role, within which budget, cached and recorded where. It is the only package
// that knows which sources and which providers of models exist.
//
// May be imported by: cli, lab, run, runs, cite, doors.
package setup

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/corpora"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/offline"
	"github.com/bonafide-audit/bonafide/internal/source/online"
	"github.com/bonafide-audit/bonafide/row"
)

// Options is the user's configuration of a run.
type Options struct {
	Corpora []string // folders of offline corpora; none means only the starter corpus
	Online  Online
	Offline bool // nothing may leave the machine, including questions to models
	Models  Models
	Weights string // file of weights of evidence; "" means those of the program
}

// Setup is an opened configuration: the auditor, and what a reader has to know about it. Several runs may share
// one at the same time; it holds no state of a run.
type Setup struct {
	Auditor  *audit.Auditor
	Sources  []row.Source
	Plan     string // the order in which they are asked; "" for the usual one
	Notice   string // for people; "" if there is nothing to say
	Models   ModelSet
	corpus   *index.Index
	services *services       // nil if none is asked
	requests int             // of a run to any one service; 0 for no limit
	memory   *offline.Memory // nil if there is none
	tracer   *tracer         // nil without --trace

	mu      sync.Mutex // guards what follows
	remarks []string
}

// Remarks returns what the user should correct although the run was completed: a folder or file that saves
// requests but could not be used. Those of the memory are complete after Close.
func (s *Setup) Remarks() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := slices.Clone(s.remarks)
	if s.services != nil {
		if err := s.services.cache.Err(); err != nil {
			list = append(list, "answers are not kept: "+err.Error())
		}
	}
	return list
}

// remark adds a remark, once.
func (s *Setup) remark(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if text := fmt.Errorf(format, args...).Error(); !slices.Contains(s.remarks, text) {
		s.remarks = append(s.remarks, text)
	}
}

// Open opens the sources that opt names.
func Open(opt Options) (*Setup, error) {
	opt.Online.Enabled = opt.Online.Enabled && !opt.Offline || opt.Online.Replay != "" // a replay asks no service
	if err := opt.Online.check(); err != nil {
		return nil, err
	}
	p := opt.Online.Plan
	s := &Setup{requests: opt.Online.MaxRequests}
	var err error
	if s.tracer, err = openTracer(opt.Online.Trace); err != nil {
		return nil, err
	}
	if opt.Online.Shared.State != nil {
		opt.Models.State = opt.Online.Shared.State
	}
	opt.Models.Offline = opt.Models.Offline || opt.Offline
	models, err := OpenModels(opt.Models)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.Models = *models
	have, works, err := s.open(opt)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	weights, err := readWeights(opt.Weights)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	if opt.Online.Budget.Requests > 0 { // each service that may be asked is asked once, Crossref first
		have[groupJoined] = nil
	}
	s.Auditor = &audit.Auditor{Stages: p.line(have), Budget: opt.Online.Budget, Weights: weights}
	if p != nil {
		s.Plan, s.Auditor.Gate = p.Name, p.Gate
	}
	s.Auditor.Advisers = advisers(&s.Models)
	s.useRoles(p, have)
	if s.tracer != nil {
		s.Auditor.Trace = s.tracer.step
	}
	for _, info := range s.Auditor.Sources() {
		src := row.Source{Name: info.Name, Online: info.Online, Partial: info.Types != nil &&
			len(info.Types) == 0 && !info.Registry}
		src.Minor = info.Origin.Kind == biblio.ConfirmOnly || online.Pages(info.Name)
		if info.Name == groupCorpus {
			src.Works = works
		}
		s.Sources = append(s.Sources, src)
	}
	if !opt.Online.Enabled && len(opt.Corpora) == 0 {
		s.Notice = fmt.Sprintf("The starter corpus has only %d works, so most references of a real paper cannot be checked. "+
			"Get a corpus of your field (bonafide corpus get) or ask online services (--online).", works)
	}
	return s, nil
}

// open opens every source and returns how many works the corpus has.
func (s *Setup) open(opt Options) (have pool, works int, err error) {
	have = pool{groupMemory: nil, groupCorpus: nil, groupIdentifiers: nil, groupJoined: nil, groupScholarly: nil,
		groupLate: nil, groupWeb: nil}
	if s.corpus, err = OpenJoined(opt.Corpora); err != nil {
		return nil, 0, err
	}
	info, err := s.corpus.Info()
	if err != nil {
		return nil, 0, err
	}
	have[groupCorpus] = []source.Connector{offline.New(s.corpus)}
	if opt.Online.Enabled || !opt.Online.LearnOnly {
		if err = s.recall(opt.Online); err != nil {
			return nil, 0, err
		}
	}
	if s.memory != nil && !opt.Online.LearnOnly {
		have[groupMemory] = []source.Connector{offline.FromMemory(s.memory, time.Now)}
	}
	if opt.Online.Enabled {
		if s.services, err = openServices(opt.Online, s.tracer, s.remark); err != nil {
			return nil, 0, err
		}
		for stage, list := range s.services.stages {
			have[groupOf[online.Stage(stage)]] = list
		}
	}
	return have, info.Works, nil
}

// Close releases the sources. The error says what could not be written of the recording or the trace.
func (s *Setup) Close() error {
	s.closeMemory()
	var err error
	if s.corpus != nil {
		err = s.corpus.Close()
	}
	if s.services != nil {
		err = errors.Join(err, s.services.closeAll())
	}
	return errors.Join(err, s.Models.Close(), s.tracer.close())
}

// Corpus returns the offline corpora, as one.
func (s *Setup) Corpus() *index.Index { return s.corpus }

// OpenCorpus opens the corpora in the folders as one, or the starter corpus if there are none.
func OpenCorpus(dirs []string) (*index.Index, error) {
	if len(dirs) > 0 {
		return openFolders(dirs)
	}
	return corpora.Starter()
}

// openFolders opens corpora. The error for an installed one says how to continue without it.
func openFolders(dirs []string) (*index.Index, error) {
	ix, err := index.Open(dirs...)
	home, homeErr := corpora.Home(os.Getenv)
	if err == nil || homeErr != nil {
		return ix, err
	}
	for _, dir := range dirs {
		one, err := index.Open(dir)
		if err == nil {
			one.Close()
			continue
		}
		if name := filepath.Base(dir); filepath.Dir(dir) == home {
			return nil, fmt.Errorf("%w: bonafide corpus get --refresh %s rebuilds it, bonafide corpus remove %s removes it", err,
				name, name)
		}
		return nil, err
	}
	return nil, err
}

// OpenJoined opens the corpora in the folders, always together with the starter corpus.
func OpenJoined(dirs []string) (*index.Index, error) {
	known, err := corpora.Starter()
	if err != nil || len(dirs) == 0 {
		return known, err
	}
	named, err := openFolders(dirs)
	if err != nil {
		return nil, err
	}
	return index.Join(named, known), nil
}

// readWeights reads a file of weights of evidence; nil if none is named.
func readWeights(path string) (*judge.Weights, error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	w, err := judge.ParseWeights(data)
	if err != nil {
		return nil, fmt.Errorf("%s: not weights of evidence: %w", path, err)
	}
	return w, nil
}
