package setup

import (
	"fmt"
	"strings"
)

// Template gives the text of a configuration file that sets nothing: every setting
// in a comment with what it says.
func Template() string {
	var b strings.Builder
	b.WriteString("# Configuration of bonafide. What is set here holds for every run; variables of the\n# environment and flags win. doc/configuration.md describes each setting.\n\n")
	in := ""
	for _, s := range templateOrder() {
		if strings.HasPrefix(s.Key, sourceTable) { // a table of this name would exclude the setting
			continue
		}
		name := s.Key
		if table, rest, ok := strings.Cut(s.Key, "."); ok {
			if name = rest; table != in {
				in = table
				fmt.Fprintf(&b, "\n[%s]\n", table)
			}
		}
		fmt.Fprintf(&b, "# %s = %s  # %s\n", name, sample[s.Kind], strings.ReplaceAll(s.Doc, "`", ""))
	}
	return b.String()
}

// templateOrder gives the settings of the top of the file first, for no table ends.
func templateOrder() []Setting {
	var top, below []Setting
	for _, s := range Settings() {
		if strings.Contains(s.Key, ".") {
			below = append(below, s)
		} else {
			top = append(top, s)
		}
	}
	return append(top, below...)
}

// sample shows how a value of a kind is written.
var sample = map[Kind]string{
	Text: `""`, Words: `[""]`, Switch: "false", Count: "0", Span: `"0s"`, Path: `""`, Paths: `[""]`,
}

// Secret reports a setting whose value must not be shown.
func (s Setting) Secret() bool {
	return strings.HasPrefix(s.Key, keyTable) && !strings.HasSuffix(s.Key, "_url") && !strings.HasSuffix(s.Key, "_engine")
}
