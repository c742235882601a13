package setup

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bonafide-audit/bonafide/internal/source/online"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

func writeConfig(t testing.TB, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "config.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func environ(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func TestConfigPrecedence(t *testing.T) {
	path := writeConfig(t, `
online = true
corpus = ["works", "/srv/acl"]
contact = "file@example.org"
within = "10m"
jobs = 3
[keys]
openalex = "from the file"
[models.judge]
provider = "local"
temperature = 0
`)
	c, err := LoadConfig(path,
		environ("BONAFIDE_CONTACT", "env@example.org", "BONAFIDE_OPENALEX", "from the environment", "BONAFIDE_SOURCES",
			"crossref,-doi", "BONAFIDE_SCHEME", ""))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"online": "true", "contact": "env@example.org", "jobs": "3", "within": "10m", "sources": "crossref|-doi",
		"corpus": filepath.Join(filepath.Dir(path), "works") + "|/srv/acl", "scheme": "",
	} {
		texts, origin, ok := c.Value(key)
		if got := strings.Join(texts, "|"); got != want || ok != (want != "") {
			t.Errorf("%s is %q from %s, want %q", key, got, origin, want)
		}
	}
	if _, origin, _ := c.Value("jobs"); origin != path+":6" {
		t.Errorf("jobs is from %s", origin)
	}
	if keys := c.Keys(); len(keys) != 1 || keys["openalex"] != "from the environment" {
		t.Errorf("keys %v", keys)
	}
	judge, _ := c.Models["judge"].(map[string]any)
	if judge["provider"] != "local" || c.Origin("models.judge.provider") != path+":10" {
		t.Errorf("models %v at %s", c.Models, c.Origin("models.judge.provider"))
	}
}

func TestConfigErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"onlin = true", `:1: no setting is called "onlin", did you mean "online"?`},
		{"jobs = 2\n\n[memory]\nkeeps = \"2h\"", `:4: no setting is called "memory.keeps", did you mean "memory.keep"?`},
		{"[keys]\noracle = 'x'", `:2: no setting is called "keys.oracle"`},
		{"keys = { crossref = 'x', oracle = 'x' }", `:1: no setting is called "keys.oracle"`},
		{"online = 'yes'", ":1: online: takes true or false"},
		{"\njobs = -1", ":2: jobs: takes a whole number"},
		{"within = 5", ":1: within: takes a duration in quotation marks"},
		{"within = 'soon'", `:1: within: "soon" is not a duration`},
		{"scheme = ['a']", ":1: scheme: takes one text"},
		{"corpus = 3", ":1: corpus: takes a list"},
		{"online = true\nonline = false", ":"},
		{"online = ", ":1:"},
		{"models = 3", ":1: models is a table"},
		{"x = \"\\u", ":1:"},
		{"\nx = " + strings.Repeat("[", 900<<10), ":"},
		{"\n" + strings.Repeat("x.", 400<<10) + "x = 1", ": nested deeper than"},
	} {
		path := writeConfig(t, c.text)
		_, err := LoadConfig(path, environ())
		if err == nil || !strings.Contains(err.Error(), path+c.want) {
			t.Errorf("%q: %v", c.text, err)
		}
	}
	for name, value := range map[string]string{"BONAFIDE_JOBS": "many", "BONAFIDE_ONLINE": "perhaps",
		"BONAFIDE_WITHIN": "-2h"} {
		if _, err := LoadConfig(NoConfig, environ(name, value)); err == nil || !strings.Contains(err.Error(), "$"+name) {
			t.Errorf("%s=%s: %v", name, value, err)
		}
	}
}

func TestConfigFile(t *testing.T) {
	home := t.TempDir()
	if c, err := LoadConfig("", environ("XDG_CONFIG_HOME", home)); err != nil || c.File != "" {
		t.Errorf("without a file: %q, %v", c.File, err)
	}
	if _, err := LoadConfig("",
		environ("XDG_CONFIG_HOME", home, "BONAFIDE_CONFIG", filepath.Join(home, "absent.toml"))); err == nil {
		t.Error("a file that was named and is not there is no error")
	}
	path := filepath.Join(home, "bonafide", "config.toml")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("scheme = 'severity'"), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := LoadConfig("", environ("XDG_CONFIG_HOME", home))
	if texts, _, _ := c.Value("scheme"); err != nil || !slices.Equal(texts, []string{"severity"}) {
		t.Errorf("the usual file is not read: %v, %v", texts, err)
	}
}

func TestChosenSources(t *testing.T) {
	usual, err := chosenSources([]string{"-doi", "-url_direct"}, func(e online.Entry) bool { return e.Needs == "" })
	if err != nil || slices.Contains(usual, "doi") || slices.Contains(usual, "ads") ||
		!slices.Contains(usual, "crossref") {
		t.Errorf("%v, %v", usual, err)
	}
	more, _ := chosenSources([]string{"+publisher", "-doi"}, func(online.Entry) bool { return true })
	if !slices.Contains(more, "publisher") || !slices.Contains(more, "crossref") || slices.Contains(more, "doi") {
		t.Errorf("%v", more)
	}
	alone, _ := chosenSources([]string{"dblp_online", "crossref", "ads"}, func(online.Entry) bool { return false })
	if !slices.Equal(alone, []string{"crossref", "dblp_online", "ads"}) {
		t.Errorf("%v", alone)
	}
	if _, err := chosenSources([]string{"-oracle"}, func(online.Entry) bool { return true }); err == nil {
		t.Error("an unknown source is left out without a word")
	}
}

