package corpora

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/bonafide-audit/bonafide/internal/dump"
	"github.com/bonafide-audit/bonafide/internal/index"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// descriptionName is the file of an installed corpus with its description.
const descriptionName = "corpus.json"

// Description describes an installed corpus. It is plain data for JSON.
type Description struct {
	Name   string      `json:"name"`
	Source string      `json:"source"` // name of the public dump
	Filter dump.Filter `json:"filter,omitzero"`
	Terms  string      `json:"terms"`
	Date   time.Time   `json:"date"`  // when its dump was last checked for updates
	Parts  []dump.Part `json:"parts"` // that it was built from
}

// Installed is a corpus in the user's data folder.
type Installed struct {
	Description
	Dir string `json:"folder"`
}

// Home returns the folder of installed corpora: bonafide/corpora in $XDG_DATA_HOME, otherwise in the user's
// data folder of the system.
func Home(env func(string) string) (string, error) {
	dir := env("XDG_DATA_HOME")
	if !filepath.IsAbs(dir) {
		var err error
		if dir, err = dataFolder(env); err != nil {
			return "", err
		}
	}
	return filepath.Join(dir, "bonafide", "corpora"), nil
}

func dataFolder(env func(string) string) (string, error) {
	if dir := env("LocalAppData"); runtime.GOOS == "windows" && dir != "" {
		return dir, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for corpora: %w", err)
	}
	if runtime.GOOS == "darwin" {
		return filepath.Join(home, "Library", "Application Support"), nil
	}
	return filepath.Join(home, ".local", "share"), nil
}

// Dumps returns the folder for downloads until they are indexed: dumps in bonafide's part of the user's
// cache folder.
func Dumps() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder for downloads, name one with --dumps: %w", err)
	}
	return filepath.Join(dir, "bonafide", "dumps"), nil
}

// List returns the installed corpora in the order of their names. It leaves out folders without a complete corpus.
func List(home string) ([]Installed, error) {
	entries, err := os.ReadDir(home)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []Installed
	for _, e := range entries {
		if dir := filepath.Join(home, e.Name()); safeName.MatchString(e.Name()) && index.Exists(dir) {
			list = append(list, Installed{describe(dir, e.Name()), dir})
		}
	}
	return list, nil
}

// describe reads a description; if there is none it only contains the name.
func describe(dir, name string) Description {
	d := Description{Name: name}
	if text, err := os.ReadFile(filepath.Join(dir, descriptionName)); err != nil || json.Unmarshal(text, &d) != nil {
		return Description{Name: name}
	}
	d.Name = name
	return d
}

var safeName = lazy.Regexp(`^[a-z0-9][a-z0-9-]{0,60}$`)

// Folders returns the folders of the named corpora: folders as they are, and names of installed corpora or of
// presets. Without a name it returns all installed ones.
func Folders(home string, names []string) (dirs []string, err error) {
	have, err := List(home)
	if err != nil && len(names) == 0 {
		return nil, err
	}
	if len(names) == 0 {
		for _, c := range have {
			dirs = append(dirs, c.Dir)
		}
		return dirs, nil
	}
	for _, name := range names {
		for _, dir := range folders(have, name) {
			if !slices.Contains(dirs, dir) {
				dirs = append(dirs, dir)
			}
		}
	}
	return dirs, nil
}

// folders returns the folders that one name refers to; an unknown name is returned unchanged, so that opening
// it fails. A folder with an index takes precedence over a name.
func folders(have []Installed, name string) (dirs []string) {
	if index.Exists(name) {
		return []string{name}
	}
	for _, member := range members(name) {
		for _, c := range have {
			if c.Name == member {
				dirs = append(dirs, c.Dir)
			}
		}
	}
	if dirs == nil {
		return []string{name}
	}
	return dirs
}

// Known reports whether a name is that of an installed corpus, or of a preset of which at least one is installed.
func Known(name string) bool {
	home, err := Home(os.Getenv)
	if err != nil {
		return false
	}
	have, err := List(home)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(have, func(c Installed) bool { return slices.Contains(members(name), c.Name) })
}

