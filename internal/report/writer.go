// Package report writes findings for people and programs. JSON Lines is the canonical stream: every other
// format is rendered from the same rows, so that a saved stream renders to the same report again. doc/output.md
// documents the rows.
//
// May be imported by: accept, fix/formats, claimcheck, run, runs, setup, lab, cli, cite, doors, annotate.
package report

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Writer renders one run. Begin is called first, End last; findings and problems come in input order.
type Writer interface {
	Begin(Run) error
	Problem(Problem) error
	Finding(Finding) error
	End(*Summary) error
}

// Discard is a Writer that ignores everything; others embed it to inherit methods.
type Discard struct{}

// Begin does nothing.
func (Discard) Begin(Run) error { return nil }

// Problem does nothing.
func (Discard) Problem(Problem) error { return nil }

// Finding does nothing.
func (Discard) Finding(Finding) error { return nil }

// End does nothing.
func (Discard) End(*Summary) error { return nil }

// headed is embedded in writers that keep the head of the run.
type headed struct{ run Run }

func (h *headed) Begin(r Run) error {
	h.run = r
	return nil
}

// Options are the user's options for a report.
type Options struct {
	// The following apply only to the report for people, the format text.
	Color   bool     // ANSI colours
	Width   int      // columns to wrap at, 0 for no wrapping
	Named   bool     // the references were named one by one: verified ones are shown too
	All     bool     // show every finding with all its reasons
	Details bool     // show all of what is shown by default in short
	Only    []string // show only findings with one of these outcomes, gravities, strengths, codes or rules
	Sort    string   // one of Orders; "" is the first
	Quiet   bool     // show only what accuses
	Summary bool     // show no findings

	// Letter returns the template of the letter about the current file (letter); nil for LetterTemplate.
	Letter func() string
	BOM    bool // start with a byte order mark (csv)
	// Picture returns the PNG of an entry, nil for none (html).
	Picture func(Place) []byte
}

// format is an output format.
type format struct {
	name  string // as in --format
	make  func(io.Writer, Options) Writer
	waits bool   // it is written when the last finding is known, and is incomplete without its end
	file  string // file extension, without the first dot
	media string // its media type
	named string // file extensions that select it, separated by spaces
}

const plain = "text/plain; charset=utf-8"

// formats lists every output format.
var formats = []format{
	{"text", newText, true, "txt", plain, ".txt"},
	{"json", newJSON, false, "json", "application/json", ".json"},
	{"jsonl", newJSONLines, false, "jsonl", "application/jsonl", ".jsonl .ndjson"},
	{"html", newHTML, true, "html", "text/html; charset=utf-8", ".html .htm"},
	{"markdown", newMarkdown, true, "md", "text/markdown; charset=utf-8", ".md .markdown"},
	{"csv", newCSV, false, "csv", "text/csv; charset=utf-8", ".csv"},
	{"letter", newLetter, true, "letter.txt", plain, ""},
	{"claims", newClaims, true, "claims", plain, ""},
	{"sarif", newSARIF, true, "sarif.json", "application/sarif+json", ".sarif"},
	{"junit", newJUnit, true, "junit.xml", "application/xml", ".xml"},
	{"codequality", newCodeQuality, false, "codequality.json", "application/json", ""},
}

// named returns the format of a name, an empty one if it is unknown.
func named(name string) (found format) {
	if at := slices.Index(Formats(), name); at >= 0 {
		found = formats[at]
	}
	return found
}

// FileEnding returns the file extension of a format, without the first dot: "html", "junit.xml".
func FileEnding(name string) string { return cmp.Or(named(name).file, name) }

// MediaType returns the media type of a format, that of plain text if it is unknown.
func MediaType(name string) string { return cmp.Or(named(name).media, plain) }

// Waits reports whether a format is only written when the last finding is known.
func Waits(name string) bool { return named(name).waits }

// FormatOf returns the format for the extension of a file name, "" for none.
func FormatOf(file string) string {
	ending := strings.ToLower(filepath.Ext(file))
	for _, f := range formats {
		if slices.Contains(strings.Fields(f.named), ending) {
			return f.name
		}
	}
	return ""
}

// Endings lists the file extensions that FormatOf knows.
func Endings() (list []string) {
	for _, f := range formats {
		list = append(list, strings.Fields(f.named)...)
	}
	return list
}

// Formats lists the names that New accepts.
func Formats() []string {
	names := make([]string, len(formats))
	for i, f := range formats {
		names[i] = f.name
	}
	return names
}

// New returns the writer of a format.
func New(format string, w io.Writer, opt Options) (Writer, error) {
	if f := named(format); f.make != nil {
		return f.make(w, opt), nil
	}
	return nil, fmt.Errorf("unknown format %q: use one of %s", format, strings.Join(Formats(), ", "))
}

// shelfMemory is how many bytes of a shelf stay in memory.
const shelfMemory = 4 << 20

// shelf stores parts of a report until they are printed by rank: in memory, above a size in a temporary file.
type shelf struct {
	parts []part
	held  int      // bytes in memory
	file  *os.File // nil while everything is in memory
	size  int64    // of the file
}

type part struct {
	rank     float64
	text     []byte // nil if it is in the file, where it has from and of
	from, of int64
}

// put stores what write writes as a part of the findings in a section; doubtful ones are ranked.
func (s *shelf) put(f *Finding, at section, write func(io.Writer) error) error {
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	p := part{text: b.Bytes()}
	if at == doubtful {
		p.rank = f.genuine()
	}
	if s.held+b.Len() <= shelfMemory {
		s.held += b.Len()
		s.parts = append(s.parts, p)
		return nil
	}
	if s.file == nil {
		file, err := os.CreateTemp("", "bonafide-report-")
		if err != nil {
			return err
		}
		_ = os.Remove(file.Name()) // if that is not possible yet, each does it
		s.file = file
	}
	n, err := s.file.Write(p.text)
	p.text, p.from, p.of = nil, s.size, int64(n)
	s.size += p.of
	s.parts = append(s.parts, p)
	return err
}

// each passes on the parts, the lowest rank first, and empties the shelf.
func (s *shelf) each(take func([]byte) error) error {
	defer s.empty()
	slices.SortStableFunc(s.parts, func(a, b part) int { return cmp.Compare(a.rank, b.rank) })
	for _, p := range s.parts {
		if p.of > 0 {
			p.text = make([]byte, p.of)
			if _, err := s.file.ReadAt(p.text, p.from); err != nil {
				return err
			}
		}
		if err := take(p.text); err != nil {
			return err
		}
	}
	return nil
}

func (s *shelf) empty() {
	if s.file != nil {
		_ = s.file.Close()           // it is only read
		_ = os.Remove(s.file.Name()) // already removed except on Windows
	}
	*s = shelf{}
}
