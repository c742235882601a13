package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/bonafide-audit/bonafide/internal/judge"
	"github.com/bonafide-audit/bonafide/internal/lazy"
)

// markdownMost is the maximum size of the report in bytes: a GitHub comment may have 65,536 characters.
const markdownMost = 60_000

// keyMost is the maximum length of a key or file name in it, in characters.
const keyMost = 200

// markdown writes a report for a job summary or a comment on a change, in GitHub's Markdown: what accuses or is
// notable, the gravest first, as far as there is room; the rest is counted.
type markdown struct {
	headed
	w      *bufio.Writer
	papers papers
	blocks [sections]shelf
	counts [sections]int
	unread []string
	doubts int // problems that are not listed
}

func newMarkdown(w io.Writer, _ Options) Writer { return &markdown{w: bufio.NewWriter(w)} }

func (m *markdown) Problem(p Problem) error {
	if p.Unread() && len(m.unread) < shortList {
		m.unread = append(m.unread, "- "+marked(shortened(p.Place.String()+": "+p.Message, 3*keyMost))+"\n")
	} else {
		m.doubts++
	}
	return nil
}

func (m *markdown) Finding(f Finding) error {
	m.papers.of(f.File).add(&f)
	at := f.section()
	m.counts[at]++
	if at >= uncovered {
		return nil
	}
	return m.blocks[at].put(&f, at, func(w io.Writer) error { _, err := io.WriteString(w, m.block(&f)); return err })
}

// block renders a finding as a list item.
func (m *markdown) block(f *Finding) string {
	var b strings.Builder
	fmt.Fprintf(&b, "- %s **%s** %s", f.style().mark, marked(shortened(name(f), keyMost)),
		marked(shortened(strings.Join(f.Codes, ", "), keyMost)))
	if at := f.Place.String(); at != "" {
		fmt.Fprintf(&b, " (%s)", marked(shortened(at, keyMost)))
	}
	fmt.Fprintf(&b, ": %s\n", marked(shortened(what(f), 300)))
	for _, v := range f.views() {
		fmt.Fprintf(&b, "  - %s\n", marked(shortened(v.Line(), 1000)))
	}
	if why := f.notCorrected(); why != "" {
		fmt.Fprintf(&b, "  - %s\n", marked(shortened(why, 1000)))
	}
	do, link := f.todo()
	word := "the record"
	if do == "" || do == lookForIt {
		link, word, do = Visible(f.Evidence()), lookForIt, ""
	}
	link = strings.NewReplacer("<", "%3C", ">", "%3E", "\\", "%5C", " ", "%20").Replace(link)
	if link != "" && len(link) < markdownMost/60 {
		link = "[" + word + "](<" + link + ">)"
	} else {
		link = ""
	}
	if about := strings.TrimSuffix(strings.TrimPrefix(marked(do)+": "+link, ": "), ": "); about != "" {
		b.WriteString("  - " + about + "\n")
	}
	return b.String()
}

// selfLinks matches what platforms turn into links: hosts, issues and commits. They are broken between the groups.
var selfLinks = lazy.Regexp(`(?i)(\bwww)(\.)|(\bGH)(-\d)|(\b[0-9a-f]{4})([0-9a-f]{3,36}\b)`)

// marked makes a text safe in Markdown: nothing in it formats, links, mentions a person or an issue, or is HTML.
func marked(s string) string {
	return markdownEscapes().Replace(selfLinks.ReplaceAllString(Visible(s), "$1$3$5\u0001$2$4$6"))
}

// unlinked is what breaks a word so that the platform does not turn it into a link, or notify a person.
const unlinked = "<!-- -->"

