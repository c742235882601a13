package run

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/bonafide-audit/bonafide/internal/answer"
	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/row"
)

// stub is a source that has every work whose title has a prefix; it calls wait, if set, before it answers.
type stub struct {
	name, has string
	wait      func(ctx context.Context) error
}

func (s stub) Info() answer.Info {
	return answer.Info{Name: s.name, Titles: true, Origin: biblio.Origin{Kind: biblio.Publisher}, OrderedAuthors: true,
		CompleteAuthors: true}
}

func (s stub) Lookup(ctx context.Context, q source.Query) (answer.Answer, error) {
	if s.wait != nil {
		if err := s.wait(ctx); err != nil {
			return answer.Answer{}, &answer.Failure{Kind: answer.Budget, Detail: "given up", Err: err}
		}
	}
	reply := answer.Answer{Coverage: answer.Coverage{Extent: answer.World, Why: "all there is"}}
	if strings.HasPrefix(q.Claimed.Title, s.has) {
		rec := biblio.Record{Work: q.Claimed, Source: s.name, LocalID: q.Claimed.Title}
		reply.Hits = append(reply.Hits, answer.Hit{Record: rec, How: answer.ByTitle})
	}
	return reply, nil
}

func untilDone(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }

// over returns a setup whose sources are asked one after the other.
func over(stubs ...stub) *setup.Setup {
	s := &setup.Setup{Auditor: &audit.Auditor{}}
	for _, c := range stubs {
		s.Auditor.Stages = append(s.Auditor.Stages, []source.Connector{c})
		s.Sources = append(s.Sources, row.Source{Name: c.name})
	}
	return s
}

// entries returns a bibliography with an entry for each title.
func entries(titles ...string) []byte {
	var b bytes.Buffer
	for i, title := range titles {
		fmt.Fprintf(&b,
			"@article{k%d, title={%s}, author={Lovelace, Ada and Turing, Alan}, journal={Journal of Examples}, year={%d}}\n",
			i, title, 2010+i%15)
	}
	return b.Bytes()
}

// titles returns n titles that begin with the given words in turn.
func titles(n int, begin ...string) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("%s studies of perfectly ordinary things, volume %d", begin[i%len(begin)], i)
	}
	return list
}

// collector stores what a run writes.
type collector struct {
	head     row.Run
	problems []row.Problem
	rows     []report.Finding
	order    []string // of problems and rows
	summary  *report.Summary
	after    func(rows int)
}

func (c *collector) Begin(r row.Run) error { c.head = r; return nil }
func (c *collector) Problem(p row.Problem) error {
	c.problems, c.order = append(c.problems, p), append(c.order, "problem of "+p.File)
	return nil
}
func (c *collector) End(s *report.Summary) error { c.summary = s; return nil }
func (c *collector) Finding(f report.Finding) error {
	c.order = append(c.order, f.File+" "+f.ID)
	if c.rows = append(c.rows, f); c.after != nil {
		c.after(len(c.rows))
	}
	return nil
}

func (c *collector) ids() []string {
	var list []string
	for _, r := range c.rows {
		list = append(list, r.ID)
	}
	return list
}

// of returns the inputs of one bibliography.
func of(src []byte) Inputs {
	return Inputs{Names: []string{"a.bib"}, Bytes: map[string][]byte{"a.bib": src}}
}

func checked(t *testing.T, s *setup.Setup, opt Options, in Inputs) *collector {
	t.Helper()
	out := &collector{}
	r := New(s, opt)
	defer r.Close()
	if unread, err := r.Check(t.Context(), in, out); err != nil || len(unread) > 0 {
		t.Fatal(err, unread)
	}
	return out
}

