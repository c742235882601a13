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

// either counts the entries that ByFix or ByLikely would change.
const either = "either"

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
	by := s.fixable[len(s.fixable)-1].by
	for _, command := range f.Fixable {
		by[command]++
	}
	by[either] += map[bool]int{true: 1}[slices.Contains(f.Fixable, ByFix) || slices.Contains(f.Fixable, ByLikely)]
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
			if words := shellWords(s.carried(command)) + shellWords(files); len(words) <= mostBytes {
				list = append(list, step{"bonafide " + command + words, fmt.Sprintf("%d %s", n, about)})
			}
		}
	}
	check := func(flags string, n int, about string) {
		if !slices.Contains(run.Inputs, "-") && !slices.Contains(run.Inputs, GivenWorks) {
			add("check "+flags, run.Inputs, n, about)
		}
	}
	online := func() {
		if s.Outcomes[judge.Inconclusive.String()] > 0 {
			check("--online", s.OnlineOnly, "to look up at scholarly services")
		}
	}
	check("--only wrong,check-by-hand", s.folded, "to read, each with its place")
	if s.MostlyOpen() {
		online()
		if run.Notice != "" && len(list) < mostSteps {
			list = append(list, step{"bonafide corpus get", "a corpus of your field, for runs without a network"})
		}
	}
	for _, c := range changing {
		files, n := s.fixableBy(c.row)
		add(c.command, files, n, ofOne(n, c.one, c.many))
	}
	add("lint", run.Inputs, s.Notices["duplicate"], plural(s.Notices["duplicate"], "duplicate"))
	if !s.MostlyOpen() {
		online()
	}
	return list
}

// changing are the commands that would change entries: their words in rows, the command, and what is counted.
var changing = []struct{ row, command, one, many string }{
	{ByFix, "fix --diff", "correction", "corrections"},
	{ByPublished, "tidy --published", "preprint has appeared", "preprints have appeared"},
	{ByAddingDOI, "fix --add doi --fields doi", "DOI to add", "DOIs to add"},
	{ByLikely, "fix --likely --diff", "correction, a likely one", "corrections, likely ones among them"},
}

// carried returns the flags of the run that decide what a command finds.
func (s *Summary) carried(command string) []string {
	name, rest, _ := strings.Cut(command, " ")
	if s.Flags == nil {
		if !s.online || strings.Contains(rest, "--online") {
			return nil
		}
		return []string{"--online"}
	}
	return s.Flags(name, rest)
}

// GivenWorks is the name of the input with the works on the command line.
const GivenWorks = "command line"

// fixableBy returns the files in which a command would change entries, and the number of entries. Likely corrections
// are made with those that are certain.
func (s *Summary) fixableBy(command string) (files []string, sum int) {
	for _, f := range s.fixable {
		file, _, inside := strings.Cut(f.file, "!")
		if inside && (command == ByPublished || !strings.HasSuffix(strings.ToLower(file), ".zip")) {
			continue // inside archives only fix corrects files, and only in zip archives
		}
		n := f.by[command]
		if command == ByLikely && n > 0 {
			n = f.by[either]
		}
		if n > 0 {
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
		if name = Visible(name); strings.HasPrefix(name, "-") && !strings.HasPrefix(name, "--") {
			name = "./" + name
		}
		if strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-:@%+,=") != "" ||
			name == "" {
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
	t.print(t.paint(strong, "Next:"))
	for _, st := range steps {
		about := "  # " + st.About
		if line := "  " + st.Command; t.opt.Width <= 0 ||
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
