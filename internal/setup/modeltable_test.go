package setup

import (
	"strings"
	"testing"
)

// TestModelKeyShown: only those values in the table [models] are shown that are known not to be secret.
func TestModelKeyShown(t *testing.T) {
	for _, key := range []string{"default", "url", "roles", "role.judge", "budget", "cache", "jobs",
		"timeout", "price.openai:m.input",
		"provider.mine.kind", "provider.mine.url", "provider.mine.key_env", "provider.mine.key_header",
		"provider.mine.api_version", "provider.mine.format",
		"provider.mine.search", "provider.mine.stream", "provider.mine.effort", "provider.mine.jobs",
		"provider.mine.thoughts", "provider.mine.timeout"} {
		if !ModelKeyShown(strings.Split(key, ".")) {
			t.Errorf("%s is not shown", key)
		}
	}
	for _, key := range []string{"provider.mine.key", "provider.mine.header.Authorization", "provider.mine.header",
		"provider.mine.kez", "provider.mine.", "provider.mine", "role", "default.key", ""} {
		if ModelKeyShown(strings.Split(key, ".")) {
			t.Errorf("%s is shown", key)
		}
	}
}
