package setup

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// NoConfig is the name of the configuration file of a run that reads none.
const NoConfig = "none"

// Config is the content of the configuration file and the environment. The zero value sets nothing.
type Config struct {
	// File is the path of the file that was read, "" for none.
	File string
	// Models is the table [models] as in the file: nil if there is none.
	Models map[string]any

	values map[string]value
	lines  map[string]int // of every key in the file
}

// value is the value of one setting, and where it was set.
type value struct {
	texts  []string // more than one only for lists
	origin string   // "config.toml:3", "$BONAFIDE_PLAN"
}

// ConfigFile returns the path of the configuration file if none is named: $BONAFIDE_CONFIG, otherwise config.toml in
// the folder bonafide of the user's configuration. named is true if the user named the file, so that it must exist.
func ConfigFile(env func(string) string) (path string, named bool) {
	if path := env("BONAFIDE_CONFIG"); path != "" {
		return path, true
	}
	dir := env("XDG_CONFIG_HOME")
	if !filepath.IsAbs(dir) {
		var err error
		if dir, err = os.UserConfigDir(); err != nil {
			return NoConfig, false
		}
	}
	return filepath.Join(dir, "bonafide", "config.toml"), false
}

// LoadConfig reads the configuration file path, or the default one if path is "", and then the environment,
// which wins. No file is read from the folder of the input, since it could be untrusted.
func LoadConfig(path string, env func(string) string) (*Config, error) {
	named := path != ""
	if !named {
		path, named = ConfigFile(env)
	}
	c := &Config{values: map[string]value{}}
	if path != NoConfig {
		data, err := readConfig(path)
		switch {
		case errors.Is(err, fs.ErrNotExist) && !named:
		case err != nil:
			return nil, fmt.Errorf("configuration: %w", err)
		default:
			c.File = path
			if err := c.read(data); err != nil {
				return nil, err
			}
		}
	}
	return c, c.environment(env)
}

// configBound is the maximum size of a configuration file, in bytes.
const configBound = 1 << 20

func readConfig(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > configBound {
		return nil, fmt.Errorf("%s is too long for a configuration", path)
	}
	return os.ReadFile(path)
}

// read reads the settings from the text of a file.
func (c *Config) read(data []byte) error {
	tree, lines, err := readTOML(data)
	if err != nil {
		return fmt.Errorf("%s:%w", c.File, err)
	}
	c.lines = lines
	known := map[string]Setting{}
	for _, s := range Settings() {
		known[s.Key] = s
	}
	var problems []error
	walkTable("", tree, func(key string, v any) {
		s, ok := known[key]
		if key == askedBy {
			s, ok = known["sources"]
		}
		if !ok {
			hint := ""
			if near := nearest(key, known); near != "" {
				hint = fmt.Sprintf(", did you mean %q?", near)
			}
			problems = append(problems, fmt.Errorf("%s: no setting is called %q%s", c.Origin(key), key, hint))
			return
		}
		texts, err := s.texts(v, filepath.Dir(c.File))
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %s: %w", c.Origin(key), key, err))
			return
		}
		c.values[s.Key] = value{texts, c.Origin(key)}
	})
	if v, ok := tree[strings.TrimSuffix(modelPrefix, ".")]; ok {
		table, isTable := v.(map[string]any)
		if !isTable {
			problems = append(problems, fmt.Errorf("%s: models is a table: write [models]", c.Origin("models")))
		}
		c.Models = table
	}
	return errors.Join(problems...)
}

// environment reads the settings from the environment. A variable without a value is ignored.
func (c *Config) environment(env func(string) string) error {
	var problems []error
	for _, s := range Settings() {
		text := env(s.Variable())
		if text == "" {
			continue
		}
		texts, err := s.split(text)
		if err != nil {
			problems = append(problems, fmt.Errorf("$%s: %w", s.Variable(), err))
			continue
		}
		c.values[s.Key] = value{texts, "$" + s.Variable()}
	}
	return errors.Join(problems...)
}

// Remark returns what the user should correct in a configuration that is usable; "" for nothing.
func (c *Config) Remark() string {
	info, err := os.Stat(c.File)
	if c.File == "" || err != nil || runtime.GOOS == "windows" || info.Mode().Perm()&0o077 == 0 {
		return ""
	}
	for key := range c.lines {
		ofModel := strings.HasSuffix(key, ".key") || strings.Contains(key, ".header.")
		if strings.HasPrefix(key, modelPrefix) && ofModel || strings.HasPrefix(key, keyTable) {
			return fmt.Sprintf("%s holds keys and others may read it: chmod 600 %s", c.File, c.File)
		}
	}
	return ""
}

// Value returns the value of a setting, and where it was set; a list has several texts, everything else one. ok
// is false if it was not set.
func (c *Config) Value(key string) (texts []string, origin string, ok bool) {
	v, ok := c.values[key]
	return v.texts, v.origin, ok
}

// Origin returns the position of a key in the file, "config.toml:3", for messages.
func (c *Config) Origin(key string) string {
	if n := c.lines[key]; n > 0 {
		return fmt.Sprintf("%s:%d", c.File, n)
	}
	return c.File
}

// Keys returns the keys, tokens and addresses of the user's own servers by name.
func (c *Config) Keys() map[string]string {
	keys := map[string]string{}
	for key, v := range c.values {
		if name, ok := strings.CutPrefix(key, keyTable); ok && v.texts[0] != "" {
			keys[name] = v.texts[0]
		}
	}
	return keys
}

// Apply sets the options that have no flag.
func (c *Config) Apply(o *Options) {
	o.Online.Keys, o.Online.Bases, o.Models.Table = c.Keys(), c.Bases(), c.Models
	c.span("memory.keep", &o.Online.MemoryKeep)
	c.span("cache.found", &o.Online.KeepFound)
	c.span("cache.none", &o.Online.KeepNone)
}

func (c *Config) span(key string, to *time.Duration) {
	if texts, _, ok := c.Value(key); ok {
		*to, _ = time.ParseDuration(texts[0]) // validated when it was read
	}
}
