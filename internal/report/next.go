package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// The commands that would change an entry, as named in rows.
const (
	ByFix       = "fix"
	ByPublished = "tidy --published" // the entry of a preprint that has appeared
	ByAddingDOI = "fix --add doi"
	ByLikely    = "fix --likely"
)

// fixable counts the entries of a file that commands would change.
type fixable struct {
	file string
	by   map[string]int
}

// countFixable counts a finding whose entry commands would change.
func (s *Summary) countFixable(f *Finding) {
	if len(f.Fixable) == 0 {
		return
	}
	if n := len(s.fixable); n == 0 || s.fixable[n-1].file != f.File {
		s.fixable = append(s.fixable, fixable{f.File, map[string]int{}})
	}
	for _, command := range f.Fixable {
		s.fixable[len(s.fixable)-1].by[command]++
	}
}

// step is a command that helps with the findings of a run.
type step struct{ Command, About string }

// mostSteps, mostFiles and mostBytes limit the suggestions: commands, and the file names in one command.
const (
	mostSteps = 3
	mostFiles = 3
	mostBytes = 400
)

// next returns the most helpful commands, each with the number of entries that it changes.
func (s *Summary) next(run Run) []step {
	var list []step
	add := func(command string, files []string, n int, about string) {
		if n > 0 && len(files) > 0 && len(files) <= mostFiles && len(list) < mostSteps {
			if words := shellWords(files); len(words) <= mostBytes {
				list = append(list, step{"bonafide " + command + words, fmt.Sprintf("%d %s", n, about)})
			}
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
	files, n := s.fixableBy(ByFix)
	add("fix --diff", files, n, plural(n, "correction"))
	files, n = s.fixableBy(ByPublished)
	add(ByPublished, files, n, map[bool]string{true: "preprint has appeared", false: "preprints have appeared"}[n == 1])
	files, n = s.fixableBy(ByAddingDOI)
	add(ByAddingDOI, files, n, plural(n, "DOI")+" to add")
	files, n = s.fixableBy(ByLikely)
	add("fix --likely --diff", files, n, plural(n, "likely correction"))
	if !s.MostlyOpen() {
		online()
	}
	return list
}

// GivenWorks is the name of the input with the works on the command line.
const GivenWorks = "command line"

// fixableBy returns the files in which a command would change entries, and the number of entries.
func (s *Summary) fixableBy(command string) (files []string, sum int) {
	for _, f := range s.fixable {
		file, _, inside := strings.Cut(f.file, "!")
		if inside && (command == ByPublished || !strings.HasSuffix(strings.ToLower(file), ".zip")) {
			continue // inside archives only fix corrects files, and only in zip archives
		}
		if n := f.by[command]; n > 0 {
			if sum += n; !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
	}
	return files, sum
}

// shellWords quotes names as shell arguments.
func shellWords(names []string) string {
	var b strings.Builder
	for _, name := range names {
		name = Visible(name)
		if strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-:@%+,=") != "" ||
			strings.HasPrefix(name, "-") || name == "" {
			name = "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
		}
		b.WriteString(" " + name)
	}
	return b.String()
}

// tellNext prints the most helpful commands.
func (t *text) tellNext(s *Summary) {
	steps := s.next(t.run)
	if len(steps) == 0 {
		return
	}
	width := 0
	for _, st := range steps {
		width = max(width, Columns(st.Command))
	}
	t.print(t.paint(strong, "Next:"))
	for _, st := range steps {
		about := "  # " + st.About
		if line := "  " + st.Command + strings.Repeat(" ", width-Columns(st.Command)); t.opt.Width <= 0 ||
			Columns(line+about) <= t.opt.Width {
			t.print(line + t.paint(faint, about))
			continue
		}
		t.print(t.paragraph("  ", "", st.Command)...)
		t.print(t.paragraph(indent, faint, strings.TrimSpace(about))...)
	}
}

// tellNext lists the most helpful commands.
func (m *markdown) tellNext(b *strings.Builder, s *Summary) {
	steps := s.next(m.run)
	if len(steps) == 0 {
		return
	}
	b.WriteString("\nNext:\n\n")
	for _, st := range steps {
		fmt.Fprintf(b, "- %s (%s)\n", marked(st.Command), st.About)
	}
}
