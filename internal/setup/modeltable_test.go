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

// Numbers, times and prices in the table must make sense; no error quotes a value, which may be a key.
func TestModelTable(t *testing.T) {
	provider := func(key string, v any) map[string]any {
		return map[string]any{"provider": map[string]any{"x": map[string]any{key: v}}}
	}
	for _, c := range []struct {
		table map[string]any
		good  bool
	}{
		{nil, true}, {provider("thoughts", 0), true}, {provider("thoughts", -1), false}, {provider("thoughts", 1<<20), true},
		{provider("thoughts", 1<<20+1), false}, {provider("timeout", "90s"), true}, {provider("timeout", "0s"), false},
		{provider("timeout", "soon"), false}, {provider("timeout", ""), true},
		{map[string]any{"price": map[string]any{"m": map[string]any{"input": 0, "output": 0, "search": 0}}}, true},
		{map[string]any{"price": map[string]any{"m": map[string]any{"output": -1}}}, false},
		{map[string]any{"price": map[string]any{"m": map[string]any{"search": -1}}}, false},
	} {
		if _, err := readModels(c.table); (err == nil) != c.good {
			t.Errorf("%v: %v", c.table, err)
		}
	}
	for text, good := range map[string]bool{"1": true, "0": false, "-1": false, "Inf": false, "NaN": false,
		"1 tokens": true,
		"0 tokens": false, "x tokens": false, "": false, "1,": false} {
		if _, err := readBudget(text); (err == nil) != good {
			t.Errorf("%q: %v", text, err)
		}
	}
	for words, want := range map[string]int{"none": 0, "all": len(allRoles), "judge=a:b,all": len(allRoles), " judge ": 1,
		"none,judge": -1, "x": -1} {
		if roles, err := rolesAsked(strings.Split(words, ",")); len(roles) != max(want,
			0) && want >= 0 || (err != nil) != (want < 0) {
			t.Errorf("%q: %v, %v", words, roles, err)
		}
	}
}
