package report

import (
	"bufio"
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
	results  [sections]shelf
	rules    []string // by ruleIndex
	problems []sarifObject
}

const (
	sarifSchema = "https://json.schemastore.org/sarif-2.1.0.json"
	homepage    = "https://github.com/bonafide-audit/bonafide"
	// sarifMost is the maximum number of results per run on GitHub; it keeps 5,000.
	sarifMost = 25_000
	// messageMost is the maximum length of a message in characters: readers show it in one place.
	messageMost = 4000
)

// sarifObject is a JSON object of SARIF: the standard names its members.
type sarifObject = map[string]any

func newSARIF(w io.Writer, _ Options) Writer { return &sarif{w: bufio.NewWriter(w)} }

func (s *sarif) Problem(p Problem) error {
	s.problems = append(s.problems, notification("warning", p.Message, locate(p.Place, "")))
	return nil
}

func notification(level, text string, at ...sarifObject) sarifObject {
	n := sarifObject{"level": level, "message": sarifObject{"text": Visible(text)}}
	if len(at) > 0 {
		n["locations"] = at
	}
	return n
}

func (s *sarif) Finding(f Finding) error {
	for i, v := range f.views() {
		result := s.result(&f, &v)
		if i == 0 && len(f.Edits) > 0 { // only once: the edits of an entry belong together
			result["fixes"] = fixes(&f)
		}
		err := s.results[v.at].put(&f, sections, func(w io.Writer) error { return writeJSON(w, result) })
		if err != nil {
			return err
		}
	}
	return nil
}

func (s *sarif) result(f *Finding, v *View) sarifObject {
	index := slices.Index(s.rules, v.Rule)
	if index < 0 {
		index = len(s.rules)
		s.rules = append(s.rules, v.Rule)
	}
	properties := sarifObject{"outcome": f.Outcome, "gravity": f.gravity().String(), "strength": f.strength().String(),
		"codes": f.Codes, "p": f.P}
	for name, value := range map[string]string{"evidence": f.Evidence(), "todo": f.Todo(), "why": v.Why} {
		if value != "" {
			properties[name] = value
		}
	}
	at := locate(f.Place, f.Raw)
	if f.Key != "" {
		at["logicalLocations"] = []sarifObject{{"name": f.Key, "kind": "object"}}
	}
	result := sarifObject{
		"ruleId": v.Rule, "ruleIndex": index, "kind": "fail", "level": v.Level, "locations": []sarifObject{at},
		"message":             sarifObject{"text": shortened(name(f)+": "+v.Line(), messageMost)},
		"partialFingerprints": sarifObject{"primaryLocationLineHash": fingerprint(f, v)}, // the one that GitHub reads
		"properties":          properties,
	}
	suppression := sarifObject{"kind": "external", "status": "accepted"}
	switch {
	case v.accepted != nil && v.accepted.Reason != "":
		suppression["justification"] = Visible(v.accepted.Reason)
	case v.accepted != nil:
	case f.Suppressed == Baseline || f.Suppressed == Unchanged:
		suppression["justification"] = headings[known].about
	default:
		return result
	}
	result["suppressions"] = []sarifObject{suppression}
	return result
}

// fixes returns the edits of an entry as one fix.
func fixes(f *Finding) []sarifObject {
	var replacements []sarifObject
	for _, e := range f.Edits {
		r := sarifObject{"deletedRegion": region(e.Line, e.Column, e.EndLine, e.EndColumn)}
		if e.Text != "" {
			r["insertedContent"] = sarifObject{"text": e.Text}
		}
		replacements = append(replacements, r)
	}
	return []sarifObject{{"description": sarifObject{"text": "write what the record says"},
		"artifactChanges": []sarifObject{{"artifactLocation": artifact(f.File), "replacements": replacements}}}}
}

