package setup

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// tracer writes what a run did and how long it took as lines of JSON: every exchange with a service, every step
// of every reference, and at the end the sum of each source. Timings are only written here, so that reports do
// not depend on them. A nil tracer writes nothing.
type tracer struct {
	mu    sync.Mutex
	file  *os.File
	buf   *bufio.Writer
	err   error
	refs  map[string]bool
	tally []*sourceTally // in the order in which sources were first seen
}

// sourceTally sums what one source did for the references of a run.
type sourceTally struct {
	name     string
	reached  int
	chosen   int
	outcomes map[string]int
	took     []time.Duration
}

func openTracer(path string) (*tracer, error) {
	if path == "" {
		return nil, nil
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return nil, err
	}
	return &tracer{file: f, buf: bufio.NewWriterSize(f, 1<<16), refs: map[string]bool{}}, nil
}

// exchangeLine is one request that left the machine.
type exchangeLine struct {
	Kind     string  `json:"kind"`
	Service  string  `json:"service"`
	Method   string  `json:"method"`
	URL      string  `json:"url"`
	Status   int     `json:"status,omitempty"`
	Bytes    int     `json:"bytes,omitempty"`
	WaitedMS float64 `json:"waited_ms"` // for its turn
	TookMS   float64 `json:"took_ms"`
	Failure  string  `json:"failure,omitempty"`
}

// stepLine is what one source did for one reference.
type stepLine struct {
	Kind      string  `json:"kind"`
	Reference string  `json:"reference"`
	Stage     int     `json:"stage"`
	Source    string  `json:"source"`
	Reached   bool    `json:"reached"` // it answered or failed
	Outcome   string  `json:"outcome"`
	Reason    string  `json:"reason,omitempty"`
	TookMS    float64 `json:"took_ms"` // for all references asked together
	Together  int     `json:"together"`
	Chosen    bool    `json:"chosen"` // its record was judged against
}

type sourceLine struct {
	Kind       string         `json:"kind"`
	Source     string         `json:"source"`
	References int            `json:"references"` // of the run
	Reached    int            `json:"reached"`
	Reach      float64        `json:"reach"` // share of the references
	P50MS      float64        `json:"p50_ms"`
	P95MS      float64        `json:"p95_ms"`
	Chosen     int            `json:"chosen"`
	Share      float64        `json:"chosen_share"`
	Outcomes   map[string]int `json:"outcomes"`
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

func (t *tracer) exchange(e transport.Event) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.write(exchangeLine{"exchange", e.Service, e.Method, e.URL, e.Status, e.Bytes, ms(e.Waited), ms(e.Took), e.Failure})
}

func (t *tracer) step(s audit.Step) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.write(stepLine{"step", s.Reference, s.Stage, s.Source, s.Asked, string(s.Outcome), s.Reason, ms(s.Took),
		s.Shared, s.Chosen})
	t.refs[s.Reference] = true
	i := slices.IndexFunc(t.tally, func(have *sourceTally) bool { return have.name == s.Source })
	if i < 0 {
		i = len(t.tally)
		t.tally = append(t.tally, &sourceTally{name: s.Source, outcomes: map[string]int{}})
	}
	sum := t.tally[i]
	sum.outcomes[string(s.Outcome)]++
	if s.Asked {
		sum.reached++
		sum.took = append(sum.took, s.Took)
	}
	if s.Chosen {
		sum.chosen++
	}
}

// write adds a line; the caller holds the lock.
func (t *tracer) write(line any) {
	if err := json.NewEncoder(t.buf).Encode(line); err != nil && t.err == nil {
		t.err = err
	}
}

func (t *tracer) lines() []sourceLine {
	n := len(t.refs)
	var list []sourceLine
	for _, s := range t.tally {
		slices.Sort(s.took)
		list = append(list,
			sourceLine{"source", s.name, n, s.reached, float64(s.reached) / float64(n), ms(quantile(s.took, 0.5)),
				ms(quantile(s.took, 0.95)),
				s.chosen, float64(s.chosen) / float64(n), s.outcomes})
	}
	return list
}

// quantile returns the nearest-rank quantile of sorted times, 0 if there are none.
func quantile(sorted []time.Duration, q float64) time.Duration {
	if len(sorted) == 0 {
		return 0
	}
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

// close writes the sums and closes the file.
func (t *tracer) close() error {
	if t == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, line := range t.lines() {
		t.write(line)
	}
	if t.err == nil {
		t.err = t.buf.Flush()
	}
	if err := errors.Join(t.err, t.file.Close()); err != nil {
		return fmt.Errorf("the trace is incomplete: %w", err)
	}
	return nil
}

// TraceTable writes, for a run with a trace, how many of the references reached each source, how long it took,
// how often its record was judged against, and what was asked of each service.
func (s *Setup) TraceTable(w io.Writer) error {
	if s.tracer == nil {
		return nil
	}
	s.tracer.mu.Lock()
	defer s.tracer.mu.Unlock()
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "source\treach\tp50\tp95\tchosen\t")
	for _, l := range s.tracer.lines() {
		fmt.Fprintf(table, "%s\t%.1f%%\t%.2fs\t%.2fs\t%.1f%%\t\n", l.Source, 100*l.Reach, l.P50MS/1000,
			l.P95MS/1000, 100*l.Share)
	}
	if err := table.Flush(); err != nil || s.services == nil {
		return err
	}
	return serviceTable(w, s.services.client.Stats())
}

// serviceTable writes for each service how many requests were made, how many questions were answered from the cache,
// how many attempts failed, how long requests waited for their turn in total, and what is left of a daily budget.
func serviceTable(w io.Writer, stats []transport.Stats) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "service\trequests\tkept\tfailed\twaited\tleft\t")
	for _, st := range stats {
		left := "–"
		if st.HasRemaining {
			left = fmt.Sprint(st.Remaining)
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%.1fs\t%s\t\n", st.Service, st.Requests, st.Cached, st.Failed,
			st.Waited.Seconds(), left)
	}
	return table.Flush()
}
