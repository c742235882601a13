package setup

import (
	"testing"
	"time"
)

func TestModelEnds(t *testing.T) {
	for name, want := range map[string]string{
		"openai:gpt-5-mini": "2026-12-11", "openai:gpt-5-2025-08-07": "2026-12-11", "openai:gpt-5.1": "2027-04-01",
		"anthropic:claude-opus-4-20250514": "2026-06-15",
		"openai:gpt-6-luna":                "", "anthropic:claude-sonnet-4-6": "", "ollama:gpt-5": "",
		"openai:gpt-5-codex": "", "": "",
	} {
		got := ""
		if day := ModelEnds(name); !day.IsZero() {
			got = day.Format(time.DateOnly)
		}
		if got != want {
			t.Errorf("%s ends %q, want %q", name, got, want)
		}
	}
	for _, e := range endings {
		if _, err := time.Parse(time.DateOnly, e.day); err != nil {
			t.Error(err)
		}
	}
}
