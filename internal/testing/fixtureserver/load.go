package fixtureserver

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/wire"
)

// Recorded puts the objects of recorded answers on the shelves: dir contains one folder per service. It returns
// how many objects each service has.
func (s *Server) Recorded(dir string) (map[string]int, error) {
	read, _ := recordings.LoadOrStore(dir, sync.OnceValues(func() (*library, error) { return readRecorded(dir) }))
	have, err := read.(func() (*library, error))()
	if err != nil {
		return nil, err
	}
	return s.library.take(have), nil
}

// recordings caches the libraries of folders for all servers: a loader for each folder.
var recordings sync.Map

// take puts the objects of another library on the shelves.
func (l *library) take(from *library) (taken map[string]int) {
	l.open()
	taken = map[string]int{}
	for service, items := range from.shelves {
		l.shelves[service] = append(l.shelves[service], items...)
		taken[service] = len(items)
	}
	maps.Copy(l.known, from.known)
	return taken
}

func readRecorded(dir string) (*library, error) {
	have := &library{}
	have.open()
	for _, kind := range []struct {
		folder, service string
		has             []string
		read            func([]byte) (biblio.Record, error)
	}{
		{"crossref", "crossref", []string{"DOI", "title", "publisher", "type"}, wire.Crossref},
		{"openalex", "openalex", []string{"id", "display_name", "authorships"}, wire.OpenAlex},
		{"semanticscholar", "semanticscholar", []string{"paperId", "title", "authors", "year"}, wire.SemanticScholar},
		{"dblp", "dblp", []string{"info", "@id"}, wire.DBLPHit},
		{"europepmc", "europepmc", []string{"source", "id", "title"}, wire.EuropePMC},
		{"datacite", "datacite", []string{"attributes", "id"}, wire.DataCite},
		{"unpaywall", "unpaywall", []string{"doi", "genre", "title"}, wire.Unpaywall},
	} {
		files, err := filepath.Glob(filepath.Join(dir, kind.folder, "*.json"))
		if err != nil {
			return nil, err
		}
		more, _ := filepath.Glob(filepath.Join(dir, kind.folder, "refchecker_cache", "*.json"))
		files = append(files, more...)
		sort.Strings(files)
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			var v any
			if json.Unmarshal(raw, &v) != nil {
				continue
			}
			walk(v, kind.has, func(raw []byte) {
				if rec, err := kind.read(raw); err == nil {
					have.put(kind.service, raw, rec)
					if doi := rec.ID("doi").Value; doi != "" && (kind.service == "crossref" || kind.service == "datacite") {
						have.known[doi] = map[string]string{"crossref": "Crossref", "datacite": "DataCite"}[kind.service]
					}
				}
			})
		}
	}
	return have, nil
}

// Records returns the records of a service's shelf.
func (s *Server) Records(service string) []biblio.Record {
	var list []biblio.Record
	for _, it := range s.library.shelves[service] {
		list = append(list, it.rec)
	}
	return list
}

// walk calls fn for every object that has the members.
func walk(v any, has []string, fn func([]byte)) {
	switch v := v.(type) {
	case map[string]any:
		all := true
		for _, key := range has {
			all = all && v[key] != nil
		}
		if all {
			raw, err := json.Marshal(v)
			if err == nil {
				fn(raw)
			}
			return
		}
		keys := slices.Sorted(maps.Keys(v))
		for _, key := range keys {
			walk(v[key], has, fn)
		}
	case []any:
		for _, item := range v {
			walk(item, has, fn)
		}
	}
}
