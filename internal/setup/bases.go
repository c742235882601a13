package setup

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/source/all"
	"github.com/bonafide-audit/bonafide/internal/transport"
)

// sourceTable holds what is set for single sources: their addresses, and under "ask"
// what the setting "sources" says, which cannot stand beside a table of that name.
const (
	sourceTable = "sources."
	askedBy     = sourceTable + "ask"
	baseSuffix  = ".url"
)

// serviceOf gives the service that a source asks at an address of its own, "" for
// sources of many hosts and of servers that have a setting already.
func serviceOf(source string) string {
	name := strings.ReplaceAll(strings.TrimSuffix(source, "_online"), "_", "")
	if name == "zotero" || !slices.ContainsFunc(transport.Services(), func(p transport.Policy) bool { return p.Service == name }) {
		return ""
	}
	return name
}

// baseSettings lists the settings for addresses of services.
func baseSettings() []Setting {
	var list []Setting
	for _, e := range all.Sources {
		if serviceOf(e.Name) != "" {
			list = append(list, Setting{Key: sourceTable + e.Name + baseSuffix, Kind: Text, Doc: "address of a mirror or gateway of `" + e.Name + "`, in place of scheme and host"})
		}
	}
	return list
}

// Bases gives the addresses that are set for services, by the names of sources.
func (c *Config) Bases() map[string]string {
	bases := map[string]string{}
	for key, v := range c.values {
		if name, ok := strings.CutPrefix(key, sourceTable); ok && strings.HasSuffix(name, baseSuffix) && v.texts[0] != "" {
			bases[strings.TrimSuffix(name, baseSuffix)] = v.texts[0]
		}
	}
	return bases
}

// basesOf reads addresses, by the names of services.
func basesOf(texts map[string]string) (map[string]*url.URL, error) {
	bases := map[string]*url.URL{}
	for source, text := range texts {
		u, err := url.Parse(text)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || u.RawQuery != "" || u.Fragment != "" {
			return nil, fmt.Errorf("%s%s%s: write an address as https://mirror.example.org/path, without user and query", sourceTable, source, baseSuffix)
		}
		bases[serviceOf(source)] = u
	}
	return bases, nil
}
