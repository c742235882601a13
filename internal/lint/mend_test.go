package lint_test

import (
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/bibtex"
	"github.com/bonafide-audit/bonafide/internal/lint"
)

// A fix after which the file would be parsed differently is left out, and no other.
func TestMendRefuses(t *testing.T) {
	src := "@article{a, pages = {1-9}}\n@article{b, pages = {2-8}, note = {x}}\n@article{c, pages = {3-7}}\n"
	f := read(t, src)
	mend := func(rule, old, text string) lint.Remark {
		at := strings.Index(src, old)
		return lint.Remark{Rule: rule, File: f.Name,
			Edits: []bibtex.Edit{{Span: bibtex.Span{Start: at, End: at + len(old)}, Text: text}}}
	}
	remarks := []lint.Remark{
		mend("first", "1-9", "1--9"), mend("unclosed", "{x}", "{x"), {Rule: "other", File: "other.bib"},
		mend("again", "1-9", "1---9"), mend("lost", "@article{c", "article{c"), mend("second", "2-8",
			"2--8"), {Rule: "person", File: f.Name},
	}
	m := lint.Mend(remarks, &f, src)
	text, err := bibtex.Splice(src, m.Edits)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.NewReplacer("1-9", "1--9", "2-8", "2--8").Replace(src); string(text) != want {
		t.Errorf("got\n%s\nwant\n%s", text, want)
	}
	if got := rulesOf(m.Refused); got != "unclosed lost" {
		t.Errorf("refused: %s", got)
	}
	if got := rulesOf(m.Left); got != "unclosed other again lost person" {
		t.Errorf("left: %s", got)
	}
}

func rulesOf(remarks []lint.Remark) string {
	var list []string
	for _, r := range remarks {
		list = append(list, r.Rule)
	}
	return strings.Join(list, " ")
}
