package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/cli"
	"github.com/bonafide-audit/bonafide/internal/testing/clitest"
)

// A translation server is asked only about identifiers and addresses that the corpus lacks.
func TestCiteAsksTranslationServer(t *testing.T) {
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		asked = append(asked, r.URL.Path+" "+string(body))
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w,
			`[{"itemType":"journalArticle","title":"Engines of Velvet","creators":[{"firstName":"Ada","lastName":"Lovelace","creatorType":"author"}],
			"publicationTitle":"Annals of Examples","date":"2001","DOI":"10.5555/velvet","volume":"3","pages":"1-9"}]`)
	}))
	defer server.Close()
	for _, c := range []struct{ query, want, asked string }{
		{"10.5555/velvet", "@article{lovelace2001engines,", "/search 10.5555/velvet"},
		{"https://example.org/velvet", "@article{lovelace2001engines,", "/web https://example.org/velvet"},
		{"10.1023/A:1010933404324", "@article{breiman2001random,", ""}, // the corpus has it
		{"Engines of plain velvet", "", ""},
	} {
		asked = nil
		out, errs, status := clitest.Run(t, newRootCommand(), "--config", "none", "cite", "--zotero", server.URL, "--cache",
			t.TempDir(), "--memory", "none", c.query)
		if (status == cli.ExitOK) != (c.want != "") || !strings.HasPrefix(out, c.want) ||
			strings.Join(asked, "; ") != c.asked {
			t.Errorf("%s: asked %q, gave %q, %s", c.query, asked, out, errs)
		}
	}
	if _, _, status := clitest.Run(t, newRootCommand(), "--config", "none", "cite", "--offline", "--zotero", server.URL,
		"10.5555/velvet"); status == cli.ExitOK {
		t.Error("a server is asked offline")
	}
}

// Requests to the translation server count against the budget of the run, like all others.
func TestCiteKeepsItsBudget(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		asked++
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `[]`)
	}))
	defer server.Close()
	_, errs, status := clitest.Run(t, newRootCommand(), "--config", "none", "cite", "--zotero", server.URL, "--cache",
		t.TempDir(), "--memory", "none", "--requests", "1", "10.5555/velvet", "10.5555/linen")
	if asked != 1 || status != cli.ExitSources {
		t.Errorf("asked %d times, status %d: %s", asked, status, errs)
	}
}

// With --export the server's own words are passed on.
func TestCiteExports(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		switch {
		case r.URL.Path == "/export" && r.URL.Query().Get("format") == "tei" &&
			strings.Contains(string(body), "Engines of Velvet"):
			_, _ = io.WriteString(w, "<listBibl/>")
		case r.URL.Path == "/search" && string(body) == "10.5555/velvet":
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `[{"itemType":"journalArticle","title":"Engines of Velvet","creators":[]}]`)
		default:
			w.WriteHeader(http.StatusNotImplemented)
			_, _ = io.WriteString(w, "No items returned from any translator")
		}
	}))
	defer server.Close()
	run := func(args ...string) (string, int) {
		out, _, status := clitest.Run(t, newRootCommand(),
			append([]string{"--config", "none", "cite", "--cache", t.TempDir(), "--memory", "none"}, args...)...)
		return out, status
	}
	if out, status := run("--zotero", server.URL, "--export", "tei", "10.5555/velvet"); status != cli.ExitOK ||
		out != "<listBibl/>\n" {
		t.Errorf("%q %d", out, status)
	}
	for name, args := range map[string][]string{
		"nothing there":        {"--zotero", server.URL, "--export", "tei", "10.5555/nothing"},
		"no identifier":        {"--zotero", server.URL, "--export", "tei", "Engines of Velvet"},
		"no server":            {"--export", "tei", "10.5555/velvet"},
		"no format of its own": {"--zotero", server.URL, "--export", "word", "10.5555/velvet"},
	} {
		if out, status := run(args...); status == cli.ExitOK || out != "" {
			t.Errorf("%s: %q %d", name, out, status)
		}
	}
}
