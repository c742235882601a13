package web

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/runs"
)

// Metrics counts what the server does. It reveals nothing about papers: labels are routes, states and outcomes.
type Metrics struct {
	counted *metrics.Set
	store   *runs.Store
}

// explanations are the HELP texts, which the library leaves empty.
var explanations = map[string]string{
	"bonafide_http_requests_total":  "Requests that were answered.",
	"bonafide_http_request_seconds": "How long answers took, those that follow a run to its end.",
	"bonafide_references_total":     "References that runs of this process have settled.",
	"bonafide_runs":                 "Runs by their state.",
	"bonafide_jobs":                 "Jobs of all workers that are not over, and those that failed for good.",
}

// NewMetrics returns the metrics of a server over runs.
func NewMetrics(store *runs.Store) *Metrics {
	metrics.ExposeMetadata(true)
	return &Metrics{metrics.NewSet(), store}
}

var labelEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

// series names a series by its labels, each followed by its value.
func series(name string, labels ...string) string {
	var pairs []string
	for i := 0; i < len(labels); i += 2 {
		pairs = append(pairs, labels[i]+`="`+labelEscapes.Replace(labels[i+1])+`"`)
	}
	return name + "{" + strings.Join(pairs, ",") + "}"
}

// Settled counts a reference that a worker has settled.
func (m *Metrics) Settled(f *report.Finding) {
	m.counted.GetOrCreateCounter(series("bonafide_references_total", "outcome", string(f.Outcome))).Inc()
}

// measured counts the requests to next, labelled only by route.
func (m *Metrics) measured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		told := &statusRecorder{ResponseWriter: w}
		defer func() { // also of an answer that is broken off
			route := r.Pattern // set by the mux; it contains no values of the request
			if strings.HasSuffix(route, "/") || route == "" {
				route = "other"
			}
			status := strconv.Itoa(cmp.Or(told.status, http.StatusOK))
			m.counted.GetOrCreateCounter(series("bonafide_http_requests_total", "route", route, "status", status)).Inc()
			m.counted.GetOrCreatePrometheusHistogram(series("bonafide_http_request_seconds", "route", route)).
				UpdateDuration(began)
		}()
		next.ServeHTTP(told, r)
	})
}

// answer writes all metrics, or fails if the database does not answer.
func (m *Metrics) answer(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), 5*time.Second)
	defer cancel()
	states, err := m.store.States(ctx)
	if err != nil {
		return err
	}
	jobs, err := m.store.Jobs(ctx)
	if err != nil {
		return err
	}
	now := metrics.NewSet()
	for state, n := range states {
		now.NewGauge(series("bonafide_runs", "state", string(state)), nil).Set(float64(n))
	}
	for c, n := range jobs {
		now.NewGauge(series("bonafide_jobs", "lane", c.Kind, "state", c.State), nil).Set(float64(n))
	}
	var all bytes.Buffer
	m.counted.WritePrometheus(&all)
	now.WritePrometheus(&all)
	metrics.WriteProcessMetrics(&all)
	metrics.WriteFDMetrics(&all)
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	text := all.String()
	for name, help := range explanations {
		text = strings.Replace(text, "HELP "+name+"\n", "HELP "+name+" "+help+"\n", 1)
	}
	_, err = io.WriteString(w, text)
	return err
}