// ErrNotInstalled means that no corpus of that name is installed.
var ErrNotInstalled = errors.New("no such corpus is installed")

// Remove removes an installed corpus, or one that an interrupted Get has begun, with its downloads. A corpus
// disappears in one step.
func Remove(home, dumps, name string) error {
	dir, gone := filepath.Join(home, name), removed(home, name)
	if !exists(home, name) {
		return fmt.Errorf("%s: %w: bonafide corpus list names those that are", name, ErrNotInstalled)
	}
	if isDir(dir) {
		held, err := index.Lock(dir)
		if err != nil {
			return err
		}
		defer held.Close()
		fetched := dump.Fetcher{Dir: dumps}
		if err := fetched.Reclaim(dump.Public{Name: name}); err != nil {
			return err
		}
		if err := os.RemoveAll(gone); err != nil {
			return err
		}
		if err := os.Rename(dir, gone); err != nil {
			return err
		}
	}
	return os.RemoveAll(gone)
}

// removed returns the name of a corpus while it is being removed.
func removed(home, name string) string { return filepath.Join(home, ".removed-"+name) }

// exists reports whether a corpus is installed, begun, or partly removed.
func exists(home, name string) bool {
	return safeName.MatchString(name) && (isDir(filepath.Join(home, name)) || isDir(removed(home, name)))
}

func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// ToRemove returns the corpora to remove for some names. For a preset it leaves out those that do not exist,
// and keeps those shared with another preset that has further corpora installed.
func ToRemove(home string, names []string) (list, kept []string, err error) {
	for _, name := range names {
		found := false
		for _, m := range members(name) {
			switch {
			case !exists(home, m) || slices.Contains(list, m) || slices.Contains(kept, m):
				found = found || exists(home, m)
			case m != name && !slices.Contains(names, m) && shared(home, m, names):
				kept, found = append(kept, m), true
			default:
				list, found = append(list, m), true
			}
		}
		if !found {
			return nil, nil, fmt.Errorf("%s: %w: bonafide corpus list names those that are", name, ErrNotInstalled)
		}
	}
	return list, kept, nil
}

// shared reports whether a corpus belongs to a preset, not among the names, of which another corpus is
// installed and stays.
func shared(home, corpus string, names []string) bool {
	going := Expand(names)
	return slices.ContainsFunc(Presets, func(p Preset) bool {
		return !slices.Contains(names, p.Name) && slices.Contains(p.Members, corpus) &&
			slices.ContainsFunc(p.Members, func(m string) bool { return exists(home, m) && !slices.Contains(going, m) })
	})
}

// Presets are names for several corpora.
var Presets = []Preset{
	{"cs", "computer science", []string{"dblp", "acl", "arxiv-cs", "retractionwatch"}},
	{"physics", "physics and astronomy", []string{"arxiv-physics", "retractionwatch"}},
	{"math", "mathematics", []string{"arxiv-math", "retractionwatch"}},
	{"bio", "biology and medicine", []string{"pubmed", "arxiv-q-bio", "retractionwatch"}},
}

// Preset is a name for the corpora of a field.
type Preset struct {
	Name, Field string
	Members     []string
}

// members returns the corpora that a name refers to.
func members(name string) []string {
	for _, p := range Presets {
		if p.Name == name {
			return p.Members
		}
	}
	return []string{name}
}

// Expand returns the corpora that names refer to, each once.
func Expand(names []string) []string {
	var list []string
	for _, name := range names {
		for _, m := range members(strings.TrimSpace(name)) {
			if !slices.Contains(list, m) {
				list = append(list, m)
			}
		}
	}
	return list
}

// FetchError is an error of a service that could not be reached or did not deliver what it lists.
type FetchError struct{ Err error }

// Error returns the reason.
func (e *FetchError) Error() string { return e.Err.Error() }

// Unwrap returns the reason.
func (e *FetchError) Unwrap() error { return e.Err }

// fetchError marks an error of fetching as the service's, unless it concerns a local file.
func fetchError(err error) error {
	var file *fs.PathError
	if err == nil || errors.As(err, &file) {
		return err
	}
	return &FetchError{err}
}
