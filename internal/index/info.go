package index

import "github.com/bonafide-audit/bonafide/internal/biblio"

// Info describes an index.
type Info struct {
	Format   int                  `json:"format"`
	Segments int                  `json:"segments"`
	Records  int                  `json:"records"`
	Works    int                  `json:"works"` // after joining versions within each segment
	Bytes    int64                `json:"bytes"`
	Sources  []SourceCount        `json:"sources"` // most records first
	Notes    []string             `json:"notes,omitempty"`
	Coverage []biblio.CoverageRow `json:"coverage,omitempty"`
}

// Info describes the index.
func (x *Index) Info() (Info, error) {
	info := Info{Format: formatVersion, Segments: len(x.segments), Records: x.n}
	count := map[string]int{}
	for _, s := range x.segments {
		info.Works += s.info.Works
		info.Bytes += int64(headerSize + len(s.f.data) + len(s.f.sums) + 4 + entrySize*len(s.f.sections))
		for _, c := range s.info.Sources {
			count[c.Source] += c.Records
		}
		if s.info.Note != "" {
			info.Notes = append(info.Notes, s.info.Note)
		}
		rows, err := s.coverage()
		if err != nil {
			return info, err
		}
		info.Coverage = append(info.Coverage, rows...)
	}
	for s, n := range count {
		info.Sources = append(info.Sources, SourceCount{s, n})
	}
	sortSources(info.Sources)
	return info, nil
}
