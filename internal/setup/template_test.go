package setup

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTemplate: the file that init writes sets nothing, and with its settings uncommented each of them is known
// and of its kind.
func TestTemplate(t *testing.T) {
	path := filepath.Join(t.TempDir(), "config.toml")
	load := func(text string) *Config {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := LoadConfig(path, func(string) string { return "" })
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	if c := load(Template()); len(c.values) > 0 {
		t.Errorf("sets %v", c.values)
	}
	var b strings.Builder
	for line := range strings.Lines(Template()) {
		if strings.Contains(line, " = ") {
			line = strings.TrimPrefix(line, "# ")
		}
		b.WriteString(line)
	}
	c := load(b.String())
	for _, s := range Settings() {
		if strings.HasPrefix(s.Key, sourceTable) { // incompatible with the setting "sources" in one file
			continue
		}
		if _, _, ok := c.Value(s.Key); !ok {
			t.Errorf("%s is not in the template", s.Key)
		}
	}
}
