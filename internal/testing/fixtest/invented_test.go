package fixtest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/fix"
)

// Invented entries and chimeras of two works are never turned into a work.
func TestInventedEntriesStay(t *testing.T) {
	for _, world := range []bool{false, true} {
		a, records := Auditor(t, world)
		records = slices.DeleteFunc(records, func(r biblio.Record) bool {
			return r.Type != biblio.ArticleJournal && r.Type != biblio.PaperConference || r.Container.Title == "" ||
				len(r.Authors()) < 2
		})
		r := rand.New(rand.NewPCG(11, 3))
		s := style{open: "{", shut: "}", dash: "--", indent: "  ", newline: "\n"}
		var src strings.Builder
		var kinds []string
		for i := range records {
			one, two := &records[i], &records[r.IntN(len(records))]
			if one.LocalID == two.LocalID || slices.Equal(one.Authors(), two.Authors()) {
				continue
			}
			e, other := entryOf(one, s), entryOf(two, s)
			kind := []string{"title of another", "words mixed", "authors of another, nothing else"}[i%3]
			switch kind {
			case "title of another":
				e.values["title"] = other.values["title"]
			case "words mixed":
				mine, theirs := strings.Fields(one.Title), strings.Fields(two.Title)
				e.values["title"] = titleText(strings.Join(append(slices.Clone(theirs[:(len(theirs)+1)/2]), mine[len(mine)/2:]...),
					" "), s)
				e.authors = slices.Concat(other.authors[:1], e.authors[1:])
				e.names = slices.DeleteFunc(e.names, func(n string) bool { return n == "doi" })
			default:
				e.authors = other.authors
				e.names = []string{"author", "title"}
			}
			kinds = append(kinds, kind)
			src.WriteString(e.text(s))
		}
		out := Corrected(t, a, []byte(src.String()), fix.Options{})
		turned, suggested := 0, 0
		for i, e := range out.Entries {
			for _, p := range e.Patches {
				if p.Field == biblio.FieldTitle || p.Field == biblio.FieldAuthors {
					t.Logf("%s (%s) %s: %s %q → %q (%s)", e.Key, kinds[i], e.Outcome, p.Field, p.From, p.To, p.Rule)
					turned++
				}
			}
			if len(e.Nearest) > 0 {
				suggested++
			}
		}
		t.Logf("world %t: %d invented entries, %d turned into a work, %d patched at all, %d with suggestions", world,
			len(out.Entries), turned, out.Changed, suggested)
		if turned > 0 {
			t.Errorf("%d of %d invented entries were turned into another work", turned, len(out.Entries))
		}
	}
}