// region returns a region of a file; 0 is what is not known.
func region(line, column, endLine, endColumn int) sarifObject {
	r := sarifObject{}
	for name, n := range map[string]int{"startLine": line, "startColumn": column, "endLine": endLine,
		"endColumn": endColumn} {
		if n > 0 {
			r[name] = n
		}
	}
	return r
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
func locate(p Place, raw string) sarifObject {
	at := sarifObject{}
	if p.Line == 0 || p.Page > 0 {
		where := strings.TrimPrefix(Place{Page: p.Page, Note: p.Note, Paragraph: p.Paragraph}.String(), ", ")
		if where != "" {
			at["message"] = sarifObject{"text": where}
		}
	}
	if p.File == "" || p.File == "-" {
		return at
	}
	physical := sarifObject{"artifactLocation": artifact(p.File)}
	if p.Line > 0 && p.Page == 0 {
		column, end := 0, 0
		if last := raw[strings.LastIndexByte(raw, '\n')+1:]; p.Column == 1 && last != "" && len(last) == p.EndColumn-1 {
			column, end = 1, len(utf16.Encode([]rune(last)))+1
		}
		physical["region"] = region(p.Line, column, p.EndLine, end)
	}
	at["physicalLocation"] = physical
	return at
}

// artifact returns a file as a URI: relative ones are below the root of the sources.
func artifact(file string) sarifObject {
	name := filepath.ToSlash(file)
	if filepath.IsAbs(file) {
		return sarifObject{"uri": (&url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(name, "/")}).String()}
	}
	u := (&url.URL{Path: path.Clean(name)}).EscapedPath()
	if first, _, _ := strings.Cut(u, "/"); strings.Contains(first, ":") { // otherwise it would be a scheme
		u = "./" + u
	}
	return sarifObject{"uri": u, "uriBaseId": "%SRCROOT%"}
}

func (s *sarif) End(summary *Summary) error {
	fmt.Fprintf(s.w, `{"$schema":%q,"version":"2.1.0","runs":[{"columnKind":"utf16CodeUnits","results":[`, sarifSchema)
	n := 0
	for i := range s.results {
		err := s.results[i].each(func(result []byte) error {
			if n++; n > sarifMost {
				return nil
			}
			_, err := s.w.WriteString(ofOne(n, "\n", ",\n") + string(result))
			return err
		})
		if err != nil {
			return err
		}
	}
	if n > sarifMost {
		s.problems = append(s.problems, notification("warning", fmt.Sprintf(
			"%d further results, none of them graver, are left out: the JSON Lines report has them", n-sarifMost)))
	}
	s.w.WriteString("\n],")
	for i, part := range []struct {
		name  string
		value any
	}{
		{"tool", sarifObject{"driver": sarifObject{"name": "bonafide", "version": s.run.Version, "informationUri": homepage,
			"rules": s.describe()}}},
		{"invocations", []any{sarifObject{"executionSuccessful": len(summary.Outage) == 0,
			"toolExecutionNotifications": s.notifications(summary)}}},
		{"properties", sarifObject{"checked": summary.Checked(), "outcomes": summary.Outcomes, "scheme": s.run.Scheme,
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

// describe returns the rules named in results, with the help text of "explain".
func (s *sarif) describe() []sarifObject {
	rules := make([]sarifObject, 0, len(s.rules))
	for _, id := range s.rules {
		t, _ := judge.Explain(id)
		text := func(said string) sarifObject {
			return sarifObject{"text": cmp.Or(said, strings.ReplaceAll(id, "-", " "))}
		}
		rules = append(rules, sarifObject{"id": id, "shortDescription": text(t.Short), "fullDescription": text(t.Long),
			"help":       text(strings.TrimSpace(t.Short + "\n\n" + t.Long)),
			"properties": sarifObject{"tags": []string{"citations"}}})
	}
	return rules
}

// notifications lists what could not be read or asked.
func (s *sarif) notifications(summary *Summary) []sarifObject {
	list := append([]sarifObject{}, s.problems...)
	for _, source := range summary.Outage {
		list = append(list, notification("error", source+" did not answer for references that it could have decided"))
	}
	return list
}
