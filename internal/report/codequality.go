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

func newCodeQuality(w io.Writer, _ Options) Writer {
	return &codeQuality{w: bufio.NewWriter(w), seen: map[string]int{}}
}

func (c *codeQuality) Begin(Run) error { return c.w.WriteByte('[') }

func (c *codeQuality) Problem(p Problem) error {
	severity := "info"
	if p.Unread() {
		severity = "major"
	}
	print := fingerprint(&Finding{row.Finding{Key: p.File}}, &View{Rule: p.Rule, Field: p.Message})
	return c.issue(Visible(p.Message), p.Rule, print, severity, p.Place)
}

func (c *codeQuality) Finding(f Finding) error {
	for _, v := range f.Views() {
		message := name(&f) + ": " + v.Line()
		if f.Page > 0 {
			message += fmt.Sprintf(" (page %d)", f.Page)
		}
		err := c.issue(shortened(message, messageMost), v.Rule, fingerprint(&f, &v), headings[v.at].severity, f.Place)
		if err != nil {
			return err
		}
	}
	return nil
}

// issue writes an issue. GitLab requires a line, which a PDF page does not have.
func (c *codeQuality) issue(description, rule, print, severity string, at Place) error {
	lines := map[string]int{"begin": 1}
	if at.Line > 0 && at.Page == 0 {
		if lines["begin"] = at.Line; at.EndLine > 0 {
			lines["end"] = at.EndLine
		}
	}
	if c.seen[print]++; c.seen[print] > 1 {
		print = fmt.Sprintf("%s-%d", print, c.seen[print])
	}
	if c.issues++; c.issues > 1 {
		c.w.WriteByte(',')
	}
	c.w.WriteByte('\n')
	return writeJSON(c.w, map[string]any{"description": description, "check_name": rule, "fingerprint": print,
		"severity": severity, "location": map[string]any{
			"path": path.Clean(filepath.ToSlash(Visible(at.File))), "lines": lines}})
}

func (c *codeQuality) End(*Summary) error {
	c.w.WriteString("\n]\n")
	return c.w.Flush()
}
