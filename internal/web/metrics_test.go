package web_test

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/bonafide-audit/bonafide/internal/web"
)

const metricsOfARun = `# HELP bonafide_http_request_seconds How long answers took, those that follow a run to its end.
# TYPE bonafide_http_request_seconds histogram
bonafide_http_request_seconds_bucket{route="POST /api/v1/runs",le="0.005"} N
bonafide_http_request_seconds_bucket{route="POST /api/v1/runs",le="0.01"} N
bonafide_http_request_seconds_bucket{route="POST /api/v1/runs",le="0.025"} N
bonafide_http_request_seconds_bucket{route="POST /api/v1/runs",le="0.05"} N
bonafide_http_request_seconds_bucket{route="POST /api/v1/runs",le="0.1"} N
bonafide_http_request_seconds_bucket{route="POST /api/v1/runs",le="0.25"} N
bonafide_http_request_seconds_bucket{route="POST /api/v1/runs",le="0.5"} N
bonafide_http_request_seconds_bucket{route="POST /api/v1/runs",le="1"} N
bonafide_http_request_seconds_bucket{route="POST /api/v1/runs",le="2.5"} N
bonafide_http_request_seconds_bucket{route="POST /api/v1/runs",le="5"} N
bonafide_http_request_seconds_bucket{route="POST /api/v1/runs",le="10"} N
bonafide_http_request_seconds_bucket{route="POST /api/v1/runs",le="+Inf"} 1
bonafide_http_request_seconds_sum{route="POST /api/v1/runs"} N
bonafide_http_request_seconds_count{route="POST /api/v1/runs"} 1
# HELP bonafide_http_requests_total Requests that were answered.
# TYPE bonafide_http_requests_total counter
bonafide_http_requests_total{route="POST /api/v1/runs",status="201"} 1
# HELP bonafide_references_total References that runs of this process have settled.
# TYPE bonafide_references_total counter
bonafide_references_total{outcome="a \"b\" \\ c\nd"} 2
# HELP bonafide_jobs Jobs of all workers that are not over, and those that failed for good.
# TYPE bonafide_jobs gauge
bonafide_jobs{lane="runs",state="waiting"} 1
# HELP bonafide_runs Runs by their state.
# TYPE bonafide_runs gauge
bonafide_runs{state="cancelled"} 0
bonafide_runs{state="done"} 0
bonafide_runs{state="failed"} 0
bonafide_runs{state="held"} 0
bonafide_runs{state="queued"} 1
bonafide_runs{state="running"} 0
`

// TestMetrics: dashboards and alerts rely on the names, labels and buckets.
func TestMetrics(t *testing.T) {
	store, err := runs.Open(t.Context(), t.TempDir(), "", slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	metrics := web.NewMetrics(store)
	settled := new(report.Finding)
	settled.Outcome = "a \"b\" \\ c\nd"
	metrics.Settled(settled)
	metrics.Settled(settled)
	server := httptest.NewServer(web.Handler(&runs.Worker{Store: store}, web.Options{Metrics: metrics, MaxUpload: 1 << 20,
		MaxFiles: 1, MaxWaiting: 1, MaxQueue: 1, MaxDisk: 1 << 20, Log: slog.New(slog.DiscardHandler),
		Hosts: []string{"127.0.0.1"}}))
	t.Cleanup(server.Close)
	d := &desk{Server: server, Store: store}
	if res := upload(t, d, "", map[string]string{"a.bib": "@misc{a, title={One}}"}); res.StatusCode != http.StatusCreated {
		t.Fatalf("an upload: %s", res.Status)
	}
	got := text(t, d, "/metrics", http.StatusOK)
	var own strings.Builder
	for line := range strings.Lines(got) {
		if strings.Contains(line, "bonafide_") {
			own.WriteString(line)
		}
	}
	timed := regexp.MustCompile(`(?m)((?:_bucket\{.*le="[\d.]+"|_sum\{.*)\}) .*$`)
	if got := timed.ReplaceAllString(own.String(), "$1 N"); got != metricsOfARun {
		t.Errorf("the metrics of a run are\n%s, not\n%s", got, metricsOfARun)
	}
	for _, want := range []string{"go_goroutines ", "process_resident_memory_bytes ", "process_cpu_seconds_total "} {
		if !strings.Contains(got, "\n"+want) {
			t.Errorf("the metrics lack %s", want)
		}
	}
	t.Run("promtool", func(t *testing.T) {
		if _, err := exec.LookPath("promtool"); err != nil {
			testenv.Missing(t, "promtool", "Prometheus")
		}
		cmd := exec.CommandContext(t.Context(), "promtool", "check", "metrics")
		cmd.Stdin = strings.NewReader(got)
		out, err := cmd.CombinedOutput()
		if exit, ok := errors.AsType[*exec.ExitError](err); ok && exit.ExitCode() == 3 {
			err = nil // it parsed, and the rest are opinions on names, which may not be about ours
		}
		if err != nil || bytes.Contains(out, []byte("bonafide_")) {
			t.Errorf("%v: %s", err, out)
		}
	})
	if err := store.Close(); err != nil {
		t.Fatal(err)
	}
	if got := text(t, d, "/metrics", http.StatusInternalServerError); strings.Contains(got, "sql") {
		t.Errorf("without a database: %s", got)
	}
}
