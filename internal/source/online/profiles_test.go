package online_test

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/source"
	"github.com/bonafide-audit/bonafide/internal/source/online"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/sourcetest"
	"github.com/bonafide-audit/bonafide/internal/transport"
	"github.com/bonafide-audit/bonafide/row"
)

// profile is a way in which the services of a run misbehave.
type profile struct {
	fault fixtureserver.Fault
	host  string // "*" for all
	every int    // request
}

// profiles are every fault on all services always, on all of them sometimes, and on the one that decides most;
// and answers that belong to others.
func profiles() []profile {
	swapped := []fixtureserver.Fault{fixtureserver.Previous, fixtureserver.OtherService, fixtureserver.OtherPerson}
	var list []profile
	for _, f := range append(swapped, fixtureserver.Faults...) {
		list = append(list, profile{f, "*", 1}, profile{f, "*", 3}, profile{f, "api.crossref.org", 1})
	}
	return list
}

// judged is the result of a run.
type judged struct {
	verdicts []judge.Verdict
	summary  *report.Summary
}

// auditAll audits references over all services.
func auditAll(t *testing.T, server *fixtureserver.Server, queries []source.Query, timeout time.Duration) judged {
	t.Helper()
	client := sourcetest.Client(server, func(o *transport.Options) { o.Timeout = timeout })
	defer client.Close()
	a := &audit.Auditor{Stages: online.Make(online.Config{Client: client, Keys: keys}, services)}
	head := row.Run{}
	for _, info := range a.Sources() {
		head.Sources = append(head.Sources,
			row.Source{Name: info.Name, Online: info.Online, Minor: info.Origin.Kind == biblio.ConfirmOnly ||
				online.Pages(info.Name)})
	}
	refs := make([]biblio.Reference, len(queries))
	for i, q := range queries {
		refs[i] = biblio.Reference{ID: fmt.Sprint(i), Claimed: q.Claimed}
	}
	out := judged{summary: report.NewSummary(head)}
	err := a.All(context.Background(), refs, audit.Options{Jobs: 4}, func(f audit.Finding) error {
		out.verdicts = append(out.verdicts, f.Verdict)
		out.summary.Add(report.Row(f, "", false))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// accuses reports whether a verdict says something against a reference.
func accuses(v judge.Verdict) bool {
	return v.Outcome == judge.Discrepant || v.Outcome == judge.NotFound
}

// TestFaultProfiles audits references under every profile: no one is accused whom sound services do not accuse,
// and a run with the same verdicts is not an outage. The full test, 81 profiles of 125 references, needs
// BONAFIDE_BENCH=1.
func TestFaultProfiles(t *testing.T) {
	n, list := 114, profiles()
	if os.Getenv("BONAFIDE_BENCH") == "" {
		n = 30
		var some []profile
		for i := 0; i < len(list); i += 10 {
			some = append(some, list[i])
		}
		list = some
	}
	server, queries := world(t, n)
	queries = queries[:min(len(queries), 125)]
	truth := auditAll(t, server, queries, time.Minute)
	t.Logf("sound: %v", truth.summary.Outcomes)
	accused, outages, changed := 0, 0, 0
	for _, p := range list {
		server.Inject(p.host, p.fault, p.every)
		timeout := 20 * time.Second
		if p.fault.Slow() {
			timeout = 250 * time.Millisecond
		}
		got := auditAll(t, server, queries, timeout)
		server.Inject(p.host, "", 0)
		name, stand := fmt.Sprintf("%s, %s, every %d", p.fault, p.host, p.every), true
		for i, v := range got.verdicts {
			if v.Outcome != truth.verdicts[i].Outcome {
				stand = false
				changed++
			}
			if accuses(v) && !accuses(truth.verdicts[i]) {
				accused++
				t.Errorf("%s: %q is %s %v, not %s", name, queries[i].Claimed.Title, v.Outcome, v.Codes, truth.verdicts[i].Outcome)
			}
		}
		if failed, _ := got.summary.Outages(); stand && len(failed) > 0 {
			outages++
			t.Errorf("%s: every verdict stands, and %v make an outage", name, failed)
		}
	}
	t.Logf("%d profiles of %d references: %d verdicts changed, %d new accusations, %d outages where all stand", len(list),
		len(queries), changed, accused, outages)
}
