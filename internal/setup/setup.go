package setup

import (
	"errors"
	"fmt"
	"time"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/memory"
	"github.com/bonafide-audit/bonafide/internal/source/offline"
	"github.com/bonafide-audit/bonafide/internal/starter"
	"github.com/bonafide-audit/bonafide/internal/store"
)

// Options are what a user may configure about a run.
type Options struct {
	Corpora []string // folders of offline corpora; none means the starter corpus
	Online  Online
}

// Setup is a configured run: who audits, and what a reader must know of it.
type Setup struct {
	Auditor  *audit.Auditor
	Sources  []report.Source
	Notice   string // for people; "" when there is nothing to say
	corpus   *index.Index
	services *services       // nil when none is asked
	memory   *store.Memory   // nil when the run has none
	learnt   []biblio.Record // on their way to the memory
}

// Open opens the sources that opt names.
func Open(opt Options) (*Setup, error) {
	ix, err := OpenCorpus(opt.Corpora)
	if err != nil {
		return nil, err
	}
	s := &Setup{corpus: ix}
	info, err := ix.Info()
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	corpus := offline.New(ix)
	s.Auditor = &audit.Auditor{Stages: [][]source.Connector{{corpus}}}
	s.Sources = []report.Source{{Name: corpus.Info().Name, Works: info.Works}}
	if opt.Online.Enabled {
		if s.services, err = openServices(opt.Online); err != nil {
			return nil, errors.Join(err, s.Close())
		}
		if s.memory, err = openMemory(opt.Online); err != nil {
			return nil, errors.Join(err, s.Close())
		}
		if s.memory != nil {
			recall := memory.New(s.memory, time.Now)
			s.Auditor.Stages = append([][]source.Connector{{recall}}, s.Auditor.Stages...)
			s.Sources = append([]report.Source{{Name: recall.Info().Name}}, s.Sources...)
		}
		for _, stage := range s.services.stages {
			s.Auditor.Stages = append(s.Auditor.Stages, stage)
			for _, c := range stage {
				s.Sources = append(s.Sources, report.Source{Name: c.Info().Name, Online: true})
			}
		}
	} else if len(opt.Corpora) == 0 {
		s.Notice = fmt.Sprintf("starter corpus of %d works: most references of a real paper will be inconclusive; "+
			"build a corpus (bonafide corpus build) and name it with --corpus, or ask the services with --online", info.Works)
	}
	return s, nil
}

// Requests says how many requests left the machine and to how many services;
// it is no part of a report, which does not depend on what was cached.
func (s *Setup) Requests() (requests, services int) {
	if s.services == nil {
		return 0, 0
	}
	for _, st := range s.services.client.Stats() {
		if requests += st.Requests; st.Requests > 0 {
			services++
		}
	}
	return requests, services
}

// Close gives back what the sources hold.
func (s *Setup) Close() error {
	err := errors.Join(s.closeMemory(), s.corpus.Close())
	if s.services != nil {
		err = errors.Join(err, s.services.closeAll())
	}
	return err
}

// OpenCorpus opens the corpora in the folders as one, or the starter corpus
// when there are none.
func OpenCorpus(dirs []string) (*index.Index, error) {
	if len(dirs) > 0 {
		return index.Open(dirs...)
	}
	records, err := starter.Records()
	if err != nil {
		return nil, err
	}
	coverage, err := starter.Coverage()
	if err != nil {
		return nil, err
	}
	return index.InMemoryWith(records, index.Options{Coverage: func() []biblio.CoverageRow { return coverage }})
}
