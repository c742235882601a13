package report

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/bonafide-audit/bonafide/internal/judge"
)

// paper counts the findings of one paper or bibliography.
type paper struct {
	file       string
	references int
	counts     map[string]int // by the words of paperWords
	gravest    section
	stack      stack
}

// paperWords are what is counted of a paper, in the order in which it is said.
var paperWords = []string{"verified", "not found", "wrong", "ambiguous", "exempt", "accepted", "known", "not decided", "not covered"}

// wordsOf names outcomes in the line of a paper where the word is another.
var wordsOf = map[string]string{
	judge.NotFound.String(): "not found", judge.Discrepant.String(): "wrong", judge.Inconclusive.String(): "not decided",
}

func (p *paper) add(f *Finding) {
	p.references++
	p.stack[partOf(f.Outcome)]++
	at := f.section()
	word := f.Outcome
	if w := wordsOf[word]; w != "" {
		word = w
	}
	switch at {
	case uncovered:
		word = "not covered"
	case accepted, known:
		word = strings.ToLower(headings[at].title)
	}
	p.counts[word]++
	p.gravest = min(p.gravest, at)
}

// line says "41 references: 36 verified, 2 wrong, 3 not covered".
func (p *paper) line() string {
	var parts []string
	for _, word := range paperWords {
		if n := p.counts[word]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, word))
		}
	}
	return fmt.Sprintf("%d %s: %s", p.references, plural(p.references, "reference"), strings.Join(parts, ", "))
}

// accuses reports a paper with a finding that accuses, or with a withdrawn work.
func (p *paper) accuses() bool { return p.gravest <= peripheral }

// papers counts findings by paper, in the order in which papers come.
type papers struct {
	list   []*paper
	byFile map[string]*paper
}

// of gives the count of a file.
func (p *papers) of(file string) *paper {
	if one := p.byFile[file]; one != nil {
		return one
	}
	if p.byFile == nil {
		p.byFile = map[string]*paper{}
	}
	one := &paper{file: file, counts: map[string]int{}, gravest: sections}
	p.byFile[file] = one
	p.list = append(p.list, one)
	return one
}

// short leaves out of a file's name the folder or archive that was the only input.
func (t *text) short(file string) string {
	if len(t.run.Inputs) != 1 {
		return file
	}
	in := strings.TrimSuffix(filepath.ToSlash(t.run.Inputs[0]), "/")
	rest, ok := strings.CutPrefix(filepath.ToSlash(file), in)
	if !ok || len(rest) < 2 || rest[0] != '/' && rest[0] != '!' {
		return file
	}
	return rest[1:]
}
