package setup

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/lazy"
	"github.com/bonafide-audit/bonafide/internal/outfile"
	"github.com/bonafide-audit/bonafide/internal/source/online"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// Offer is something that a user can get for a source: settings that belong together, where to get them, and
// what they improve, in words for people.
type Offer struct {
	Settings     []string // keys of settings: "contact", "keys.openalex"
	Where, Gains string
}

// Offers returns the offers, the most helpful first.
func Offers() []Offer {
	list := []Offer{{[]string{"contact"}, "an e-mail address of yours",
		"Crossref answers three times as fast, DataCite and Open Library too; services can write to you before they block you"}}
	entries := slices.SortedStableFunc(slices.Values(online.Sources),
		func(a, b online.Entry) int { return cmp.Compare(a.Offer.Rank, b.Offer.Rank) })
	for _, e := range entries {
		if len(e.Offer.Keys) == 0 {
			continue
		}
		offer := Offer{Where: e.Offer.Where, Gains: e.Offer.Gains}
		for _, key := range e.Offer.Keys {
			offer.Settings = append(offer.Settings, "keys."+key)
		}
		list = append(list, offer)
	}
	return list
}

// Variables returns the environment variables of the settings of an offer.
func (o Offer) Variables() []string {
	var list []string
	for _, key := range o.Settings {
		list = append(list, "$"+Setting{Key: key}.Variable())
	}
	return list
}

// StoreSettings writes settings into a configuration file, which is created if it does not exist and which only
// the user can read afterwards. The rest of the file stays as it is.
func StoreSettings(path string, texts map[string]string) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	old, err := readConfig(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	text, err := withSettings(string(old), texts)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	if err := os.Chmod(path, 0o600); err != nil && !errors.Is(err, fs.ErrNotExist) { // it will have a key
		return err
	}
	return outfile.Write(path, []byte(text), 0o600)
}

// withSettings puts settings into the text of a configuration file and verifies that nothing else has changed.
func withSettings(text string, texts map[string]string) (string, error) {
	before, _, err := readTOML([]byte(text))
	if err != nil {
		return "", err
	}
	if before == nil { // an empty file
		before = map[string]any{}
	}
	var keys []string
	for key, value := range texts {
		if strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r > '~' || r == '"' || r == '\\' }) {
			return "", fmt.Errorf("the value of %s has a character that no key has", key)
		}
		keys = append(keys, key)
	}
	slices.Sort(keys)
	out := text
	for _, key := range keys {
		out = withSetting(out, key, texts[key])
		put(before, key, texts[key])
	}
	after, _, err := readTOML([]byte(out))
	if err != nil || !reflect.DeepEqual(before, after) {
		return "", fmt.Errorf("settings cannot be added to a file of this form: write %s there yourself",
			strings.Join(keys, ", "))
	}
	return out, nil
}

var tableHeader = lazy.Regexp(`^\s*\[+\s*([^\]]+?)\s*\]+`)

// withSetting puts the line of one setting into its table.
func withSetting(text, key, value string) string {
	table, name, below := strings.Cut(key, ".")
	if !below {
		table, name = "", key
	}
	line := name + " = " + strconv.Quote(value)
	lines := strings.SplitAfter(text, "\n")
	own := lazy.Regexp(`^\s*` + regexp.QuoteMeta(name) + `\s*=`)
	in, at := "", -1
	if table == "" {
		at = 0
	}
	for i, l := range lines {
		if m := tableHeader.FindStringSubmatch(l); m != nil {
			if in = m[1]; in == table && at < 0 {
				at = i + 1
			}
		} else if in == table && own.MatchString(l) {
			lines[i] = line + "\n"
			return strings.Join(lines, "")
		}
	}
	if at < 0 {
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		return text + "\n[" + table + "]\n" + line + "\n"
	}
	if at > 0 && !strings.HasSuffix(lines[at-1], "\n") {
		lines[at-1] += "\n"
	}
	return strings.Join(slices.Insert(lines, at, line+"\n"), "")
}

func put(tree map[string]any, key, value string) {
	table, name, below := strings.Cut(key, ".")
	if !below {
		tree[key] = value
		return
	}
	sub, ok := tree[table].(map[string]any)
	if !ok {
		sub = map[string]any{}
		tree[table] = sub
	}
	sub[name] = value
}

// sourceTable holds the settings of single sources: their addresses, and under "ask" the setting "sources",
// which cannot coexist with a table of that name.
const (
	sourceTable = "sources."
	askedBy     = sourceTable + "ask"
	baseSuffix  = ".url"
)

// serviceOf returns the service that a source asks at its own address, "" for sources of many hosts and of
// servers that already have a setting.
func serviceOf(source string) string {
	name := strings.ReplaceAll(strings.TrimSuffix(source, "_online"), "_", "")
	if name == "zotero" ||
		!slices.ContainsFunc(transport.Services(), func(p transport.Policy) bool { return p.Service == name }) {
		return ""
	}
	return name
}

// baseSettings lists the settings for addresses of services.
func baseSettings() []Setting {
	var list []Setting
	for _, e := range online.Sources {
		if serviceOf(e.Name) != "" {
			list = append(list,
				Setting{Key: sourceTable + e.Name + baseSuffix, Kind: Text,
					Doc: "address of a mirror or gateway of `" + e.Name + "`, in place of scheme and host"})
		}
	}
	return list
}

// Bases returns the configured addresses of services, by source name.
func (c *Config) Bases() map[string]string {
	bases := map[string]string{}
	for key, v := range c.values {
		if name, ok := strings.CutPrefix(key, sourceTable); ok && strings.HasSuffix(name, baseSuffix) && v.texts[0] != "" {
			bases[strings.TrimSuffix(name, baseSuffix)] = v.texts[0]
		}
	}
	return bases
}

// basesOf parses addresses, by service name.
func basesOf(texts map[string]string) (map[string]*url.URL, error) {
	bases := map[string]*url.URL{}
	for source, text := range texts {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil ||
			u.RawQuery != "" || u.Fragment != "" {
			return nil, fmt.Errorf("%s%s%s: write an address as https://mirror.example.org/path, without user and query",
				sourceTable, source, baseSuffix)
		}
		bases[serviceOf(source)] = u
	}
	return bases, nil
}
