package judge

import (
	"github.com/bonafide-audit/bonafide/internal/biblio"
	"github.com/bonafide-audit/bonafide/internal/match"
)

// A slip shows by itself where one word or one name stands in the place of another
// and all else of title or list is the same: then whoever states the record, the
// entry differs from the work in that place. Of two spellings the one slipped that
// other records do not have.

// showsByItself reports a difference that shows by itself to be the entry's.
func (d *deliberation) showsByItself(c *judgedRecord, f match.FieldComparison) bool {
	switch f.Kind {
	case match.KindWordReplaced:
		return f.Field == biblio.FieldTitle
	case match.KindOneReplaced, match.KindGiven:
		return f.Field == biblio.FieldAuthors
	case match.KindTypo, match.KindMisspelt:
		return d.claimSlipped(c, f.Field)
	}
	return false
}

// A word is misspelt that stands in no more than rareWord titles, or in one where a
// hundred have the other spelling: others make the same slips.
const (
	rareWord    = 2   // case: wasserstein2016asa (se_scubjwu) at 4
	rareOfWords = 100 // case: none at 80
)

// claimSlipped reports that of the spellings in which claim and record differ the
// claimed ones are the odd ones: no other record, or hardly one, has them, and more
// have the recorded ones. Where nobody can count, a publisher is believed.
func (d *deliberation) claimSlipped(c *judgedRecord, field biblio.Field) bool {
	shows := false
	for _, s := range d.slipsOf(c) {
		if s.Field != field {
			continue
		}
		claimed, counted := d.attested(field, s.Claimed)
		if !counted {
			shows = shows || c.Origin.Kind == biblio.Publisher
			continue
		}
		recorded, _ := d.attested(field, s.Recorded)
		rare := 0
		if field == biblio.FieldTitle {
			rare = max(rareWord, recorded/rareOfWords)
		}
		if claimed > rare || recorded <= claimed || recorded == 1 && c.Origin.Kind < biblio.PreprintServer {
			return false
		}
		shows = true
	}
	return shows
}

// attested gives the number of records that have a spelling, and whether a source
// counted them.
func (d *deliberation) attested(field biblio.Field, text string) (n int, counted bool) {
	for i := range d.ev.Lookups {
		for _, a := range d.ev.Lookups[i].Answer.Attested {
			if a.Field == field && a.Text == text {
				n, counted = max(n, a.Records), true
			}
		}
	}
	return n, counted
}

// bothSpellings reports names that differ by a letter or two, both of which other
// records have: two people, not a slip of the record.
func (d *deliberation) bothSpellings(c *judgedRecord) bool {
	for _, s := range d.slipsOf(c) {
		if n, counted := d.attested(biblio.FieldAuthors, s.Recorded); s.Field == biblio.FieldAuthors && (!counted || n < 2) {
			return false
		}
	}
	return true
}