// TestSettledComesFirst: a row is reported before the slowest source answers; the report has the order of the
// input and, except for duplicates, the same rows.
func TestSettledComesFirst(t *testing.T) {
	seen := make(chan string, 10)
	slow := stub{name: "slow", has: "Slow", wait: func(ctx context.Context) error {
		select {
		case id := <-seen:
			seen <- id
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}}
	list := titles(6, "Slow", "Quick")
	list = append(list, list[1]) // the work of k1 again, as k6
	var order []string
	settled := map[string]report.Finding{}
	var batches []int
	out := checked(t, over(stub{name: "quick", has: "Quick"}, slow), Options{Jobs: 4, Watch: Watch{
		Settled: func(row report.Finding) {
			order, settled[row.ID] = append(order, row.ID), row
			if len(order) == 1 {
				seen <- row.ID
			}
		},
		Checking: func(n int) { batches = append(batches, n) },
	}}, of(entries(list...)))
	if diff := cmp.Diff([]string{"k1", "k3", "k5", "k6", "k0", "k2", "k4"}, order); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"k0", "k1", "k2", "k3", "k4", "k5", "k6"}, out.ids()); diff != "" {
		t.Error(diff)
	}
	for _, row := range out.rows {
		row.Notices = nil
		early := settled[row.ID]
		early.Notices = nil
		if diff := cmp.Diff(row, early); diff != "" {
			t.Error(diff)
		}
	}
	if len(batches) != 1 || batches[0] != 7 || out.summary.References != 7 || out.summary.Documents != 1 {
		t.Errorf("%v, %+v", batches, out.summary)
	}
}

// TestAdvisedRowsSettleLate: a row is settled after the models have answered.
func TestAdvisedRowsSettleLate(t *testing.T) {
	s := over(stub{name: "all"})
	s.Auditor.Advisers = []audit.Adviser{mute{}}
	var order []string
	out := checked(t, s, Options{Watch: Watch{Settled: func(row report.Finding) {
		if len(row.Advice) != 1 {
			t.Errorf("%s: %+v", row.ID, row.Advice)
		}
		order = append(order, row.ID)
	}}}, of(entries(titles(40, "Any")...)))
	slices.Sort(order)
	ids := out.ids()
	slices.Sort(ids)
	if diff := cmp.Diff(ids, order); diff != "" {
		t.Error(diff)
	}
}

// mute is a model that does not answer.
type mute struct{}

func (mute) Name() string { return "mute" }
func (mute) Advise(context.Context, *audit.Finding, []judge.Advice) (judge.Advice, bool) {
	return judge.Advice{Role: "mute", Record: -1, Unheard: "no answer"}, true
}

// TestInputs: names may refer to bytes, including archives, and what cannot be read is reported.
func TestInputs(t *testing.T) {
	var packed bytes.Buffer
	z := zip.NewWriter(&packed)
	for _, name := range []string{"b.bib", "a.bib"} {
		w, err := z.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(entries(titles(2, "Any")...)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	in := Inputs{
		Names: []string{"missing.bib", "up.zip", "-", "empty"},
		Stdin: bytes.NewReader(entries("Any other study of things")),
		Bytes: map[string][]byte{"up.zip": packed.Bytes(), "empty": {}},
	}
	out := &collector{}
	r := New(over(stub{name: "all"}), Options{Jobs: 2})
	defer r.Close()
	unread, err := r.Check(t.Context(), in, out)
	if err != nil || len(unread) != 2 {
		t.Fatal(err, unread)
	}
	var places []string
	for _, row := range out.rows {
		places = append(places, row.File+" "+row.ID)
	}
	want := []string{"up.zip!a.bib k0", "up.zip!a.bib k1", "up.zip!b.bib k0#2", "up.zip!b.bib k1#2", "stdin k0#3"}
	if diff := cmp.Diff(want, places); diff != "" {
		t.Error(diff)
	}
	if len(out.problems) != 2 || out.problems[0].File != "missing.bib" || out.problems[1].Rule != "unread-file" ||
		out.summary.Documents != 3 {
		t.Errorf("%+v %+v", out.problems, out.summary)
	}
	none := &collector{}
	if unread, err := r.Check(t.Context(), Inputs{Names: []string{"missing.bib"}}, none); err != nil || len(unread) != 1 ||
		none.head.Kind != "" {
		t.Errorf("nothing to read: %v %v %+v", unread, err, none.head)
	}
}

// TestProblemsKeepTheirPlace: problems come before the rows of their document and after those of earlier ones,
// however many documents are looked up together.
func TestProblemsKeepTheirPlace(t *testing.T) {
	broken := append([]byte("@article{cut, title={No end}\n\n"), entries("A study")...)
	in := Inputs{
		Names: []string{"missing.bib", "a.bib", "b.bib", "gone.bib", "big.bib", "c.bib", "lost.bib"},
		Bytes: map[string][]byte{"a.bib": entries("Another study"), "b.bib": broken,
			"big.bib": entries(titles(130, "Any")...), "c.bib": broken},
	}
	out := &collector{}
	r := New(over(stub{name: "all"}), Options{Jobs: 2})
	defer r.Close()
	if _, err := r.Check(t.Context(), in, out); err != nil {
		t.Fatal(err)
	}
	var files []string // in the order of rows
	seen := 0
	for _, row := range out.order {
		file := strings.Fields(strings.TrimPrefix(row, "problem of "))[0]
		if strings.HasPrefix(row, "problem") {
			seen++
			file += "!"
		}
		if len(files) == 0 || files[len(files)-1] != file {
			files = append(files, file)
		}
	}
	want := []string{"missing.bib!", "a.bib", "b.bib!", "b.bib", "gone.bib!", "big.bib", "c.bib!", "c.bib", "lost.bib!"}
	if diff := cmp.Diff(want, files); diff != "" {
		t.Error(diff)
	}
	if out.summary.Problems != seen || len(out.problems) != seen {
		t.Errorf("%d problems, %d in the summary", seen, out.summary.Problems)
	}
}

// TestDeadline: after it no source is asked, and every reference still has its row.
func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		out := checked(t, over(stub{name: "quick", has: "Quick"}, stub{name: "hangs", has: "-", wait: untilDone}),
			Options{Within: time.Minute}, of(entries(titles(300, "Quick", "Slow")...)))
		if took := time.Since(start); took != time.Minute || len(out.rows) != 300 {
			t.Fatalf("%d rows after %v", len(out.rows), took)
		}
		for i, row := range out.rows {
			want := [2]string{"verified", "inconclusive"}[i%2]
			if string(row.Outcome) != want {
				t.Errorf("%s: %s, not %s", row.ID, row.Outcome, want)
			}
		}
	})
}

