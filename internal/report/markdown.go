package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"

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
	blocks [sections][]string
	ps     []float64 // of the doubtful ones, in the order of blocks
	sizes  [sections]int
	counts [sections]int
	unread []string
	doubts int // problems that are not listed
}

func newMarkdown(w io.Writer, _ Options) Writer { return &markdown{w: bufio.NewWriter(w)} }

func (m *markdown) Problem(p Problem) error {
	if p.Rule == UnreadFile && len(m.unread) < shortList {
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
	switch {
	case at == doubtful:
		m.rank(m.block(&f), f.genuine())
	case at < uncovered && m.sizes[at] < markdownMost:
		block := m.block(&f)
		m.sizes[at] += len(block)
		m.blocks[at] = append(m.blocks[at], block)
	}
	return nil
}

// rank puts a doubtful finding before those that are less likely to be wrong; the last ones are dropped if
// there is no room for them.
func (m *markdown) rank(block string, p float64) {
	at := sort.Search(len(m.ps), func(i int) bool { return m.ps[i] > p })
	list := slices.Insert(m.blocks[doubtful], at, block)
	m.ps, m.sizes[doubtful] = slices.Insert(m.ps, at, p), m.sizes[doubtful]+len(block)
	for last := len(list) - 1; last > 0 && m.sizes[doubtful]-len(list[last]) >= markdownMost; last-- {
		m.sizes[doubtful] -= len(list[last])
		list, m.ps = list[:last], m.ps[:last]
	}
	m.blocks[doubtful] = list
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

// selfLinks matches words that platforms turn into links: hosts, numbers of issues and commits. They are broken
// between the two groups.
var selfLinks = lazy.Regexp(`(?i)(\bwww)(\.)|(\bGH)(-\d)|(\b[0-9a-f]{4})([0-9a-f]{3,36}\b)`)

// marked makes a text safe in Markdown: nothing in it formats, links, mentions a person or an issue, or is HTML.
func marked(s string) string {
	var b strings.Builder
	for _, r := range selfLinks.ReplaceAllString(Visible(s), "$1$3$5\u0001$2$4$6") {
		switch {
		case r == '\u0001':
			b.WriteString("<!-- -->")
		case r == '&':
			b.WriteString("&amp;")
		case r == '<':
			b.WriteString("&lt;")
		case r == '@' || r == '#':
			b.WriteRune(r)
			b.WriteString("<!-- -->") // otherwise the platform would notify people and link issues
		case strings.ContainsRune("\\`*_{}[]()>!|~$", r):
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == ':':
			b.WriteString("&#58;") // no address becomes a link
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

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
	b.WriteString("| outcome | references |\n|---|--:|\n")
	for _, word := range outcomes {
		if n := s.Outcomes[word]; n > 0 {
			fmt.Fprintf(&b, "| %s %s | %d |\n", styleOf(word).mark, styleOf(word).word, n)
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
		m.section(&b, at)
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
		fmt.Fprintf(b, "\n%d %s not listed here.\n", left, map[bool]string{true: "paper is", false: "papers are"}[left == 1])
	}
}

// section writes as many findings of a section as fit.
func (m *markdown) section(b *strings.Builder, at section) {
	if m.counts[at] == 0 {
		return
	}
	fmt.Fprintf(b, "\n### %s (%d)\n\n%s.\n\n", headings[at].title, m.counts[at], marked(headings[at].about))
	for i, block := range m.blocks[at] {
		if b.Len()+len(block) > markdownMost {
			fmt.Fprintf(b, "- … and %d more\n", m.counts[at]-i)
			return
		}
		b.WriteString(block)
	}
	if rest := m.counts[at] - len(m.blocks[at]); rest > 0 && len(m.blocks[at]) > 0 {
		fmt.Fprintf(b, "- … and %d more\n", rest)
	}
}
