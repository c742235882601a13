package gemini

import (
	"cmp"
	"context"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/llm"
	"github.com/bonafide-audit/bonafide/internal/testing/llmtest"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

func open(t *testing.T, o transport.Endpoint, key string, stream bool) llm.Model {
	t.Helper()
	o.Base += ""
	c, err := New(Options{Endpoint: o, Model: "small", Key: cmp.Or(key, llmtest.Key), Stream: stream})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestConform(t *testing.T) { llmtest.Conform(t, llmtest.Gemini, open) }

func TestSearch(t *testing.T) { llmtest.ConformSearch(t, open) }

func TestVectors(t *testing.T) { llmtest.ConformVectors(t, open) }

// TestRedirects: addresses of the provider become those of the pages, and no
// page is fetched.
func TestRedirects(t *testing.T) {
	page := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a page was fetched") }))
	defer page.Close()
	provider := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Goog-Api-Key") != "" {
			t.Error("the key was sent")
		}
		switch r.URL.Path {
		case "/r/page":
			w.Header().Set("Location", page.URL+"/paper")
		case "/r/odd":
			w.Header().Set("Location", "javascript:alert(1)")
		}
		w.WriteHeader(http.StatusFound)
	}))
	defer provider.Close()
	s := llmtest.New(t, func(llmtest.Question) llmtest.Answer {
		return llmtest.Answer{Text: "Found.", Citations: []string{provider.URL + "/r/page", provider.URL + "/r/odd", "https://example.org/"}}
	})
	c, err := New(Options{Endpoint: transport.Endpoint{Base: s.URL}, Model: "small", Key: llmtest.Key, redirects: provider.URL + "/r/"})
	if err != nil {
		t.Fatal(err)
	}
	resp, err := c.Ask(context.Background(), llm.Request{Turns: []llm.Turn{llm.User("Where?")}, Search: true})
	want := []string{page.URL + "/paper", provider.URL + "/r/odd", "https://example.org/"}
	if err != nil || !slices.Equal(resp.Citations, want) {
		t.Errorf("%q, %v", resp.Citations, err)
	}
}
