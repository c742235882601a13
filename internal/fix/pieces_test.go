package fix_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
	"github.com/bonafide-audit/bonafide/internal/testing/fixtest"
)

var hunkHead = regexp.MustCompile(`(?m)^@@ -\d+(?:,\d+)? \+(\d+)(?:,(\d+))? @@\n`)

// patched applies a diff of one file to a text, line by line.
func patched(t *testing.T, text, diff string) string {
	t.Helper()
	list := strings.SplitAfter(text, "\n")
	heads := hunkHead.FindAllStringSubmatchIndex(diff, -1)
	for i, at := range heads {
		end := len(diff)
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		line, _ := strconv.Atoi(diff[at[2]:at[3]])
		if at[4] < 0 || diff[at[4]:at[5]] != "0" {
			line--
		}
		body := strings.ReplaceAll(diff[at[1]:end], "\n\\ No newline at end of file\n", "")
		for l := range strings.SplitAfterSeq(body, "\n") {
			if l == "" {
				continue
			}
			switch {
			case l[0] == '+':
				list = slices.Insert(list, line, l[1:])
				line++
			case line >= len(list) || strings.TrimSuffix(list[line], "\n") != strings.TrimSuffix(l[1:], "\n"):
				t.Fatalf("line %d of the text is not %q", line+1, l)
			case l[0] == '-':
				list = slices.Delete(list, line, line+1)
			default:
				line++
			}
		}
	}
	return strings.Join(list, "")
}

// A diff is split into diffs that are short and, applied one after the other, have the effect of the whole.
func TestPieces(t *testing.T) {
	a, _ := fixtest.Auditor(t, false)
	var src strings.Builder
	for i := range 40 {
		fmt.Fprintf(&src, "@article{k%d,\n  author = {Leo Breiman},\n  title = {Random Forests},\n  journal = {Machine Learning},\n",
			i)
		if i%3 == 0 {
			src.WriteString("  volume = 45,\n  pages = {5--32},\n")
		}
		src.WriteString("  year = 2003\n}\n" + strings.Repeat("\n", i%9))
	}
	out := fixtest.Corrected(t, a, []byte(src.String()), fix.Options{Add: []biblio.Field{biblio.FieldDOI}})
	diff := out.Diff("x.bib")
	if got := patched(t, src.String(), diff); got != string(out.Bytes) {
		t.Fatalf("the diff itself gives\n%s", got)
	}
	for _, most := range []int{1, 300, 1000, 4000, len(diff) * 2} {
		list := out.Pieces("x.bib", most)
		text := src.String()
		for _, piece := range list {
			if len(piece) > max(most, 300)+150 { // a change and the headers of file and hunk
				t.Errorf("of at most %d bytes a piece has %d", most, len(piece))
			}
			text = patched(t, text, piece)
		}
		if text != string(out.Bytes) {
			t.Errorf("%d pieces of at most %d bytes give\n%s", len(list), most, text)
		}
		if most > len(diff) && (len(list) != 1 || list[0] != diff) {
			t.Errorf("a short diff is not left as it is:\n%s", list)
		}
	}
	if list := (&fix.Result{}).Pieces("x.bib", 100); list != nil {
		t.Errorf("of nothing: %q", list)
	}
}
