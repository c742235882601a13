package claimcheck

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/audit"
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/claim"
	"github.com/bonafide-audit/bonafide/internal/report"
	"github.com/bonafide-audit/bonafide/row"
)

// broken is a source of texts that does not answer.
type broken struct{ part *claim.Text }

func (b broken) Find(context.Context, string, []*biblio.Record, *biblio.Work) (*claim.Text, row.TextSource, error) {
	return b.part, row.TextSource{Kind: "folder", Where: "/srv/texts/a.pdf"},
		errors.New("/srv/texts/b.pdf:\nbroken " + strings.Repeat("x", 1000))
}

// A text that could not be fetched is distinguished from one that does not exist.
func TestFailed(t *testing.T) {
	part := &claim.Text{}
	part.AddParagraph("Terns fly far over the seas.", claim.Abstract, 0, nil)
	for _, c := range []struct {
		name, read, failed string
		reader             Reader
	}{
		{"no texts", report.ReadNothing, "", Reader{}},
		{"broken", report.ReadNothing, "/srv/texts/b.pdf: broken x", Reader{Texts: broken{}}},
		{"broken, of others", report.ReadNothing, "a text may be there", Reader{Texts: broken{}, Bare: true}},
		{"a part", report.ReadAbstract, "/srv/texts/b.pdf: broken x", Reader{Texts: broken{part}}},
	} {
		f := &audit.Finding{}
		f.Verdict.Best = -1
		f.Reference.Citations = []biblio.Citation{{Mark: "[1]", Context: "Terns fly far [1]."}}
		rows := c.reader.Read(t.Context(), f)
		if len(rows) != 1 || rows[0].Read != c.read || !strings.HasPrefix(rows[0].Failed, c.failed) ||
			(rows[0].Failed == "") != (c.failed == "") || len(rows[0].Failed) > failureMost ||
			rows[0].Outcome != string(claim.NotCheckable) {
			t.Errorf("%s: %+v", c.name, rows)
		}
	}
}
