package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
)

// numberedPaper returns a text that cites 1 to cited, with entries from first to last.
func numberedPaper(cited, first, last int) string {
	var b strings.Builder
	for n := 1; n <= cited; n++ {
		fmt.Fprintf(&b, "The matter was looked at once more, as others had done before it [%d].\n\n", n)
	}
	b.WriteString("The range [0, 255] and the interval x = [40] are no citations.\n\nReferences\n\n")
	for n := first; n <= last; n++ {
		fmt.Fprintf(&b, "[%d] N. Abel. On subject %d of interest. Journal of Subjects, 12(3):33-44, 1999.\n", n, n)
	}
	return b.String()
}

// TestUnreadEntries: what the text cites is held against the entries read.
func TestUnreadEntries(t *testing.T) {
	for _, tt := range []struct {
		cited, first, last int
		want               string
	}{
		{12, 1, 12, ""},
		{10, 1, 12, ""}, // two are not cited
		{20, 1, 12, "the text cites up to [20]; 12 entries were read"},
		{13, 1, 12, "the text cites up to [13]"},
		{12, 4, 12, "the text cites [1], but the list that was read begins at [4]"},
	} {
		doc, err := Read("paper.txt", []byte(numberedPaper(tt.cited, tt.first, tt.last)), Options{})
		if err != nil || len(doc.References) != tt.last-tt.first+1 {
			t.Fatalf("%+v: %d references, %v", tt, len(doc.References), err)
		}
		said := ""
		for _, p := range doc.Problems {
			if p.Rule == numbersMissing {
				said += p.Message
			}
		}
		if (said == "") != (tt.want == "") || !strings.Contains(said, tt.want) {
			t.Errorf("%+v: %q", tt, said)
		}
		if doc.Incomplete() != (tt.want != "") {
			t.Errorf("%+v: incomplete %v", tt, doc.Incomplete())
		}
		sure := func(i int) bool { c, ok := doc.References[i].Confidence[biblio.FieldTitle]; return !ok || c > 0 }
		if last := len(doc.References) - 1; !sure(last/2) || sure(last) == (tt.cited > tt.last) {
			t.Errorf("%+v: an entry beside a gap accuses no one, the others may", tt)
		}
	}
}
