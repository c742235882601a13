package setup

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const settingsPage = "../../doc/configuration.md"

// TestSettingsPage compares doc/configuration.md with the settings: its table is generated from them, and the
// text contains no other variable name. With BONAFIDE_UPDATE set it rewrites the table.
func TestSettingsPage(t *testing.T) {
	raw, err := os.ReadFile(settingsPage)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- settings -->\n", "<!-- end of settings -->"
	text := string(raw)
	i, j := strings.Index(text, begin), strings.Index(text, end)
	if i < 0 || j < i {
		t.Fatal("doc/configuration.md has no place for the table of settings")
	}
	fresh := text[:i+len(begin)] + settingsTable() + text[j:]
	if fresh != text {
		if os.Getenv("BONAFIDE_UPDATE") == "" {
			t.Fatal(
				"doc/configuration.md differs from the code; BONAFIDE_UPDATE=1 go test ./internal/setup -run Page writes its table anew")
		}
		if err := os.WriteFile(settingsPage, []byte(fresh), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	known := []string{"BONAFIDE_CONFIG"}
	for _, s := range Settings() {
		known = append(known, s.Variable())
	}
	for _, name := range regexp.MustCompile(`BONAFIDE_[A-Z_]+`).FindAllString(fresh, -1) {
		if !slices.Contains(known, name) {
			t.Errorf("doc/configuration.md names $%s, which nothing reads", name)
		}
	}
}

func settingsTable() string {
	var b strings.Builder
	b.WriteString("| in the file | in the environment | flag | kind | what it says |\n|---|---|---|---|---|\n")
	for _, s := range Settings() {
		flag := "–"
		if s.Flag != "" {
			flag = "`--" + s.Flag + "`"
		}
		fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s | %s |\n", s.Key, s.Variable(), flag, s.Kind, s.Doc)
	}
	return b.String()
}

// TestSettingsAreDistinct finds settings that share a variable.
func TestSettingsAreDistinct(t *testing.T) {
	seen := map[string]string{}
	for _, s := range Settings() {
		if other, ok := seen[s.Variable()]; ok || s.Doc == "" {
			t.Errorf("%s and %s share a variable, or the first is not explained", s.Key, other)
		}
		seen[s.Variable()] = s.Key
	}
}

// Values of keys are secret, addresses and ids of search engines are not.
func TestSecret(t *testing.T) {
	for key, c := range map[string]struct {
		secret bool
		doc    string
	}{"keys.openalex": {true, "key or token"}, "keys.grobid_url": {false, "address of your own server"},
		"keys.x_engine": {false, "id of the search engine"}, "keys.x_user": {true, "user name"},
		"keys.x_password": {true, "password"}, "contact": {false, "key or token"}} {
		if s := (Setting{Key: key}); s.Secret() != c.secret || keyDoc(key) != c.doc {
			t.Errorf("%s: %t, %s", key, s.Secret(), keyDoc(key))
		}
	}
}
