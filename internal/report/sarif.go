package report

import (
	"bufio"
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// sarif writes SARIF 2.1.0 (OASIS, 2020) for code scanning: one result per alert, the gravest first, since readers
// keep only a limited number. What a person has accepted or an earlier report contains is included as suppressed.
type sarif struct {
	headed
	w        *bufio.Writer
	results  [sections]spool // one line each
	rules    []string        // by ruleIndex
	problems []sarifNotification
}

const (
	sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"
	homepage    = "https://github.com/bonafide-audit/bonafide"
	// sarifMost is the maximum number of results per run on GitHub; it keeps 5,000.
	sarifMost = 25_000
	// messageMost is the maximum length of a message in characters: readers show it in one place.
	messageMost = 4000
)

type (
	sarifText struct {
		Text string `json:"text"`
	}
	sarifRule struct {
		ID         string     `json:"id"`
		Short      sarifText  `json:"shortDescription"`
		Full       sarifText  `json:"fullDescription"`
		Help       sarifText  `json:"help"`
		Properties sarifWords `json:"properties"`
	}
	sarifWords struct {
		Tags []string `json:"tags"`
	}
	sarifResult struct {
		RuleID       string             `json:"ruleId"`
		RuleIndex    int                `json:"ruleIndex"`
		Kind         string             `json:"kind"`
		Level        string             `json:"level"`
		Message      sarifText          `json:"message"`
		Locations    []sarifLocation    `json:"locations"`
		Fingerprints map[string]string  `json:"partialFingerprints"`
		Suppressions []sarifSuppression `json:"suppressions,omitempty"`
		Fixes        []sarifFix         `json:"fixes,omitempty"`
		Properties   map[string]any     `json:"properties,omitempty"`
	}
	sarifLocation struct {
		Physical *sarifPhysical `json:"physicalLocation,omitempty"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
		Message  *sarifText     `json:"message,omitempty"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   *sarifRegion  `json:"region,omitempty"`
	}
	sarifArtifact struct {
		URI    string `json:"uri"`
		BaseID string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine,omitempty"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifLogical struct {
		Name string `json:"name"`
		Kind string `json:"kind"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion `json:"deletedRegion"`
		Inserted *sarifText  `json:"insertedContent,omitempty"`
	}
	sarifSuppression struct {
		Kind          string `json:"kind"`
		Status        string `json:"status"`
		Justification string `json:"justification,omitempty"`
	}
	sarifNotification struct {
		Level     string          `json:"level"`
		Message   sarifText       `json:"message"`
		Locations []sarifLocation `json:"locations,omitempty"`
	}
)

func newSARIF(w io.Writer, _ Options) Writer { return &sarif{w: bufio.NewWriter(w)} }

func (s *sarif) Problem(p Problem) error {
	s.problems = append(s.problems,
		sarifNotification{"warning", sarifText{Visible(p.Message)}, []sarifLocation{locate(p.Place, "")}})
	return nil
}

func (s *sarif) Finding(f Finding) error {
	for i, v := range f.views() {
		result := s.result(&f, &v)
		if i == 0 { // only once: the edits of an entry belong together
			result.Fixes = fixes(&f)
		}
		line, err := Marshal(result)
		if err != nil {
			return err
		}
		if _, err := s.results[v.at].Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

func (s *sarif) result(f *Finding, v *View) sarifResult {
	index := slices.Index(s.rules, v.Rule)
	if index < 0 {
		index = len(s.rules)
		s.rules = append(s.rules, v.Rule)
	}
	result := sarifResult{
		RuleID: v.Rule, RuleIndex: index, Kind: "fail", Level: v.Level,
		Message:      sarifText{shortened(name(f)+": "+v.Line(), messageMost)},
		Locations:    []sarifLocation{locate(f.Place, f.Raw)},
		Fingerprints: map[string]string{"primaryLocationLineHash": fingerprint(f, v)}, // the one that GitHub reads
		Properties: map[string]any{"outcome": f.Outcome, "gravity": f.gravity().String(), "strength": f.strength().String(),
			"codes": f.Codes, "p": f.P},
	}
	if f.Key != "" {
		result.Locations[0].Logical = []sarifLogical{{f.Key, "object"}}
	}
	if link := f.Evidence(); link != "" {
		result.Properties["evidence"] = link
	}
	switch {
	case v.accepted != nil:
		result.Suppressions = []sarifSuppression{{"external", "accepted", Visible(v.accepted.Reason)}}
	case f.Suppressed == Baseline || f.Suppressed == Unchanged:
		result.Suppressions = []sarifSuppression{{"external", "accepted", headings[known].about}}
	}
	return result
}

// fixes returns the edits of an entry as one fix.
func fixes(f *Finding) []sarifFix {
	if len(f.Edits) == 0 {
		return nil
	}
	change := sarifChange{Artifact: artifact(f.File)}
	for _, e := range f.Edits {
		r := sarifReplacement{Deleted: sarifRegion{StartLine: e.Line, StartColumn: e.Column, EndLine: e.EndLine,
			EndColumn: e.EndColumn}}
		if e.Text != "" {
			r.Inserted = &sarifText{e.Text}
		}
		change.Replacements = append(change.Replacements, r)
	}
	return []sarifFix{{sarifText{"write what the record says"}, []sarifChange{change}}}
}

// fingerprint identifies an alert by key and rule, not by position: an entry that moves keeps its alert. An
// entry without a key is identified by what it claims.
func fingerprint(f *Finding, v *View) string {
	who := cmp.Or(f.Key, "\x00"+f.Digest+f.Raw)
	sum := sha256.Sum256([]byte(who + "\x00" + v.Rule + "\x00" + v.Field))
	return hex.EncodeToString(sum[:16])
}

// locate returns a location. A PDF page has no line: its message names the page. raw is the text of the entry,
// whose last line determines how many columns its bytes take.
func locate(p Place, raw string) sarifLocation {
	var at sarifLocation
	if p.File != "" && p.File != "-" {
		at.Physical = &sarifPhysical{Artifact: artifact(p.File)}
	}
	if p.Line == 0 || p.Page > 0 {
		if where := strings.TrimPrefix(Place{Page: p.Page, Note: p.Note, Paragraph: p.Paragraph}.String(),
			", "); where != "" {
			at.Message = &sarifText{where}
		}
		return at
	}
	if at.Physical != nil {
		at.Physical.Region = &sarifRegion{StartLine: p.Line, EndLine: p.EndLine}
		if last := raw[strings.LastIndexByte(raw, '\n')+1:]; p.Column == 1 && last != "" && len(last) == p.EndColumn-1 {
			at.Physical.Region.StartColumn, at.Physical.Region.EndColumn = 1, len(utf16.Encode([]rune(last)))+1
		}
	}
	return at
}

// artifact returns a file as a URI: relative ones are below the root of the sources.
func artifact(file string) sarifArtifact {
	name := filepath.ToSlash(file)
	if filepath.IsAbs(file) {
		return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(name, "/")}).String()}
	}
	u := (&url.URL{Path: path.Clean(name)}).EscapedPath()
	if first, _, _ := strings.Cut(u, "/"); strings.Contains(first, ":") { // otherwise it would be a scheme
		u = "./" + u
	}
	return sarifArtifact{URI: u, BaseID: "%SRCROOT%"}
}

func (s *sarif) End(summary *Summary) error {
	fmt.Fprintf(s.w, `{"$schema":%q,"version":"2.1.0","runs":[{"columnKind":"utf16CodeUnits","results":[`, sarifSchema)
	left, err := s.writeResults()
	if err != nil {
		return err
	}
	if left > 0 {
		s.problems = append(s.problems,
			sarifNotification{Level: "warning", Message: sarifText{fmt.Sprintf("%d further results, none of them graver, are "+
				"left out: the JSON Lines report has them", left)}})
	}
	s.w.WriteString("\n],")
	for i, part := range []struct {
		name  string
		value any
	}{
		{"tool",
			map[string]any{"driver": map[string]any{"name": "bonafide", "version": s.run.Version, "informationUri": homepage,
				"rules": s.describe()}}},
		{"invocations",
			[]any{map[string]any{"executionSuccessful": len(summary.Outage) == 0,
				"toolExecutionNotifications": s.notifications(summary)}}},
		{"properties", map[string]any{"checked": summary.Checked(), "outcomes": summary.Outcomes, "scheme": s.run.Scheme,
			"rules": s.run.Rules}},
	} {
		if i > 0 {
			s.w.WriteByte(',')
		}
		fmt.Fprintf(s.w, "\n%q:", part.name)
		if err := writeJSON(s.w, part.value); err != nil {
			return err
		}
	}
	s.w.WriteString("}]}\n")
	return s.w.Flush()
}

// writeResults writes as many results as readers accept and counts the others.
func (s *sarif) writeResults() (left int, err error) {
	written := 0
	for i := range s.results {
		var lines lineWriter
		lines.each = func(line []byte) error {
			if written >= sarifMost {
				left++
				return nil
			}
			if written++; written > 1 {
				s.w.WriteByte(',')
			}
			s.w.WriteByte('\n')
			_, err := s.w.Write(line)
			return err
		}
		if err := s.results[i].moveTo(&lines); err != nil {
			return left, err
		}
	}
	return left, nil
}

// lineWriter passes on what is written to it line by line, without line ends.
type lineWriter struct {
	each func([]byte) error
	rest []byte
}

// Write takes a part of the lines.
func (l *lineWriter) Write(p []byte) (int, error) {
	l.rest = append(l.rest, p...)
	for {
		i := bytes.IndexByte(l.rest, '\n')
		if i < 0 {
			return len(p), nil
		}
		if err := l.each(l.rest[:i]); err != nil {
			return 0, err
		}
		l.rest = l.rest[i+1:]
	}
}

// describe returns the rules named in results, with the help text of "explain".
func (s *sarif) describe() []sarifRule {
	rules := make([]sarifRule, 0, len(s.rules))
	for _, id := range s.rules {
		t, _ := judge.Explain(id)
		rule := sarifRule{id, sarifText{t.Short}, sarifText{t.Long}, sarifText{strings.TrimSpace(t.Short + "\n\n" + t.Long)},
			sarifWords{[]string{"citations"}}}
		for _, text := range []*sarifText{&rule.Short, &rule.Full, &rule.Help} {
			if text.Text == "" {
				text.Text = strings.ReplaceAll(id, "-", " ")
			}
		}
		rules = append(rules, rule)
	}
	return rules
}

// notifications lists what could not be read or asked.
func (s *sarif) notifications(summary *Summary) []sarifNotification {
	list := append([]sarifNotification{}, s.problems...)
	for _, source := range summary.Outage {
		list = append(list,
			sarifNotification{Level: "error",
				Message: sarifText{source + " did not answer for references that it could have decided"}})
	}
	return list
}