// TestCancel: a cancelled run says what it did not do.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out := &collector{after: func(rows int) {
		if rows == 130 {
			cancel()
		}
	}}
	r := New(over(stub{name: "all"}), Options{Jobs: 2})
	defer r.Close()
	_, err := r.Check(ctx, of(entries(titles(300, "Any")...)), out)
	var told *Interrupted
	if !errors.As(err, &told) || !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if told.Checked != len(out.rows) || told.Checked+len(told.Open) != 300 || told.Open[len(told.Open)-1] != "k299" ||
		out.summary != nil {
		t.Errorf("%d rows, %v", len(out.rows), told)
	}
}

// endless is standard input that blocks forever.
type endless struct{ asked chan struct{} }

func (e endless) Read([]byte) (int, error) {
	close(e.asked)
	select {}
}

// TestStandardInput: a cancelled run does not wait for it, and if there is none it is an unreadable input.
func TestStandardInput(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	in := endless{make(chan struct{})}
	go func() { <-in.asked; cancel() }()
	r := New(over(), Options{})
	defer r.Close()
	var told *Interrupted
	if _, err := r.Check(ctx, Inputs{Names: []string{"-"}, Stdin: in}, &collector{}); !errors.As(err, &told) {
		t.Error(err)
	}
	if unread, err := r.Check(t.Context(), Inputs{Names: []string{"-"}}, &collector{}); err != nil || len(unread) != 1 {
		t.Error(unread, err)
	}
}

// TestRowNotWritten: a row that could not be written because the run ended is not counted, and its
// reference is left open.
func TestRowNotWritten(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	r := New(over(stub{name: "all"}), Options{})
	defer r.Close()
	refs := make([]biblio.Reference, 5)
	for i, title := range titles(len(refs), "Any") {
		claim := biblio.Flat{Title: title, Authors: []string{"Ada Lovelace"}, Year: "2010", Type: "article-journal"}
		refs[i] = biblio.Reference{ID: fmt.Sprint(i), Claimed: claim.Work()}
	}
	rows := 0
	err := r.References(ctx, refs, func(audit.Finding, report.Finding) error {
		if rows == 3 {
			cancel()
			return ctx.Err()
		}
		rows++
		return nil
	})
	var told *Interrupted
	if !errors.As(err, &told) || told.Checked != 3 || len(told.Open) != 2 || r.Summary().References != 3 {
		t.Errorf("%v, %+v", err, r.Summary())
	}
}

