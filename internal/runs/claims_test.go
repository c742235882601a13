package runs

import (
	"context"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/claim"
	"github.com/bonafide-audit/bonafide/row"
)

// oneText is the text of every work.
type oneText string

func (o oneText) Find(context.Context, string, []*biblio.Record, *biblio.Work) (*claim.Text, row.TextSource, error) {
	t := &claim.Text{Whole: true}
	t.AddParagraph(string(o), claim.Results, 4, nil)
	return t, row.TextSource{Kind: "folder", Where: "/home/operator/papers/one.pdf"}, nil
}

// TestClaimsOfARun: a run that asks for claims has them in its rows, and only file names, not the operator's
// folders; other runs have none.
func TestClaimsOfARun(t *testing.T) {
	s := open(t, t.TempDir())
	w, stop := worker(t, s)
	defer stop()
	w.Texts = oneText("The model reached 28.4 BLEU on the WMT 2014 English-to-German translation task.")
	text := `The Transformer reached 35.1 BLEU on the WMT 2014 English-to-German translation task [1], with trees [2] and nets [3].

# References

[1] A. Vaswani, N. Shazeer, N. Parmar, J. Uszkoreit, L. Jones, A. N. Gomez, Ł. Kaiser, I. Polosukhin. Attention Is All You Need. Advances in Neural Information Processing Systems, 30, 2017.
[2] L. Breiman. Random Forests. Machine Learning 45, 5-32, 2001.
[3] Y. LeCun, Y. Bengio, G. Hinton. Deep learning. Nature 521, 436-444, 2015.
`
	for _, asked := range []bool{true, false} {
		digest, size, err := s.Save(t.Context(), strings.NewReader(text), 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		id, err := s.Create(t.Context(), "", "", []Input{{Name: "paper.md", Digest: digest, Size: size}},
			Options{Claims: asked})
		if err != nil {
			t.Fatal(err)
		}
		r := ended(t, s, "", id)
		var rows strings.Builder
		if err := s.Report(t.Context(), &r, &rows); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(rows.String(), `"reason":"number-differs"`) &&
			strings.Contains(rows.String(), `"where":"one.pdf"`); got != asked {
			t.Errorf("asked %v: %s", asked, rows.String())
		}
		if strings.Contains(rows.String(), "/home/operator") {
			t.Error("the folder is told")
		}
	}
}
