package setup

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/row"
)

// sum returns the summary at the end of a run's report.
func sum(s *Setup, findings []audit.Finding) *report.Summary {
	summary := report.NewSummary(row.Run{Sources: s.Sources})
	for _, f := range findings {
		summary.Add(report.Row(f, "", false))
	}
	return summary
}

func TestOutages(t *testing.T) {
	t.Parallel()
	server, refs := world(t, 100)
	base := map[string]bool{}
	whole := server.Total()
	for _, f := range run(t, onlineSetup(t, server.URL, Online{Clock: newHurry()}).Auditor, refs) {
		base[f.Reference.ID] = accuses(f.Verdict.Outcome)
	}
	whole = server.Total() - whole
	for _, c := range []struct {
		name    string
		prepare func()
		via     string
		sources []string
		want    func(failed []string, all bool, s *report.Summary) bool
	}{
		{"nothing wrong", func() {}, server.URL, nil, func(failed []string, all bool, _ *report.Summary) bool {
			return len(failed) == 0 && !all
		}},
		{"one service down", func() { server.Inject("api.crossref.org", fixtureserver.ServerError, 1) }, server.URL, nil,
			func(failed []string, all bool, _ *report.Summary) bool {
				return len(failed) == 1 && failed[0] == "crossref" && !all
			}},
		{"one service fails now and then", func() { server.Inject("api.openalex.org", fixtureserver.Forbidden, 40) },
			server.URL, nil,
			func(failed []string, all bool, _ *report.Summary) bool { return len(failed) == 0 && !all }},
		{"pages that are behind walls", func() {}, server.URL, []string{"url_direct", "crossref"},
			func(failed []string, all bool, _ *report.Summary) bool { return len(failed) == 0 && !all }},
		{"the network is lost half-way", func() { server.LoseAfter(whole / 3) }, server.URL, nil,
			func(failed []string, all bool, s *report.Summary) bool {
				return len(failed) >= 3 && !all && s.Outcomes[judge.Verified.String()] > 0
			}},
		{"all services down", func() {}, fixtureserver.NoSuchHost, nil,
			func(failed []string, all bool, s *report.Summary) bool {
				return all && s.Outcomes[judge.NotFound.String()]+s.Outcomes[judge.Discrepant.String()] == 0
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.prepare()
			defer func() {
				server.LoseAfter(-1)
				server.Inject("api.crossref.org", "", 0)
				server.Inject("api.openalex.org", "", 0)
			}()
			opt := Online{Clock: newHurry(), Sources: c.sources}
			if c.via == fixtureserver.NoSuchHost {
				opt.Timeout = time.Second // some name servers say nothing
			}
			s := onlineSetup(t, c.via, opt)
			findings := run(t, s.Auditor, refs)
			if c.sources == nil {
				check(t, findings, refs, base)
			}
			summary := sum(s, findings)
			failed, all := summary.Outages()
			t.Logf("failed %v, all %v, outcomes %v", failed, all, summary.Outcomes)
			if !c.want(failed, all, summary) {
				t.Errorf("failed %v, all %v, sources %+v", failed, all, summary.Sources)
			}
			if len(summary.Outage) != len(failed) {
				t.Errorf("the summary states %v", summary.Outage)
			}
		})
	}
}

// TestFailureThatDoesNotMatter: a service that is down is an outage for invented references, which it might
// know, but not for those that another service has.
func TestFailureThatDoesNotMatter(t *testing.T) {
	server, refs := world(t, 100)
	server.Inject("api.openalex.org", fixtureserver.ServerError, 1)
	var right, invented []biblio.Reference
	for i, f := range run(t, onlineSetup(t, server.URL, Online{Clock: newHurry(), Sources: []string{"crossref"}}).Auditor,
		refs) {
		if i%5 == 3 {
			invented = append(invented, f.Reference)
		} else if f.Verdict.Outcome == judge.Verified {
			right = append(right, f.Reference)
		}
	}
	s := onlineSetup(t, server.URL, Online{Clock: newHurry(), Sources: []string{"crossref", "openalex"}})
	for _, c := range []struct {
		refs   []biblio.Reference
		failed string
	}{{right, ""}, {invented, "openalex"}, {append(right, invented[:2]...), ""}} {
		findings := run(t, s.Auditor, c.refs)
		summary := sum(s, findings)
		failed, all := summary.Outages()
		if strings.Join(failed, " ") != c.failed || all {
			t.Errorf("%d references: failed %v, all %v, %+v", len(c.refs), failed, all, summary.Sources)
		}
		if i := slices.IndexFunc(summary.Sources, func(t row.SourceTally) bool {
			return t.Source == "openalex"
		}); 10*summary.Sources[i].Failed < len(c.refs) {
			t.Errorf("openalex failed for %d of %d references", summary.Sources[i].Failed, len(c.refs))
		}
		if n := summary.Outcomes[judge.NotFound.String()] + summary.Outcomes[judge.Discrepant.String()]; n > 0 {
			t.Errorf("%d accused although a source was missed", n)
		}
	}
}

