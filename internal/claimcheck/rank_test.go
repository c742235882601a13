package claimcheck

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/claim"
)

// planned maps texts that contain a word to one vector and all others to another.
type planned struct {
	word string
	err  error
}

func (p planned) Embed(_ context.Context, texts []string) ([][]float32, error) {
	var list [][]float32
	for _, s := range texts {
		v := []float32{0, 1}
		if strings.Contains(s, p.word) {
			v = []float32{1, 0}
		}
		list = append(list, v)
	}
	return list, p.err
}

// TestNearest ranks a passage with the claim's meaning before one with more of its words, and keeps the order
// if there are no vectors.
func TestNearest(t *testing.T) {
	text := &claim.Text{Whole: true}
	text.AddParagraph("Birds fly south in autumn and the weather is fine.", claim.Results, 1, nil)
	text.AddParagraph("Terns fly to the pole.", claim.Results, 1, nil)
	ix := claim.NewIndex(text)
	c := claim.Single("Terns fly south in autumn.", nil, "")
	before := ix.Passages(&c, 2)
	if len(before) != 2 || !strings.HasPrefix(before[0].Text, "Birds") {
		t.Fatalf("%+v", before)
	}
	after := nearest(t.Context(), planned{word: "Terns"}, &c, ix, before)
	if len(after) != 2 || !strings.HasPrefix(after[0].Text, "Terns") || len(after[0].Highlights) == 0 {
		t.Errorf("%+v", after)
	}
	if same := nearest(t.Context(), planned{err: errors.New("down")}, &c, ix, before); same[0].Text != before[0].Text {
		t.Errorf("%+v", same)
	}
}
