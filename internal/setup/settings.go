package setup

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/source/online"
)

// Kind is the kind of value of a setting.
type Kind string

// The kinds, as they are called in messages and in doc/configuration.md.
const (
	Text   Kind = "text"
	Words  Kind = "list"     // in the environment: separated by commas
	Switch Kind = "switch"   // true or false
	Count  Kind = "number"   // a whole number
	Span   Kind = "duration" // "90s", "10m", "2h"
	Path   Kind = "path"     // of a file or folder
	Paths  Kind = "paths"    // in the environment: separated as in PATH
)

// Setting is something that a user can configure in the configuration file, in the environment and by a flag,
// in ascending order of precedence.
type Setting struct {
	Key  string // in the file; "memory.keep" is in the table [memory]
	Flag string // of the commands that have it; "" for none
	Kind Kind
	Doc  string
}

// Variable returns the name of the environment variable of a setting.
func (s Setting) Variable() string {
	key := strings.TrimPrefix(s.Key, keyTable)
	return "BONAFIDE_" + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(key))
}

// The tables of the file whose keys are not all listed by name, or that contain secrets.
const (
	keyTable    = "keys."
	modelPrefix = "models."
)

// settings lists every setting except keys and models.
var settings = []Setting{
	{"corpus", "corpus", Paths,
		"folders of offline corpora, or names of installed ones; none means all that are installed"},
	{"online", "online", Switch, "ask scholarly services about what the corpus does not settle"},
	{"sources", "sources", Words,
		"services to ask: names for only these, `-name` to leave one of the usual ones out, `+name` to add one"},
	{"contact", "contact", Text, "e-mail address for the services, which treat named clients better"},
	{"jobs", "jobs", Count, "references to judge at the same time"},
	{"within", "within", Span, "stop asking after this long; every reference still gets its row"},
	{"timeout", "timeout", Span, "time for one request; `0s` means what is right for the service"},
	{"requests", "requests", Count, "most requests of a run to any one service; 0 means any number"},
	{"budget.requests", "budget", Count,
		"most services to ask about one reference, in their order; 0 means all"},
	{"budget.time", "budget-time", Span, "time for one reference; those that share requests share theirs; `0s` means any"},
	{"scheme", "scheme", Text, "how verdicts are labelled"},
	{"policy", "policy", Path, "JSON file with a policy of your own to label verdicts by"},
	{"fail_on", "fail-on", Text, "exit with 1 from this gravity, strength or outcome on, or for these codes"},
	{"cache.folder", "cache", Path, "folder of cached answers"},
	{"cache.found", "", Span, "how long found answers are cached"},
	{"cache.none", "", Span, "how long an answer without result is cached"},
	{"mirror", "mirror", Words,
		"other addresses of public dumps: `NAME=URL`, with the names that `bonafide corpus get` shows"},
	{"memory.file", "memory", Path, "file of works verified before; `none` for none"},
	{"memory.keep", "", Span, "how long a verified work is remembered"},
}

// Settings lists every setting with its own name, keys of services last. The table [models] is free-form: the
// models read it.
func Settings() []Setting {
	list := slices.Clone(settings)
	for _, e := range online.Sources {
		for _, name := range keysOf(e) {
			key := keyTable + name
			if !slices.ContainsFunc(list, func(have Setting) bool { return have.Key == key }) {
				list = append(list, Setting{Key: key, Kind: Text, Doc: keyDoc(name) + " of `" + e.Name + "`"})
			}
		}
	}
	return append(list, baseSettings()...)
}

func keyDoc(name string) string {
	switch {
	case strings.HasSuffix(name, "_url"):
		return "address of your own server"
	case strings.HasSuffix(name, "_user"):
		return "user name"
	case strings.HasSuffix(name, "_password"):
		return "password"
	case strings.HasSuffix(name, "_engine"):
		return "id of the search engine"
	}
	return "key or token"
}

// KeyVariable returns the environment variable of a service's key or address.
func KeyVariable(name string) string { return Setting{Key: keyTable + name}.Variable() }

// Template returns the text of a configuration file that sets nothing: every setting is a comment with
// its explanation.
func Template() string {
	var b strings.Builder
	b.WriteString("# Configuration of bonafide. What is set here holds for every run; variables of the\n# environment " +
		"and flags win. doc/configuration.md describes each setting.\n\n")
	list := Settings()
	slices.SortStableFunc(list, func(a, b Setting) int { // the top level first: TOML tables have no end marker
		return min(strings.Count(a.Key, "."), 1) - min(strings.Count(b.Key, "."), 1)
	})
	in := ""
	for _, s := range list {
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

// sample shows how a value of each kind is written.
var sample = map[Kind]string{
	Text: `""`, Words: `[""]`, Switch: "false", Count: "0", Span: `"0s"`, Path: `""`, Paths: `[""]`,
}

// Secret reports whether the value of the setting must not be shown.
func (s Setting) Secret() bool {
	return strings.HasPrefix(s.Key, keyTable) && !strings.HasSuffix(s.Key, "_url") && !strings.HasSuffix(s.Key, "_engine")
}
