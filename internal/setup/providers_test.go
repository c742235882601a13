package setup

import (
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/llm"
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

// Where a model's server is says whether anything is billed, and how many questions it takes at a time; what a key
// could be in its address is not part of its name.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		url, kind   string
		here, local bool
		slots       int
		service     string
	}{
		{"http://localhost:1/v1", "ollama", true, true, 1, "model ollama localhost:1/v1 m"},
		{"http://127.0.0.1:1/v1", "vllm", true, true, jobsOfModel, "model vllm 127.0.0.1:1/v1 m"},
		{"http://[::1]/v1?key=x", "compatible", true, true, 1, "model compatible [::1]/v1 m"},
		{"http://[::ffff:127.0.0.1]/", "compatible", true, true, 1, "model compatible [::ffff:127.0.0.1]/ m"},
		{"http://192.168.0.7/", "ollama", false, true, jobsOfModel, "model ollama 192.168.0.7/ m"},
		{"https://api.openai.com/v1", "openai", false, false, jobsOfModel, "model openai api.openai.com/v1 m"},
		{"http://8.8.8.8/", "openai", false, false, jobsOfModel, "model openai 8.8.8.8/ m"},
		{"%zz", "openai", false, false, jobsOfModel, "model openai  m"},
	} {
		a := address{name: c.kind + ":m", provider: Provider{Name: c.kind}, model: "m", table: providerTable{URL: c.url}}
		if a.here() != c.here || a.local() != c.local || a.slots() != c.slots || a.service() != c.service {
			t.Errorf("%+v: here %t, local %t, slots %d, %q", c, a.here(), a.local(), a.slots(), a.service())
		}
		if _, known := a.price(modelTable{}); known != c.local {
			t.Errorf("%s: the price is known: %t", c.url, known)
		}
		for _, name := range []string{"m", c.kind + ":m"} {
			table := modelTable{Price: map[string]llm.Price{name: {Input: 2}}}
			if price, known := a.price(table); !known || price.Input != 2 {
				t.Errorf("%s: %+v, %t", name, price, known)
			}
		}
	}
	for rest, want := range map[string]bool{"": true, "-20250807": true, "-2025-08-07": true, "20250807": false,
		"-mini": false, "-20259907": false} {
		if dated(rest) != want {
			t.Errorf("%q is a date: %t", rest, !want)
		}
	}
	own := 7
	if (address{}).thoughts() != usualThoughts || (address{table: providerTable{Thoughts: &own}}).thoughts() != own {
		t.Error("thoughts")
	}
}
