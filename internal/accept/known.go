package accept

import (
	"fmt"
	"io"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/report"
)

// baseline holds the findings of an earlier report: codes and rules of notices by
// entry and digest.
type baseline map[string][]string

// readBaseline reads a saved report.
func readBaseline(r io.Reader) (baseline, error) {
	b := baseline{}
	err := report.EachFinding(r, func(f report.Finding) {
		if f.Digest != "" {
			name := nameOf(f.Key, f.Digest)
			b[name] = append(append(b[name], f.Codes...), noticed(&f)...)
		}
	})
	return b, err
}

// nameOf names an entry with what it claims; one without a key by the latter alone,
// for its number is another when an entry is put before it.
func nameOf(key string, digest string) string { return key + "\x00" + digest }

// has reports a finding that stands in the earlier report with all its codes and
// notices.
func (b baseline) has(f *report.Finding) bool {
	before, ok := b[nameOf(f.Key, f.Digest)]
	isNew := func(word string) bool { return !slices.Contains(before, word) }
	return ok && !slices.ContainsFunc(f.Codes, isNew) && !slices.ContainsFunc(noticed(f), isNew)
}

func noticed(f *report.Finding) []string {
	var rules []string
	for _, n := range f.Notices {
		rules = append(rules, n.Rule)
	}
	return rules
}

// day writes a date as 2026-11-22, "" for none.
func day(year, month, d int) string {
	if year == 0 {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", year, month, d)
}
