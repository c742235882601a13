package report

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"path/filepath"

	"github.com/bonafide-audit/bonafide/row"
)

// codeQuality writes the issues of GitLab's Code Quality report (a list of those of the Code Climate
// specification, as GitLab reads them). The format has no place for suppressed findings, which are left out.
type codeQuality struct {
	w      *bufio.Writer
	issues int
	seen   map[string]int // how often a fingerprint was used: they must differ
}

type (
	codeIssue struct {
		Description string       `json:"description"`
		Check       string       `json:"check_name"`
		Fingerprint string       `json:"fingerprint"`
		Severity    string       `json:"severity"`
		Location    codeLocation `json:"location"`
	}
	codeLocation struct {
		Path  string    `json:"path"`
		Lines codeLines `json:"lines"`
	}
	codeLines struct {
		Begin int `json:"begin"`
		End   int `json:"end,omitempty"`
	}
)

func newCodeQuality(w io.Writer, _ Options) Writer {
	return &codeQuality{w: bufio.NewWriter(w), seen: map[string]int{}}
}

func (c *codeQuality) Begin(Run) error { return c.w.WriteByte('[') }

func (c *codeQuality) Problem(p Problem) error {
	severity := "info"
	if p.Rule == UnreadFile {
		severity = "major"
	}
	print := fingerprint(&Finding{row.Finding{Key: p.File}}, &View{Rule: p.Rule, Field: p.Message})
	return c.issue(codeIssue{Visible(p.Message), p.Rule, print, severity, codePlace(p.Place)})
}

func (c *codeQuality) Finding(f Finding) error {
	for _, v := range f.Views() {
		message := name(&f) + ": " + v.Line()
		if f.Page > 0 {
			message += fmt.Sprintf(" (page %d)", f.Page)
		}
		if err := c.issue(codeIssue{shortened(message, messageMost), v.Rule, fingerprint(&f, &v), headings[v.at].severity,
			codePlace(f.Place)}); err != nil {
			return err
		}
	}
	return nil
}

// codePlace returns a place; GitLab requires a line, which a PDF page does not have.
func codePlace(p Place) codeLocation {
	at := codeLocation{Path: path.Clean(filepath.ToSlash(Visible(p.File))), Lines: codeLines{Begin: 1}}
	if p.Line > 0 && p.Page == 0 {
		at.Lines = codeLines{p.Line, p.EndLine}
	}
	return at
}

func (c *codeQuality) issue(issue codeIssue) error {
	if c.seen[issue.Fingerprint]++; c.seen[issue.Fingerprint] > 1 {
		issue.Fingerprint = fmt.Sprintf("%s-%d", issue.Fingerprint, c.seen[issue.Fingerprint])
	}
	if c.issues++; c.issues > 1 {
		c.w.WriteByte(',')
	}
	c.w.WriteByte('\n')
	return writeJSON(c.w, issue)
}

func (c *codeQuality) End(*Summary) error {
	c.w.WriteString("\n]\n")
	return c.w.Flush()
}
