package main

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/testing/fixtureserver"
	"github.com/bonafide-audit/bonafide/internal/testing/testenv"
)

// TestServeTraces: spans go to the collector that the variables name, without what
// was asked.
func TestServeTraces(t *testing.T) {
	var mu sync.Mutex
	var sent bytes.Buffer
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		sent.WriteString(r.URL.Path + "\n")
		_, _ = io.Copy(&sent, r.Body)
	}))
	defer collector.Close()
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", collector.URL)
	t.Setenv("OTEL_BSP_SCHEDULE_DELAY", "50")
	services := fixtureserver.New(nil)
	defer services.Close()
	s := serveReal(t, t.TempDir(), services)
	res, err := http.Get(s.url + "/api/v1/cite?query=a+secret+title")
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	said := func(text string) bool {
		mu.Lock()
		defer mu.Unlock()
		return bytes.Contains(sent.Bytes(), []byte(text))
	}
	testenv.Until(t, "a span of the request", func() bool { return said("GET /api/v1/cite") })
	if !said("/v1/traces") || said("secret") {
		t.Errorf("sent %q", sent.String())
	}
}