// TestSkippedIsNoOutage: the user's own budget leaves references undecided, but is no failure of a source.
func TestSkippedIsNoOutage(t *testing.T) {
	server, refs := world(t, 60)
	s := onlineSetup(t, server.URL, Online{Clock: newHurry(), Budget: audit.Budget{Requests: 2}})
	findings := run(t, s.Auditor, refs)
	summary := sum(s, findings)
	if failed, all := summary.Outages(); len(failed) > 0 || all {
		t.Errorf("failed %v, all %v", failed, all)
	}
	skipped := 0
	for _, tally := range summary.Sources {
		skipped += tally.Skipped
	}
	if skipped == 0 || summary.Outcomes[judge.NotFound.String()] > 0 {
		t.Errorf("%d skipped, outcomes %v", skipped, summary.Outcomes)
	}
	for _, f := range findings {
		asked := 0
		for _, l := range f.Evidence.Lookups {
			if l.Source.Online && l.Outcome != "not-asked" && (l.Failure == nil || l.Failure.Kind != "budget") {
				asked++
			}
		}
		if asked > 2 {
			t.Errorf("%s asked %d services", f.Reference.ID, asked)
		}
	}
	if n := server.Total(); n > 2*len(refs) {
		t.Errorf("%d requests for %d references", n, len(refs))
	}
}

// The times of a source are told by their nearest ranks, and its shares of the references of the run.
func TestSourceLines(t *testing.T) {
	if got := quantile(nil, 0.5); got != 0 {
		t.Errorf("of nothing: %v", got)
	}
	times := []time.Duration{1, 2, 3, 4}
	for q, want := range map[float64]time.Duration{0: 1, 0.49: 2, 0.5: 3, 0.95: 4, 1: 4} {
		if got := quantile(times, q); got != want {
			t.Errorf("%g: %v", q, got)
		}
	}
	tr := &tracer{buf: bufio.NewWriter(io.Discard), refs: map[string]bool{}}
	for i, s := range []audit.Step{{Source: "a", Asked: true, Took: 4 * time.Millisecond, Chosen: true}, {Source: "b"},
		{Source: "a", Asked: true, Took: 2 * time.Millisecond}, {Source: "a"}} {
		s.Reference = fmt.Sprint(i)
		tr.step(s)
	}
	list := tr.lines()
	if len(list) != 2 || list[0].Reached != 2 || list[0].Reach != 0.5 || list[0].Share != 0.25 || list[0].P50MS != 4 ||
		list[1].Reached != 0 || list[1].Chosen != 0 || list[0].References != 4 {
		t.Errorf("%+v", list)
	}
	s := &Setup{}
	var b strings.Builder
	if err := s.TraceTable(&b); err != nil || b.Len() > 0 {
		t.Errorf("without a trace: %q, %v", &b, err)
	}
	s.tracer = tr
	if err := s.TraceTable(&b); err != nil || !strings.Contains(b.String(), "a  50.0%") {
		t.Errorf("%q, %v", &b, err)
	}
	if err := serviceTable(&b, []transport.Stats{{Service: "x", Requests: 2}, {Service: "y",
		HasRemaining: true}}); err != nil ||
		!strings.HasSuffix(b.String(), "–\n        y         0     0       0    0.0s     0\n") {
		t.Errorf("%q, %v", &b, err)
	}
}
