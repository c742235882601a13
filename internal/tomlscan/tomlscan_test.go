package tomlscan

import (
	"strings"
	"testing"

	"github.com/pelletier/go-toml/v2"
)

func TestCheck(t *testing.T) {
	deep := strings.Repeat("[", 30)
	for _, c := range []struct {
		name, text string
		refused    bool
	}{
		{"a usual file", "# [[[\n[a.b]\nx = [[1.5, 2.5], [3]]\ny = {z = {w = 1}}\n[[c]]\nd = 1979-05-27T07:32:00.999\n",
			false},
		{"arrays", "a = " + deep, true},
		{"tables", "a = " + strings.Repeat("{a = ", 30), true},
		{"both", "a = " + strings.Repeat("[{a = ", 30), true},
		{"dots", "a" + strings.Repeat(".a", 30) + " = 1", true},
		{"dots with spaces and quotes", strings.Repeat(`"a" . `, 30) + "a = 1", true},
		{"a header of dots", "[a" + strings.Repeat(".a", 30) + "]", true},
		{"in a string", `a = "\"` + deep + `"`, false},
		{"in a literal", `a = '\` + deep + `'`, false},
		{"in lines", "a = \"\"\"\n\\\"\"\"" + deep + "\n\"\"\"\n", false},
		{"in a comment", "# \"\n#" + deep + "\n", false},
		{"behind a literal", `a = ['\', ` + deep, true},
		{"behind lines with a quote more", `a = ["""x"""", ` + deep, true},
		{"behind lines with two", `a = ["""x""""", ` + deep, true},
		{"behind literal lines with one", `a = ['''x'''', ` + deep, true},
		{"behind a comment", "# '''\na = " + deep, true},
	} {
		if err := Check([]byte(c.text)); (err != nil) != c.refused {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if err := Check([]byte("\n\na = " + deep)); err == nil || !strings.HasPrefix(err.Error(), "3: ") {
		t.Errorf("the line: %v", err)
	}
}

// FuzzCheck: what passes and parses has few levels; dots within brackets are counted separately.
func FuzzCheck(f *testing.F) {
	f.Add("a = [[1]]")
	f.Add(`a = ["""x"""", [[[]]]]`)
	f.Fuzz(func(t *testing.T, text string) {
		var tree map[string]any
		if Check([]byte(text)) != nil || toml.Unmarshal([]byte(text), &tree) != nil {
			return
		}
		if n := depth(tree); n > deepest*(deepest+2) {
			t.Errorf("%q has %d levels", text, n)
		}
	})
}

func depth(v any) int {
	deepest := 0
	switch v := v.(type) {
	case map[string]any:
		for _, below := range v {
			deepest = max(deepest, 1+depth(below))
		}
	case []any:
		for _, below := range v {
			deepest = max(deepest, 1+depth(below))
		}
	}
	return deepest
}
