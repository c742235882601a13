package online_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/source/online"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

const page = "../../../doc/sources.md"

// TestPage compares doc/sources.md with the code, from which its two tables are generated. With BONAFIDE_UPDATE
// set it rewrites them.
func TestPage(t *testing.T) {
	raw, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	for mark, table := range map[string]string{"sources": sourceTable(), "limits": limitTable()} {
		begin, end := "<!-- "+mark+" -->\n", "<!-- end of "+mark+" -->"
		i, j := strings.Index(text, begin), strings.Index(text, end)
		if i < 0 || j < i {
			t.Fatalf("doc/sources.md has no place for the table of %s", mark)
		}
		text = text[:i+len(begin)] + table + text[j:]
	}
	if text == string(raw) {
		return
	}
	if os.Getenv("BONAFIDE_UPDATE") == "" {
		t.Fatal(
			"doc/sources.md differs from the code; BONAFIDE_UPDATE=1 go test ./internal/source/online -run Page writes its tables anew")
	}
	if err := os.WriteFile(page, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func sourceTable() string {
	client := transport.New(transport.Options{Contact: "x@example.org"})
	defer client.Close()
	config := online.Config{Client: client, Keys: map[string]string{"searxng_url": "https://searxng.example"}}
	var b strings.Builder
	b.WriteString("| source | stage | covers | identifiers | title search | origin | key | needs " +
		"|\n|---|---|---|---|---|---|---|---|\n")
	for _, e := range online.Sources {
		info := e.New(config).Info()
		var schemes []string
		for _, s := range info.Schemes {
			schemes = append(schemes, string(s))
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s | %s | %s | %s | %s |\n", e.Name,
			[...]string{"identifiers", "joined", "scholarly", "late", "web"}[e.Stage], e.Covers, strings.Join(schemes, " "),
			map[bool]string{true: "yes", false: "–"}[info.Titles], info.Origin.Kind, dash(e.Key), dash(e.Needs))
	}
	return b.String()
}

func dash(s string) string {
	if s == "" {
		return "–"
	}
	return s
}

func limitTable() string {
	var b strings.Builder
	b.WriteString("| service | pace | at once | connections | with an address | with a key | from " +
		"|\n|---|---|---|---|---|---|---|\n")
	for _, m := range transport.Services() {
		fmt.Fprintf(&b, "| %s | one every %s | %d | %d | %s | %s | %s |\n", m.Service, m.Every.Round(time.Millisecond),
			m.Burst, m.Connections, pace(m.Contact), pace(m.Key), m.Documented)
	}
	return b.String()
}

func pace(p transport.Pace) string {
	if p.Connections == 0 {
		return "–"
	}
	return fmt.Sprintf("every %s, %d at once, %d connections", p.Every.Round(time.Millisecond), p.Burst, p.Connections)
}