// TestCancelTellsNothing: references that a cancelled run gave up are not reported as settled; the others have rows.
func TestCancelTellsNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var asked atomic.Int32
	s := over(stub{name: "all", wait: func(ctx context.Context) error {
		switch n := asked.Add(1); {
		case n == 50:
			cancel()
		case n > 50:
			<-ctx.Done()
		}
		return ctx.Err()
	}})
	told := 0
	r := New(s, Options{Jobs: 2, Watch: Watch{Settled: func(f report.Finding) {
		if told++; f.Outcome != "verified" {
			t.Errorf("%s is told as %s", f.ID, f.Outcome)
		}
	}}})
	defer r.Close()
	var end *Interrupted
	out := &collector{}
	if _, err := r.Check(ctx, of(entries(titles(100, "Any")...)), out); !errors.As(err, &end) ||
		len(end.Open) != 100-told || len(out.rows) != told || r.Summary().Stopped != 100-told {
		t.Errorf("%v: %d rows", err, len(out.rows))
	}
	if told == 0 || told >= 50 {
		t.Errorf("%d told", told)
	}
}

// TestDocumentsOfInputs: uploaded content is not looked up on disk.
func TestDocumentsOfInputs(t *testing.T) {
	local := filepath.Join(t.TempDir(), "paper.pdf")
	if err := os.WriteFile(local, []byte("local"), 0o600); err != nil {
		t.Fatal(err)
	}
	handedIn := &reader{bytes: map[string][]byte{local: []byte("handed in")}}
	if src, err := handedIn.document(local); string(src) != "handed in" || err != nil {
		t.Errorf("%q, %v", src, err)
	}
	within := &reader{bytes: map[string][]byte{filepath.Dir(local): nil}}
	if src, err := within.document(local); err == nil {
		t.Errorf("a member of an archive that was handed in is %q", src)
	}
	if src, err := (&reader{}).document(local); string(src) != "local" || err != nil {
		t.Errorf("%q, %v", src, err)
	}
}

// TestRunsShareASetup: runs with their own options over one setup, one of them cancelled and one timed out,
// have the same results as each alone.
func TestRunsShareASetup(t *testing.T) {
	s := over(stub{name: "quick", has: "Quick"}, stub{name: "slow", has: "Slow", wait: func(ctx context.Context) error {
		time.Sleep(time.Millisecond)
		return ctx.Err()
	}})
	codes, err := Scheme(judge.Codes)
	if err != nil {
		t.Fatal(err)
	}
	taxonomy, err := Scheme(judge.Taxonomy)
	if err != nil {
		t.Fatal(err)
	}
	runs := map[string]Options{
		"plain":    {Jobs: 1},
		"codes":    {Jobs: 8, Labels: codes, Explain: true},
		"taxonomy": {Jobs: 3, Labels: taxonomy, FailOn: "H5"},
		"past":     {Jobs: 2, Today: biblio.Date{Year: 2012}, Labels: codes},
		"late":     {Jobs: 2, Within: time.Nanosecond},
	}
	in := of(entries(titles(60, "Quick", "Slow", "No")...))
	alone := map[string]*collector{}
	for name, opt := range runs {
		alone[name] = checked(t, s, opt, in)
	}
	if cmp.Equal(alone["plain"].rows, alone["past"].rows) || cmp.Equal(alone["plain"].rows, alone["late"].rows) {
		t.Fatal("the options make no difference")
	}
	var wg sync.WaitGroup
	for range 2 {
		for name, opt := range runs {
			wg.Go(func() {
				var order []string
				opt.Watch = Watch{Settled: func(row report.Finding) { order = append(order, row.ID) },
					Asking: func([]string, int) {}}
				out := checked(t, s, opt, in)
				want := alone[name]
				if diff := cmp.Diff(want.rows, out.rows); diff != "" || !cmp.Equal(want.head, out.head) ||
					want.summary.Worst != out.summary.Worst || len(order) != len(out.rows) {
					t.Errorf("%s: %d settled; %s", name, len(order), diff)
				}
			})
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	wg.Go(func() {
		r := New(s, Options{})
		defer r.Close()
		_, err := r.Check(ctx, in, &collector{after: func(int) { cancel() }})
		if told := (*Interrupted)(nil); !errors.As(err, &told) {
			t.Errorf("cancelled: %v", err)
		}
	})
	wg.Wait()
	cancel()
}
