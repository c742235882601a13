package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/judge"
)

// summary ends the report: what was checked, how bad the findings are, and what to do.
func (t *text) summary(s *Summary) {
	t.print(t.paragraph("", "", t.outcomes(s))...)
	if t.opt.Quiet {
		return
	}
	for _, line := range t.counts(s) {
		t.print(t.paragraph("", "", line)...)
	}
	if s.Outcomes[judge.Discrepant.String()]+s.Outcomes[judge.NotFound.String()]+s.Outcomes[judge.Doubtful.String()] > 0 {
		t.print(t.paragraph("", faint,
			"Findings are leads for a person, not proof. \"bonafide explain CODE\" says what a code means.")...)
	}
	t.tellNext(s)
}

// outcomes returns "checked 25 of 28 references: 14 fine, 7 wrong, …".
func (t *text) outcomes(s *Summary) string {
	if s.References == 0 {
		return "nothing to check: no references"
	}
	return fmt.Sprintf("%s: %s", s.Checked(), outcomeTally(s.Outcomes))
}

// counts returns the lines on everything counted besides outcomes.
func (t *text) counts(s *Summary) []string {
	var out []string
	if line := s.errors(); line != "" {
		out = append(out, "errors: "+line)
	}
	if n := s.Strengths[judge.Note.String()]; n > 0 {
		out = append(out,
			fmt.Sprintf("%d %s from one record, which proves little (--only note lists %s)", n,
				map[bool]string{true: "reference differs", false: "references differ"}[n == 1],
				map[bool]string{true: "it", false: "them"}[n == 1]))
	}
	if len(s.Suppressed) > 0 {
		out = append(out, "not counted: "+s.setAside())
	}
	if t.run.Scheme != "" && t.run.Scheme != judge.Codes && t.run.Scheme != judge.Taxonomy {
		out = append(out, t.run.Scheme+": "+tallies(s.Labels))
	}
	if len(s.Notices) > 0 {
		out = append(out, "notes: "+tallies(s.Notices)+" (--only NAME lists them)")
	}
	if line := s.Unconfirmed(); line != "" {
		out = append(out, "not confirmed by any record: "+line+" (--only identifier-unconfirmed lists them)")
	}
	// otherwise the command that adds them says so
	if _, added := s.fixableBy(ByAddingDOI); t.unlinked > 0 && added == 0 && !t.opt.All {
		out = append(out,
			fmt.Sprintf("%d %s no DOI although the record has one (--only fine shows them)", t.unlinked,
				map[bool]string{true: "entry states", false: "entries state"}[t.unlinked == 1]))
	}
	return append(out, s.models()...)
}

// Unconfirmed counts the identifiers of verified references that no record states.
func (s *Summary) Unconfirmed() string {
	named := map[string]int{}
	for field, n := range s.unconfirmed {
		named[plural(n, biblio.Field(field).Label())] = n
	}
	return tallies(named)
}

// setAside says how many findings do not count, and why: "2 dismissed, 1 baseline".
func (s *Summary) setAside() string {
	counts := maps.Clone(s.Suppressed)
	if n := counts[ByUser]; n > 0 {
		delete(counts, ByUser)
		counts["dismissed"] = n
	}
	return tallies(counts)
}

// tallies returns "3 exact, 2 minor", in the order of the words.
func tallies(counts map[string]int) string {
	return listed(slices.Sorted(maps.Keys(counts)), counts)
}

// listed returns "3 exact, 2 minor" for the words that occur.
func listed(words []string, counts map[string]int) string {
	var parts []string
	for _, word := range words {
		if n := counts[word]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, Visible(word)))
		}
	}
	return strings.Join(parts, ", ")
}
