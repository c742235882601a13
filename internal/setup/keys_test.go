package setup

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestWithSettings(t *testing.T) {
	for name, c := range map[string]struct{ before, after string }{
		"empty": {"", "contact = \"a@b.org\"\n\n[keys]\nads = \"token\"\n"},
		"comments": {"# mine\nonline = true\n\n[memory]\nkeep = \"2h\"\n",
			"contact = \"a@b.org\"\n# mine\nonline = true\n\n[memory]\nkeep = \"2h\"\n\n[keys]\nads = \"token\"\n"},
		"replaced": {"contact = \"old\" # old\n[keys] # all\nads = \"x\"\npubmed = \"y\"",
			"contact = \"a@b.org\"\n[keys] # all\nads = \"token\"\npubmed = \"y\""},
		"no newline": {"[keys]", "contact = \"a@b.org\"\n[keys]\nads = \"token\"\n"},
		"dotted":     {"keys.pubmed = \"y\"\n", ""}, // a table that is not open cannot be added to
		"not TOML":   {"[", ""},
	} {
		got, err := withSettings(c.before, map[string]string{"contact": "a@b.org", "keys.ads": "token"})
		if got != c.after || (err == nil) != (c.after != "") {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for value, good := range map[string]bool{"a\"\nonline = true": false, "a\"b": false, "a\\b": false, "a\tb": false,
		"ä":  false,
		" ~": true} {
		if _, err := withSettings("", map[string]string{"keys.ads": value}); (err == nil) != good {
			t.Errorf("%q: %v", value, err)
		}
	}
}

func TestStoreSettings(t *testing.T) {
	path := filepath.Join(t.TempDir(), "below", "config.toml")
	for _, key := range []string{"first", "second"} {
		if err := StoreSettings(path, map[string]string{"keys.openalex": key}); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, 0o644); err != nil && key == "first" {
			t.Fatal(err)
		}
	}
	if err := StoreSettings(path, map[string]string{"contact": "a@b.org"}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(path)
	if err != nil || info.Mode().Perm()&0o077 != 0 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	config, err := LoadConfig(path, func(string) string { return "" })
	if err != nil || config.Keys()["openalex"] != "second" {
		t.Errorf("%v %v", config.Keys(), err)
	}
	known := map[string]bool{}
	for _, s := range Settings() {
		known[s.Key] = true
	}
	for _, o := range Offers() {
		for _, key := range o.Settings {
			if !known[key] {
				t.Errorf("no setting is called %s", key)
			}
		}
		if !strings.HasPrefix(o.Variables()[0], "$BONAFIDE_") {
			t.Error(o.Variables())
		}
	}
}
