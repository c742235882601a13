package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// Change counts the entries of a file that commands of the program would change.
type Change struct {
	File        string `json:"file"`
	Corrections int    `json:"corrections"` // by fix
	Published   int    `json:"published"`   // by tidy --published: preprints that have appeared
	DOIs        int    `json:"dois"`        // by fix --add doi, besides corrections
}

// step is a command that helps with what a run has found.
type step struct{ command, about string }

// mostSteps and mostFiles bound what is suggested: commands, and files of one command.
const (
	mostSteps = 3
	mostFiles = 3
)

// next gives the commands that help most, each with the number that it changes.
func (s *Summary) next(run Run) []step {
	var list []step
	add := func(command string, files []string, n int, about string) {
		if n > 0 && len(files) > 0 && len(files) <= mostFiles && len(list) < mostSteps {
			list = append(list, step{"bonafide " + command + shellWords(files), fmt.Sprintf("%d %s", n, about)})
		}
	}
	open := s.Outcomes[judge.Inconclusive.String()]
	online := func() {
		if s.OnlineOnly > 0 && open > 0 && !slices.Contains(run.Inputs, "-") && !slices.Contains(run.Inputs, GivenWorks) {
			add("check --online", run.Inputs, s.OnlineOnly, "to look up at scholarly services")
		}
	}
	if s.MostlyOpen() {
		online()
		if run.Notice != "" && len(list) < mostSteps {
			list = append(list, step{"bonafide corpus get", "a corpus of your field, for runs without a network"})
		}
	}
	files, n := s.changes(func(c *Change) int { return c.Corrections })
	add("fix --diff", files, n, plural(n, "correction"))
	files, n = s.changes(func(c *Change) int { return c.Published })
	add("tidy --published", files, n, map[bool]string{true: "preprint has appeared", false: "preprints have appeared"}[n == 1])
	files, n = s.changes(func(c *Change) int { return c.DOIs })
	add("fix --add doi", files, n, plural(n, "DOI")+" to add")
	if !s.MostlyOpen() {
		online()
	}
	return list
}

// GivenWorks is the name of the input that holds the works on the command line.
const GivenWorks = "command line"

// changes gives the files of which a count is not zero, and its sum.
func (s *Summary) changes(of func(*Change) int) (files []string, sum int) {
	for i := range s.Changes {
		if n := of(&s.Changes[i]); n > 0 {
			files = append(files, s.Changes[i].File)
			sum += n
		}
	}
	return files, sum
}

// shellWords writes names as arguments of a shell.
func shellWords(names []string) string {
	var b strings.Builder
	for _, name := range names {
		name = Visible(name)
		if strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-:@%+,=") != "" || strings.HasPrefix(name, "-") || name == "" {
			name = "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
		}
		b.WriteString(" " + name)
	}
	return b.String()
}

// tellNext prints the commands that help most.
func (t *text) tellNext(s *Summary) {
	steps := s.next(t.run)
	if len(steps) == 0 {
		return
	}
	width := 0
	for _, st := range steps {
		width = max(width, textWidth(st.command))
	}
	t.print(t.paint(strong, "Next:"))
	for _, st := range steps {
		about := "  # " + st.about
		if line := "  " + st.command + strings.Repeat(" ", width-textWidth(st.command)); t.opt.Width <= 0 || textWidth(line+about) <= t.opt.Width {
			t.print(line + t.paint(faint, about))
			continue
		}
		t.print(t.paragraph("  ", "", st.command)...)
		t.print(t.paragraph(indent, faint, strings.TrimSpace(about))...)
	}
}
