package normalise

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// The check on the end of a title before a pattern is tried agrees with the pattern.
func TestTitleEnds(t *testing.T) {
	parts := []string{"Random Forests", " ", "3rd", "Revised", "ed", "Ed.", "edition", "edn", "2/e", "/E", ")", "(", "]",
		"[", ".", ",", "\t", "Demonstration", "long paper", "NIPS '09", "CVPR2016",
		" = ", " / ", "/ ", "Zufällige Wälder und Bäume", "a tale of two cities", "ſ", "K", "é", ": "}
	r := rand.New(rand.NewPCG(1, 1))
	cut, labelled, two := 0, 0, 0
	for range 30_000 {
		var b strings.Builder
		for range 1 + r.IntN(7) {
			b.WriteString(parts[r.IntN(len(parts))])
			if r.IntN(2) == 0 {
				b.WriteByte(' ')
			}
		}
		title := b.String()
		at := editionMark.FindStringIndex(title)
		want := at != nil && at[0] > 0
		if _, got := CutEdition(title); got != want {
			t.Fatalf("the edition of %q: %v", title, got)
		}
		plain := labelVolume.ReplaceAllString(labelBehind.ReplaceAllString(labelBefore.ReplaceAllString(title, ""), ""), "")
		if strings.TrimSpace(plain) == "" {
			plain = title
		}
		if got := Unlabelled(title); got != plain {
			t.Fatalf("%q without labels: %q and not %q", title, got, plain)
		}
		if titleParts.MatchString(title) && !strings.ContainsAny(title, "=/") && !endsIn(title, ")]") {
			t.Fatalf("%q is not looked at for two languages", title)
		}
		if want {
			cut++
		}
		if plain != title {
			labelled++
		}
		if _, _, ok := Bilingual(title); ok {
			two++
		}
	}
	if cut < 300 || labelled < 30 || two < 300 {
		t.Errorf("the titles are too tame: %d editions, %d labels, %d of two languages", cut, labelled, two)
	}
}
