package web

import (
	"cmp"
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/internal/runs"
)

// Metrics counts what the server does. It reveals nothing about papers: labels are routes, states and outcomes.
type Metrics struct {
	registry   *prometheus.Registry
	requests   *prometheus.CounterVec
	seconds    *prometheus.HistogramVec
	references *prometheus.CounterVec
}

// NewMetrics returns the metrics of a server over runs.
func NewMetrics(store *runs.Store) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "bonafide_http_requests_total",
			Help: "Requests that were answered."}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "bonafide_http_request_seconds", Help: "How long answers took, those that follow a run to its end.",
			Buckets: prometheus.DefBuckets,
		}, []string{"route"}),
		references: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "bonafide_references_total",
			Help: "References that runs of this process have settled."}, []string{"outcome"}),
	}
	m.registry.MustRegister(m.requests, m.seconds, m.references, states{store},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Settled counts a reference that a worker has settled.
func (m *Metrics) Settled(f *report.Finding) {
	m.references.WithLabelValues(string(f.Outcome)).Inc()
}

func (m *Metrics) answers() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
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
			m.requests.WithLabelValues(route, strconv.Itoa(cmp.Or(told.status, http.StatusOK))).Inc()
			m.seconds.WithLabelValues(route).Observe(time.Since(began).Seconds())
		}()
		next.ServeHTTP(told, r)
	})
}

// states collects how many runs are in each state.
type states struct{ store *runs.Store }

var (
	runsInState = prometheus.NewDesc("bonafide_runs", "Runs by their state.", []string{"state"}, nil)
	jobsInState = prometheus.NewDesc("bonafide_jobs",
		"Jobs of all workers that are not over, and those that failed for good.", []string{"lane", "state"}, nil)
)

func (states) Describe(ch chan<- *prometheus.Desc) { ch <- runsInState; ch <- jobsInState }

const countedWithin = 5 * time.Second

// Collect counts the runs and the jobs. If the database does not answer, it reports that instead.
func (s states) Collect(ch chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), countedWithin)
	defer cancel()
	counts, err := s.store.States(ctx)
	if err != nil {
		ch <- prometheus.NewInvalidMetric(runsInState, err)
		return
	}
	for state, n := range counts {
		ch <- prometheus.MustNewConstMetric(runsInState, prometheus.GaugeValue, float64(n), string(state))
	}
	open, err := s.store.Jobs(ctx)
	if err != nil {
		ch <- prometheus.NewInvalidMetric(jobsInState, err)
		return
	}
	for c, n := range open {
		ch <- prometheus.MustNewConstMetric(jobsInState, prometheus.GaugeValue, float64(n), c.Kind, c.State)
	}
}