func FuzzConfig(f *testing.F) {
	f.Add("online = true\n[keys]\ncrossref = 'x'")
	f.Add("models = { a = { b = [1, { c = 2 }] } }")
	f.Add("[[corpus]]\na = 1\n[a.\"b c\"]\nd=\"\"\"\n\\u00e9\"\"\"")
	f.Add("a.b.c = 1979-05-27T07:32:00Z")
	f.Fuzz(func(t *testing.T, text string) {
		c := &Config{File: "f", values: map[string]value{}}
		_ = c.read([]byte(text))
	})
}

// TestPruneOnceADay: a run does not scan every file of a large cache.
func TestPruneOnceADay(t *testing.T) {
	dir := t.TempDir()
	if _, err := openCache(Online{Cache: dir}); err != nil {
		t.Fatal(err)
	}
	folder, err := transport.OpenFolder(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	old := filepath.Join(dir, "v1", "old")
	for _, gone := range []bool{false, true} {
		if err := os.WriteFile(old, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		long := time.Now().Add(-2 * cacheAge)
		if gone {
			old, mark := old, filepath.Join(dir, "pruned")
			if err := errors.Join(os.Chtimes(old, long, long), os.Chtimes(mark, long, long)); err != nil {
				t.Fatal(err)
			}
		} else if err := os.Chtimes(old, long, long); err != nil {
			t.Fatal(err)
		}
		if err := prune(folder, dir); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(old); os.IsNotExist(err) != gone {
			t.Errorf("gone %v: %v", gone, err)
		}
	}
}

// What a variable or the file says of a setting becomes what its flag accepts, or is refused.
func TestSettingTexts(t *testing.T) {
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	dir, join, list := t.TempDir(), filepath.Join, string(filepath.ListSeparator)
	for _, c := range []struct{ key, variable, want string }{
		{"sources", "a, b,,c d", "a|b|c|d"}, {"corpus", "x" + list + list + "~/y", "x|" + join(home, "y")},
		{"cache.folder", "~/c", join(home, "c")}, {"cache.folder", "~c", "~c"}, {"memory.file", "none", "none"},
		{"within", "90s", "90s"}, {"within", "0s", "0s"}, {"within", "-1s", "?"}, {"within", "soon", "?"},
		{"online", "true", "true"}, {"online", "0", "0"}, {"online", "yes", "?"}, {"jobs", "0", "0"}, {"jobs", "3", "3"},
		{"jobs", "-1", "?"}, {"jobs", "x", "?"}, {"contact", " a b ", " a b "},
	} {
		texts, err := settingOf(c.key).split(c.variable)
		if got := strings.Join(texts, "|"); (err != nil) != (c.want == "?") || err == nil && got != c.want {
			t.Errorf("%s=%q: %q, %v", c.key, c.variable, got, err)
		}
	}
	for _, c := range []struct {
		key  string
		v    any
		want string
	}{
		{"sources", "a", "a"}, {"sources", []any{"a", "b"}, "a|b"}, {"sources", int64(3), "?"}, {"sources", []any{int64(3)},
			"?"},
		{"corpus", []any{"x", join(dir, "y")}, join(dir, "x") + "|" + join(dir, "y")}, {"corpus", "./acl",
			join(dir, "acl")},
		{"cache.folder", "c", join(dir, "c")}, {"cache.folder", "", ""}, {"memory.file", "none", "none"},
		{"contact", "none", "none"}, {"contact", []any{"a"}, "?"}, {"contact", int64(1), "?"}, {"online", true, "true"},
		{"online", "true", "?"}, {"jobs", int64(0), "0"}, {"jobs", int64(-1), "?"}, {"jobs", 1.5, "?"}, {"within", "2h",
			"2h"},
		{"within", "-2h", "?"}, {"within", int64(2), "?"},
	} {
		texts, err := settingOf(c.key).texts(c.v, dir)
		if got := strings.Join(texts, "|"); (err != nil) != (c.want == "?") || err == nil && got != c.want {
			t.Errorf("%s = %v: %q, %v", c.key, c.v, got, err)
		}
	}
}

func settingOf(key string) Setting {
	list := Settings()
	return list[slices.IndexFunc(list, func(s Setting) bool { return s.Key == key })]
}

// A name like a setting's is meant to be that setting, if it differs in at most two letters or lacks its table.
func TestNearest(t *testing.T) {
	known := map[string]Setting{}
	for _, s := range Settings() {
		known[s.Key] = s
	}
	for key, want := range map[string]string{"onlin": "online", "onlines": "online", "onlyen": "", "xxline": "online",
		"xxxine": "", "keep": "memory.keep", "cache.keep": "memory.keep", "folder": "cache.folder",
		"memory.fil": "memory.file",
		"jobs":       "jobs", "": ""} {
		if got := nearest(key, known); got != want {
			t.Errorf("%q is not %q but %q", key, got, want)
		}
	}
}

// A file with keys that others may read is told; any other file is not.
func TestConfigRemark(t *testing.T) {
	if (&Config{}).Remark() != "" || (&Config{File: "missing.toml"}).Remark() != "" {
		t.Error("no file, and a remark")
	}
	if runtime.GOOS == "windows" {
		t.Skip("files have no mode here")
	}
	for _, c := range []struct {
		text string
		mode os.FileMode
		told bool
	}{
		{"[keys]\nopenalex = 'x'", 0o644, true}, {"[keys]\nopenalex = 'x'", 0o600, false}, {"online = true", 0o644, false},
		{"[models.provider.x]\nkey = 'x'", 0o640, true}, {"[models.provider.x.header]\nA = 'x'", 0o604, true},
		{"[models.provider.x]\nkey_env = 'x'", 0o644, false},
	} {
		path := writeConfig(t, c.text)
		if err := os.Chmod(path, c.mode); err != nil {
			t.Fatal(err)
		}
		config, err := LoadConfig(path, environ())
		if err != nil || (config.Remark() != "") != c.told {
			t.Errorf("%+v: %q, %v", c, config.Remark(), err)
		}
	}
}

// A configuration is read up to a size and a depth.
func TestConfigBounds(t *testing.T) {
	for size, good := range map[int]bool{configBound: true, configBound + 1: false} {
		path := writeConfig(t, "#"+strings.Repeat("x", size-1))
		if _, err := readConfig(path); (err == nil) != good {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
	for levels, good := range map[int]bool{deepest: true, deepest + 1: false} {
		if _, _, err := readTOML([]byte(strings.Repeat("a.", levels-1) + "a = 1")); (err == nil) != good {
			t.Errorf("%d levels: %v", levels, err)
		}
	}
	_, lines, err := readTOML([]byte("a = 1\n[b]\nc = { d = 2,\n e.f = 3 }\n[[g]]\nh = 4\n[[g]]\nh = 5"))
	if err != nil || lines["b"] != 2 || lines["b.c.d"] != 3 || lines["b.c.e.f"] != 4 || lines["g.h"] != 6 {
		t.Errorf("%v, %v", lines, err)
	}
}

// The usual configuration file is below the user's own folder, which must be an absolute path.
func TestConfigFolder(t *testing.T) {
	usual, err := os.UserConfigDir()
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	for dir, want := range map[string]string{"": usual, "relative": usual, root: root} {
		path, named := ConfigFile(environ("XDG_CONFIG_HOME", dir))
		if path != filepath.Join(want, "bonafide", "config.toml") || named {
			t.Errorf("%q: %s, %t", dir, path, named)
		}
	}
}

// Contradictory and negative options are refused.
func TestOnlineMistakes(t *testing.T) {
	for _, c := range []struct {
		o    Online
		good bool
	}{
		{Online{}, true}, {Online{Record: "a", Enabled: true}, true}, {Online{Record: "a"}, false}, {Online{Replay: "b"},
			true},
		{Online{Record: "a", Replay: "b", Enabled: true}, false}, {Online{MaxRequests: -1}, false},
		{Online{Timeout: -1}, false}, {Online{Timeout: 1, MaxRequests: 1}, true},
	} {
		if err := c.o.check(); (err == nil) != c.good {
			t.Errorf("%+v: %v", c.o, err)
		}
	}
	var o Online
	for i, set := range []func(){func() { o.Budget.Requests = -1 }, func() { o.Budget.Time = -1 }} {
		if o = (Online{}); o.check() != nil {
			t.Fatal("usual options are refused")
		}
		if set(); o.check() == nil {
			t.Errorf("budget %d is negative", i)
		}
	}
}

// A source that has its key needs no hint about it, one whose key is empty does; no source is asked for a mere list.
func TestStatesOfSources(t *testing.T) {
	list, err := States(t.Context(), Options{Online: Online{Enabled: true, Memory: NoMemory, Cache: t.TempDir(),
		Keys: map[string]string{"openalex": "x", "semanticscholar": ""}, Sources: []string{"openalex", "semantic_scholar",
			"ads"}}}, false)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string]State{}
	for _, s := range list {
		if of[s.Name] = s; s.Probed || s.Answers {
			t.Errorf("%s was asked", s.Name)
		}
	}
	with, without, lacks, other := of["openalex"], of["semantic_scholar"], of["ads"], of["crossref"]
	if !with.HasKey || with.Hint != "" || !with.Enabled || without.HasKey || without.Hint == "" || !without.Enabled ||
		lacks.Needs == "" || lacks.Enabled || other.Enabled || !other.Usual {
		t.Errorf("%+v\n%+v\n%+v\n%+v", with, without, lacks, other)
	}
}
