package web_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/client"
	"github.com/bonafide-audit/bonafide/internal/extract"
	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/runs"
	"github.com/bonafide-audit/bonafide/internal/setup"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
	"github.com/bonafide-audit/bonafide/internal/web"
	"github.com/bonafide-audit/bonafide/row"
)

// benchServer is a server over the corpus that BONAFIDE_CORPUS names, otherwise the starter corpus.
func benchServer(b *testing.B) string {
	b.Helper()
	store, err := runs.Open(b.Context(), b.TempDir(), "", slog.New(slog.DiscardHandler))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = store.Close() })
	options := setup.Options{Offline: true, Online: setup.Online{Memory: setup.NoMemory},
		Models: setup.Models{Model: setup.NoModels}}
	if dir := os.Getenv("BONAFIDE_CORPUS"); dir != "" {
		options.Corpora = []string{dir}
	}
	sources, err := setup.Open(options)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = sources.Close() })
	log := slog.New(slog.DiscardHandler)
	worker := &runs.Worker{Store: store, Setup: func(runs.Options) (*setup.Setup, error) { return sources, nil },
		Version: "test", Jobs: 2, Log: log}
	ctx, cancel := context.WithCancel(b.Context())
	wait, err := worker.Start(ctx, 2, 2)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { cancel(); wait() })
	server := httptest.NewServer(web.Handler(worker, web.Options{
		Version: "test", Offers: runs.Offers{"scheme": judge.Schemes()}, MaxUpload: 64 << 20, MaxFiles: 10,
		MaxWaiting: 20, MaxQueue: 100, MaxDisk: 1 << 30, Log: log,
	}))
	b.Cleanup(server.Close)
	return server.URL
}

// BenchmarkCheck asks references:check about one real reference per request, four requests at a time: those of
// the PDFs of ../shared.
func BenchmarkCheck(b *testing.B) {
	var bodies [][]byte
	for _, path := range papers(b) {
		doc, err := extract.ReadFile(path, extract.Options{})
		if err != nil {
			continue
		}
		for _, r := range doc.References {
			body, err := json.Marshal(map[string]string{"text": "References\n\n[1] " + r.Raw + "\n"})
			if err != nil {
				b.Fatal(err)
			}
			bodies = append(bodies, body)
		}
	}
	url := benchServer(b) + "/api/v1/references:check"
	var mu sync.Mutex
	var took []time.Duration
	at := 0
	b.SetParallelism(2)
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			mu.Lock()
			body := bodies[at%len(bodies)]
			at++
			mu.Unlock()
			began := time.Now()
			res, err := http.Post(url, "application/json", bytes.NewReader(body))
			if err != nil {
				b.Error(err)
				return
			}
			_, _ = io.Copy(io.Discard, res.Body)
			_ = res.Body.Close()
			mu.Lock()
			took = append(took, time.Since(began))
			mu.Unlock()
		}
	})
	b.StopTimer()
	slices.Sort(took)
	b.ReportMetric(float64(len(took))/b.Elapsed().Seconds(), "requests/s")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds())/1000, "p99-ms")
}

// BenchmarkPaper measures the time from the upload of a PDF to its last row. The content differs each time, so
// that nothing of it is cached.
func BenchmarkPaper(b *testing.B) {
	list := papers(b)
	src, err := os.ReadFile(list[len(list)/2])
	if err != nil {
		b.Fatal(err)
	}
	c := client.Client{Server: benchServer(b)}
	rows := 0
	one := func(n int) {
		run, err := c.Start(b.Context(), client.Options{},
			client.File{Name: "paper.pdf",
				Content: io.MultiReader(bytes.NewReader(src), strings.NewReader(fmt.Sprintf("\n%%%d\n", n)))})
		if err != nil {
			b.Fatal(err)
		}
		rows = 0
		if err := c.Follow(b.Context(), run.ID, func(row.Finding) error { rows++; return nil }); err != nil {
			b.Fatal(err)
		}
	}
	one(-1) // the first starts the PDF library
	n := 0
	for b.Loop() {
		one(n)
		n++
	}
	b.ReportMetric(float64(rows), "rows")
}

// papers lists PDFs of ../shared.
func papers(b *testing.B) []string {
	b.Helper()
	list, err := filepath.Glob(filepath.Join(testenv.Shared(b), "data/pdf/science-parse/*.pdf"))
	if err != nil || len(list) == 0 {
		b.Fatal(list, err)
	}
	return list
}
