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

	BOM bool // start with a byte order mark (csv)
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

// FileEnding returns the file extension of a format, without the first dot: "html", "junit.xml".
func FileEnding(name string) string {
	if at := slices.Index(Formats(), name); at >= 0 {
		return formats[at].file
	}
	return name
}

// MediaType returns the media type of a format, that of plain text if it is unknown.
func MediaType(name string) string {
	if at := slices.Index(Formats(), name); at >= 0 {
		return formats[at].media
	}
	return plain
}

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

// Waits reports whether a format is only written when the last finding is known.
func Waits(format string) bool {
	at := slices.Index(Formats(), format)
	return at >= 0 && formats[at].waits
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
	if at := slices.Index(Formats(), format); at >= 0 {
		return formats[at].make(w, opt), nil
	}
	return nil, fmt.Errorf("unknown format %q: use one of %s", format, strings.Join(Formats(), ", "))
}

// spoolMemory is how many bytes of a spool stay in memory.
const spoolMemory = 4 << 20

// spool stores a part of a report until what precedes it is known: in memory, and above a size in a temporary file.
type spool struct {
	memory bytes.Buffer
	file   *os.File // nil while everything is in memory
	size   int64    // of everything written
}

func (s *spool) Write(p []byte) (n int, err error) {
	defer func() { s.size += int64(n) }()
	if s.file == nil && s.memory.Len()+len(p) <= spoolMemory {
		return s.memory.Write(p)
	}
	if s.file == nil {
		file, err := os.CreateTemp("", "bonafide-report-")
		if err != nil {
			return 0, err
		}
		_ = os.Remove(file.Name()) // if that is not possible yet, moveTo does it
		s.file = file
	}
	return s.file.Write(p)
}

// ReadAt reads what was written, until moveTo is called.
func (s *spool) ReadAt(p []byte, from int64) (n int, err error) {
	if kept := s.memory.Bytes(); from < int64(len(kept)) {
		n = copy(p, kept[from:])
	}
	switch {
	case n == len(p):
		return n, nil
	case s.file == nil:
		return n, io.EOF
	}
	more, err := s.file.ReadAt(p[n:], from+int64(n)-int64(s.memory.Len()))
	return n + more, err
}

// moveTo writes everything to w and empties the spool.
func (s *spool) moveTo(w io.Writer) error {
	s.size = 0
	_, err := s.memory.WriteTo(w)
	if s.file == nil {
		return err
	}
	if err == nil {
		_, err = s.file.Seek(0, io.SeekStart)
	}
	if err == nil {
		_, err = io.Copy(w, s.file)
	}
	err = cmp.Or(err, s.file.Close())
	_ = os.Remove(s.file.Name()) // already removed except on Windows
	s.file = nil
	return err
}

// shelf stores the parts of a section until they are printed in the order of their ranks.
type shelf struct {
	spool
	parts []part
}

type part struct {
	rank     float64
	from, of int64 // in the spool
}

// put stores what write writes as a part of the findings in a section; doubtful ones are ranked.
func (s *shelf) put(f *Finding, at section, write func(io.Writer) error) error {
	p := part{from: s.size}
	if at == doubtful {
		p.rank = f.genuine()
	}
	err := write(&s.spool)
	p.of = s.size - p.from
	s.parts = append(s.parts, p)
	return err
}

// each passes on the parts, the lowest rank first, and empties the shelf.
func (s *shelf) each(take func([]byte) error) error {
	slices.SortStableFunc(s.parts, func(a, b part) int { return cmp.Compare(a.rank, b.rank) })
	for _, p := range s.parts {
		text := make([]byte, p.of)
		if _, err := s.ReadAt(text, p.from); err != nil {
			return err
		}
		if err := take(text); err != nil {
			return err
		}
	}
	s.parts = nil
	return s.moveTo(io.Discard)
}