var markdownEscapes = sync.OnceValue(func() *strings.Replacer {
	pairs := []string{"\u0001", unlinked, "@", "@" + unlinked, "#", "#" + unlinked, "&", "&amp;", "<", "&lt;",
		":", "&#58;"}
	for _, r := range "\\`*_{}[]()>!|~$" {
		pairs = append(pairs, string(r), `\`+string(r))
	}
	return strings.NewReplacer(pairs...)
})

func (m *markdown) End(s *Summary) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## Citations: %s\n\n", marked(s.Checked()))
	if len(s.Outage) > 0 {
		fmt.Fprintf(&b,
			"> **Outage**: %s failed for many references that they could have decided; run again before you conclude anything.\n\n", marked(shortened(strings.Join(s.Outage, ", "), 3*keyMost)))
	}
	if m.run.Notice != "" {
		fmt.Fprintf(&b, "> %s\n\n", marked(shortened(m.run.Notice, 3*keyMost)))
	}
	for _, line := range patternLines(s.InCommon(), len(m.papers.list) > 1) {
		fmt.Fprintf(&b, "> %s\n\n", marked(shortened(line, 3*keyMost)))
	}
	b.WriteString("| outcome | references |\n|---|--:|\n")
	for _, outcome := range slices.Backward(judge.Outcomes) {
		if n, st := s.Outcomes[outcome.String()], styleOf(outcome.String()); n > 0 {
			fmt.Fprintf(&b, "| %s %s | %d |\n", st.mark, st.word, n)
		}
	}
	if line := s.errors(); line != "" {
		fmt.Fprintf(&b, "\nErrors: %s.\n", line)
	}
	if line := s.Unconfirmed(); line != "" {
		fmt.Fprintf(&b, "\nNot confirmed by any record: %s.\n", line)
	}
	if len(s.Suppressed) > 0 {
		fmt.Fprintf(&b, "\nNot counted: %s.\n", marked(s.setAside()))
	}
	m.listUnread(&b)
	m.listPapers(&b)
	for at := range sections {
		if err := m.section(&b, at); err != nil {
			return err
		}
	}
	b.WriteString("\nFindings are leads for a person, not proof.\n")
	m.tellNext(&b, s)
	m.w.WriteString(b.String())
	return m.w.Flush()
}

func (m *markdown) listUnread(b *strings.Builder) {
	if len(m.unread) > 0 {
		fmt.Fprintf(b, "\n### Could not be read\n\n%s", strings.Join(m.unread, ""))
	}
	if m.doubts > 0 {
		fmt.Fprintf(b, "\n%d further %s of the inputs: the text report lists them.\n", m.doubts, plural(m.doubts, "problem"))
	}
}

// listPapers writes a table of the papers with notable findings, if there are several.
func (m *markdown) listPapers(b *strings.Builder) {
	if len(m.papers.list) < 2 {
		return
	}
	b.WriteString("\n| paper | references |\n|---|---|\n")
	left := 0
	for _, p := range m.papers.list {
		if !p.accuses() || b.Len() > markdownMost/3 {
			left++
			continue
		}
		fmt.Fprintf(b, "| %s | %s |\n", marked(shortened(p.file, keyMost)), marked(p.line()))
	}
	if left > 0 {
		fmt.Fprintf(b, "\n%d %s not listed here.\n", left, ofOne(left, "paper is", "papers are"))
	}
}

// section writes as many findings of a section as fit.
func (m *markdown) section(b *strings.Builder, at section) error {
	if m.counts[at] == 0 {
		return nil
	}
	fmt.Fprintf(b, "\n### %s (%d)\n\n%s.\n\n", headings[at].title, m.counts[at], marked(headings[at].about))
	whole, n := len(m.blocks[at].parts), 0
	err := m.blocks[at].each(func(block []byte) error {
		if b.Len()+len(block) > markdownMost {
			whole = 0
		} else if n < whole {
			n++
			b.Write(block)
		}
		return nil
	})
	if rest := m.counts[at] - n; rest > 0 && at < uncovered {
		fmt.Fprintf(b, "- … and %d more\n", rest)
	}
	return err
}
