package setup

import (
	"errors"
	"fmt"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/offline"
	"github.com/bonafide-audit/bonafide/internal/starter"
)

// Options are what a user may configure about a run.
type Options struct {
	Corpora []string // folders of offline corpora; none means the starter corpus
}

// Setup is a configured run: who audits, and what a reader must know of it.
type Setup struct {
	Auditor *audit.Auditor
	Sources []report.Source
	Notice  string // for people; "" when there is nothing to say
	close   func() error
}

// Close gives back the files that the sources hold.
func (s *Setup) Close() error { return s.close() }

// Open opens the sources that opt names.
func Open(opt Options) (*Setup, error) {
	ix, err := OpenCorpus(opt.Corpora)
	if err != nil {
		return nil, err
	}
	info, err := ix.Info()
	if err != nil {
		return nil, errors.Join(err, ix.Close())
	}
	corpus := offline.New(ix)
	s := &Setup{
		Auditor: &audit.Auditor{Stages: [][]source.Connector{{corpus}}},
		Sources: []report.Source{{Name: corpus.Info().Name, Works: info.Works}},
		close:   ix.Close,
	}
	if len(opt.Corpora) == 0 {
		s.Notice = fmt.Sprintf("starter corpus of %d works: most references of a real paper will be inconclusive; "+
			"build a corpus with \"bonafide corpus build\" and name it with --corpus", info.Works)
	}
	return s, nil
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
