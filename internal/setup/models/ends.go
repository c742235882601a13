package models

import (
	"strings"
	"time"
)

// ending is an announced end of models of a provider.
type ending struct {
	provider string
	names    []string // the name itself, or with a date of the form "-2025-08-07" behind it
	day      string   // from which they are not to be had
}

// endings lists what providers have announced, as of 22 November 2026:
// developers.openai.com/api/docs/deprecations, platform.claude.com/docs/en/about-claude/model-deprecations.
var endings = []ending{
	{"openai", []string{"gpt-3.5-turbo", "gpt-4", "gpt-4-turbo", "gpt-4.1-nano", "o1", "o1-pro", "o3-mini", "o4-mini"}, "2026-10-23"},
	{"openai", []string{"gpt-5", "gpt-5-mini", "gpt-5-nano", "gpt-5-pro", "o3", "o3-pro"}, "2026-12-11"},
	{"openai", []string{"gpt-4o", "gpt-4o-mini", "gpt-4.1", "gpt-4.1-mini"}, "2027-01-14"},
	{"openai", []string{"gpt-5.1"}, "2027-04-01"},
	{"anthropic", []string{"claude-sonnet-4", "claude-opus-4"}, "2026-06-15"},
}

// Ends gives the day from which a model, "openai:gpt-5-mini", is announced not to be
// had; the zero time when nothing is known of that.
func Ends(name string) time.Time {
	provider, model, _ := strings.Cut(name, ":")
	for _, e := range endings {
		if e.provider != provider {
			continue
		}
		for _, n := range e.names {
			if rest, ok := strings.CutPrefix(model, n); ok && dated(rest) {
				day, _ := time.Parse(time.DateOnly, e.day) // of the table
				return day
			}
		}
	}
	return time.Time{}
}

// dated reports what may stand behind the name of a model: nothing, or the date of
// a snapshot, "-2025-08-07" or "-20250514".
func dated(rest string) bool {
	digits := strings.ReplaceAll(rest, "-", "")
	_, err := time.Parse("20060102", digits)
	return rest == "" || err == nil && strings.HasPrefix(rest, "-")
}
