package accept

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/bonafide-audit/bonafide/internal/report"
)

// The reasons for which a finding is not counted (the member suppressed of a row).
const (
	ByUser    = "accepted"  // a person has accepted every code of it
	Baseline  = "baseline"  // an earlier report has it
	Unchanged = "unchanged" // its entry is that of an earlier revision
)

// baseline holds the findings of an earlier report: codes and rules of notices by
// entry and digest.
type baseline map[string][]string

// readBaseline reads a saved report.
func readBaseline(r io.Reader) (baseline, error) {
	b := baseline{}
	err := report.EachFinding(r, func(f report.Finding) {
		name := nameOf(f.Key, Digest(f.Claimed))
		b[name] = append(append(b[name], f.Codes...), noticed(&f)...)
	})
	return b, err
}

// nameOf names an entry with what it claims; one without a key by the latter alone,
// for its number is another when an entry is put before it.
func nameOf(key string, digest string) string { return key + "\x00" + digest }

// has reports a finding that stands in the earlier report with all its codes and
// notices.
func (b baseline) has(f *report.Finding) bool {
	before, ok := b[nameOf(f.Key, Digest(f.Claimed))]
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

// entryOf names the entry of a finding as the file of accepted ones does.
func entryOf(f *report.Finding) string { return cmp.Or(f.Key, f.ID) }

// day writes a date as 2026-11-22, "" for none.
func day(year, month, d int) string {
	if year == 0 {
		return ""
	}
	return fmt.Sprintf("%04d-%02d-%02d", year, month, d)
}
